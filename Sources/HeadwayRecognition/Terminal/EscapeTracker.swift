internal import Glibc

/// Where terminal output stands between its characters and sequences, so that something can be put
/// in between.
///
/// Only what lies in sequences is looked at byte by byte; the rest is passed over at memchr(3)'s pace.
package struct EscapeTracker: Sendable {
  private enum State {
    case ground, escape, escapeIntermediate, control, command, string
  }

  private var state = State.ground
  /// Bytes that the last character still lacks.
  private var missing = 0
  /// How much of `9;4;` the command began with; nil once it differs.
  private var matched: Int?
  /// The output held an `OSC 9;4`.
  package private(set) var hasProgressCommand = false

  private static let (bell, cancel, substitute, escape): (UInt8, UInt8, UInt8, UInt8) =
    (0x07, 0x18, 0x1A, 0x1B)
  private static let prefix = Array("9;4;".utf8)
  private static let longestCharacter = 4

  package init() {}

  /// Neither in a sequence nor in a character.
  package var isAtRest: Bool { state == .ground && missing == 0 }

  package mutating func consume(_ bytes: UnsafeRawBufferPointer) {
    var position = 0
    while position < bytes.count {
      if state == .ground {
        let end = Self.firstEscape(in: bytes, from: position) ?? bytes.count
        noteText(UnsafeRawBufferPointer(rebasing: bytes[position..<end]))
        position = end
        if position == bytes.count { return }
      }
      take(bytes[position])
      position += 1
    }
  }

  private static func firstEscape(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard let base = bytes.baseAddress,
      let found = memchr(base + start, CInt(Self.escape), bytes.count - start)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }

  /// The end of a text says whether it ends within a character of UTF-8.
  private mutating func noteText(_ text: UnsafeRawBufferPointer) {
    if text.count >= Self.longestCharacter { missing = 0 }
    for byte in text.suffix(Self.longestCharacter) {
      switch byte {
      case 0xC2...0xDF: missing = 1
      case 0xE0...0xEF: missing = 2
      case 0xF0...0xF4: missing = 3
      case 0x80...0xBF: missing = max(0, missing - 1)
      default: missing = 0
      }
    }
  }

  private mutating func take(_ byte: UInt8) {
    switch byte {
    case Self.escape:
      (state, missing) = (.escape, 0)
    case Self.cancel, Self.substitute: state = .ground
    default: takeInSequence(byte)
    }
  }

  private mutating func takeInSequence(_ byte: UInt8) {
    switch state {
    case .ground: break
    case .escape: takeAfterEscape(byte)
    case .escapeIntermediate: if byte >= 0x30 { state = .ground }
    case .control: if byte >= 0x40 { state = .ground }
    case .command:
      if byte == Self.bell { state = .ground } else { match(byte) }
    case .string: break
    }
  }

  private mutating func takeAfterEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "["): state = .control
    case UInt8(ascii: "]"): (state, matched) = (.command, 0)
    case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      state = .string
    case 0x20...0x2F: state = .escapeIntermediate
    case 0x00..<0x20: break
    default: state = .ground
    }
  }

  private mutating func match(_ byte: UInt8) {
    guard let count = matched, count < Self.prefix.count else { return }
    matched = byte == Self.prefix[count] ? count + 1 : nil
    if matched == Self.prefix.count { hasProgressCommand = true }
  }
}
