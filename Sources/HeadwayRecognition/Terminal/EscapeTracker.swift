internal import Glibc

/// Follows terminal output to the places between characters and sequences, where other bytes can be
/// put in.
///
/// The supervisor puts its own progress sequence into the output of a command. In the middle of an
/// escape sequence or a UTF-8 character it would destroy both. Bytes in sequences are looked at one
/// by one; the text between them is skipped at the speed of memchr(3).
///
/// ```swift
/// var tracker = EscapeTracker()
/// tracker.consume(output)
/// if tracker.isAtRest { write(sequence) }
/// ```
package struct EscapeTracker: Sendable {
  /// The position within a sequence, named after the states of the DEC VT500 parser.
  private enum State {
    case ground, escape, escapeIntermediate, control, command, string
  }

  private var state = State.ground
  /// The number of bytes that the last UTF-8 character still lacks.
  private var missing = 0
  /// The number of bytes of `9;4;` that the current command begins with; nil once it differs.
  private var matched: Int?
  /// Whether the output has held an `OSC 9;4`. The command then reports its progress to the
  /// terminal itself.
  package private(set) var hasProgressCommand = false

  private static let (bell, cancel, substitute, escape): (UInt8, UInt8, UInt8, UInt8) =
    (0x07, 0x18, 0x1A, 0x1B)
  private static let prefix = Array("9;4;".utf8)
  private static let longestCharacter = 4

  package init() {}

  /// Whether the output stands neither within a sequence nor within a character.
  package var isAtRest: Bool { state == .ground && missing == 0 }

  package mutating func consume(_ bytes: UnsafeRawBufferPointer) {
    var position = 0
    while position < bytes.count {
      if state == .ground {
        let end = bytes.firstEscape(from: position) ?? bytes.count
        noteText(UnsafeRawBufferPointer(rebasing: bytes[position..<end]))
        position = end
        if position == bytes.count { return }
      }
      track(bytes[position])
      position += 1
    }
  }

  /// Notes whether a text ends within a UTF-8 character. Its last four bytes are enough for that.
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

  private mutating func track(_ byte: UInt8) {
    switch byte {
    case Self.escape:
      (state, missing) = (.escape, 0)
    case Self.cancel, Self.substitute: state = .ground
    default: trackInSequence(byte)
    }
  }

  private mutating func trackInSequence(_ byte: UInt8) {
    switch state {
    case .ground: break
    case .escape: trackAfterEscape(byte)
    case .escapeIntermediate: if byte >= 0x30 { state = .ground }
    case .control: if byte >= 0x40 { state = .ground }
    case .command:
      if byte == Self.bell { state = .ground } else { match(byte) }
    case .string: break
    }
  }

  private mutating func trackAfterEscape(_ byte: UInt8) {
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

extension UnsafeRawBufferPointer {
  /// Returns the offset of the first ESC from `start` on, at the speed of memchr(3). Nil if there is
  /// none.
  func firstEscape(from start: Int) -> Int? {
    guard let baseAddress, let found = memchr(baseAddress + start, 0x1B, count - start) else {
      return nil
    }
    return UnsafeRawPointer(found) - baseAddress
  }
}
