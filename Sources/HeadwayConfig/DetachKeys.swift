internal import HeadwayModel

/// The two keys that detach from a task's terminal: a prefix with Ctrl, then a character.
package struct DetachKeys: Hashable, Sendable {
  package static let standard = DetachKeys(prefix: 0x1C, key: UInt8(ascii: "d"))

  /// The byte the prefix sends: Ctrl takes away all but the low five bits.
  let prefix: UInt8
  let key: UInt8

  private init(prefix: UInt8, key: UInt8) {
    self.prefix = prefix
    self.key = key
  }

  /// Reads keys such as `Ctrl-\ d`: Ctrl with a letter or one of `\ ] ^ _`, a blank, and a
  /// printable ASCII character.
  ///
  /// Nil for any other text, for the bytes of Tab and Enter (I, J, M), and for Escape, with which
  /// other keys begin.
  package init?(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count == 2, words[0].lowercased().hasPrefix("ctrl-"),
      let letter = words[0].uppercased().utf8.last, words[0].utf8.count == 6,
      let key = words[1].utf8.first, words[1].utf8.count == 1, (0x21...0x7E).contains(key),
      (0x41...0x5F).contains(letter), !Array("IJM[".utf8).contains(letter)
    else { return nil }
    self.init(prefix: letter & 0x1F, key: key)
  }
}

extension DetachKeys: CustomStringConvertible {
  /// The keys as people write them: `Ctrl-\ d`.
  package var description: String {
    "Ctrl-\(Unicode.Scalar(prefix | 0x40)) \(Unicode.Scalar(key))"
  }
}

/// Keys on their way to a task, with ``DetachKeys`` looked for among them.
///
/// The prefix waits for the next key, however long that takes. Twice it is the prefix once, so that
/// it can be sent too; followed by anything else, both go.
package struct DetachState: Sendable {
  private let keys: DetachKeys
  private var isHeld = false

  package init(_ keys: DetachKeys) { self.keys = keys }

  /// Returns the bytes of `input` that go on to the task, and whether the client detaches. Bytes
  /// behind the detach key go nowhere.
  package mutating func filter(
    _ input: some Sequence<UInt8>
  ) -> (passed: [UInt8], detaches: Bool) {
    var passed: [UInt8] = []
    for byte in input {
      if isHeld {
        isHeld = false
        if byte == keys.key { return (passed, true) }
        passed += byte == keys.prefix ? [byte] : [keys.prefix, byte]
      } else if byte == keys.prefix {
        isHeld = true
      } else {
        passed.append(byte)
      }
    }
    return (passed, false)
  }
}
