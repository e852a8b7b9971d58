internal import HeadwayModel

/// The settings of a terminal that must be undone if a person leaves the program that made them.
/// The type is pure and takes bytes in chunks of any size.
///
/// The type follows the private modes that xterm sets by `CSI ? … h` and resets by `CSI ? … l`
/// (ECMA-48), the keypad mode, and whether text has a style.
package struct ScreenState: Sendable {
  /// The part of the output to which the next byte belongs. `modes` are the parameters of a private
  /// mode.
  private enum Place {
    case text, escape, sequence, modes
  }

  /// The known modes in the order in which they are undone. The alternate screen comes last.
  private static let known = [
    1, 9, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1015, 2004, 47, 1047, 1049,
  ]
  private static let alternates: Set = [47, 1047, 1049]
  private static let cursor = 25
  private static let parameterLimit = 16

  private var place = Place.text
  private var parameters: [Int] = [0]
  private var modes: Set<Int> = []
  private var isCursorHidden = false
  private var hasKeypad = false
  private var isStyled = false
  private var followsLineEnd = true
  /// Whether the output before the alternate screen ended with a line end. The cursor goes back
  /// there when the program leaves the alternate screen.
  private var followedLineEnd = true

  package init() {}

  /// Whether the cursor is behind a line end once ``undoing`` was written, or nothing was written
  /// at all.
  package var isAtLineStart: Bool {
    modes.isDisjoint(with: Self.alternates) ? followsLineEnd : followedLineEnd
  }

  /// Follows the next bytes of the output.
  package mutating func note(_ bytes: some Sequence<UInt8>) { bytes.forEach { note($0) } }

  private mutating func note(_ byte: UInt8) {
    switch place {
    case .text: noteText(byte)
    case .escape: noteEscape(byte)
    case .sequence: noteSequence(byte)
    case .modes: noteModes(byte)
    }
  }

  /// Notes whether the text ends with a line end. A carriage return alone changes nothing.
  private mutating func noteText(_ byte: UInt8) {
    switch byte {
    case 0x1B: place = .escape
    case 0x0A: followsLineEnd = true
    case 0x0D: break
    default: followsLineEnd = false
    }
  }

  /// Handles the byte after ESC: the start of a control sequence, the keypad mode, or a full reset.
  private mutating func noteEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "["):
      parameters = [0]
      place = .sequence
      return
    case UInt8(ascii: "="): hasKeypad = true
    case UInt8(ascii: ">"): hasKeypad = false
    case UInt8(ascii: "c"): self = ScreenState()
    default: break
    }
    place = byte == 0x1B ? .escape : .text
  }

  /// Handles a byte of a control sequence. Every SGR sequence counts as a style, because one reset
  /// too many does no harm.
  private mutating func noteSequence(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "?"): place = .modes
    case 0x1B: place = .escape
    case 0x40...0x7E:
      if byte == UInt8(ascii: "m") { isStyled = true }
      place = .text
    default: break
    }
  }

  /// Handles a byte of a private mode sequence.
  private mutating func noteModes(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      let last = parameters.count - 1
      parameters[last] = min(parameters[last] * 10 + Int(byte - 0x30), 99_999)
    case UInt8(ascii: ";"):
      if parameters.count < Self.parameterLimit { parameters.append(0) }
    case UInt8(ascii: "h"), UInt8(ascii: "l"):
      parameters.forEach { change($0, isOn: byte == UInt8(ascii: "h")) }
      place = .text
    case 0x1B: place = .escape
    case 0x40...0x7E: place = .text
    default: break
    }
  }

  /// Sets or resets a private mode. Entering and leaving the alternate screen also moves the
  /// cursor.
  private mutating func change(_ mode: Int, isOn: Bool) {
    if mode == Self.cursor { isCursorHidden = !isOn }
    guard Self.known.contains(mode), modes.contains(mode) != isOn else { return }
    if Self.alternates.contains(mode) {
      if isOn { followedLineEnd = followsLineEnd } else { followsLineEnd = followedLineEnd }
    }
    if isOn { modes.insert(mode) } else { modes.remove(mode) }
  }

  /// The sequences that restore the terminal.
  package var undoing: String {
    let resets = Self.known.filter(modes.contains).map { "\u{1B}[?\($0)l" }.joined()
    return (place == .text ? "" : "\u{18}") + resets + (isCursorHidden ? "\u{1B}[?25h" : "")
      + (hasKeypad ? "\u{1B}>" : "") + (isStyled ? "\u{1B}[m" : "")
  }
}
