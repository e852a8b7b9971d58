/// Removes a terminal's answers to the query of the Program Status Protocol from typed keys.
///
/// The supervisor has answered the query already. A command that got the terminal's answer too would
/// read it as keys. An answer that is cut in two is held from its third byte on: `ESC ]` alone may
/// be a person's Alt-].
package struct ProgramStatusAnswerFilter: Sendable {
  /// The beginning of an answer, which more keys may complete.
  private var held: [UInt8] = []
  /// Whether an answer has come: the terminal knows the protocol.
  package private(set) var hasAnswer = false

  private static let body = Array("\u{1B}]7501;?".utf8)
  private static let leastHeld = 3

  package init() {}

  /// Returns the keys without answers.
  package mutating func pass(_ keys: [UInt8]) -> [UInt8] {
    guard !held.isEmpty || keys.contains(0x1B) else { return keys }
    let all = held + keys
    held = []
    var passed: [UInt8] = []
    passed.reserveCapacity(all.count)
    var rest = all[...]
    while let byte = rest.first {
      switch Self.match(rest) {
      case .answer(let count):
        hasAnswer = true
        rest = rest.dropFirst(count)
      case .beginning:
        held = Array(rest)
        return passed
      case .other:
        passed.append(byte)
        rest = rest.dropFirst()
      }
    }
    return passed
  }

  private enum Match {
    case answer(Int), beginning, other
  }

  private static func match(_ keys: ArraySlice<UInt8>) -> Match {
    let common = zip(keys, body).prefix { $0 == $1 }.count
    let end = keys.dropFirst(common)
    guard common == body.count else {
      return end.isEmpty && common >= leastHeld ? .beginning : .other
    }
    switch (end.first, end.dropFirst().first) {
    case (0x07, _): return .answer(body.count + 1)
    case (0x1B, UInt8(ascii: "\\")): return .answer(body.count + 2)
    case (nil, _), (0x1B, nil): return .beginning
    default: return .other
    }
  }
}
