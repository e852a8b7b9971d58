/// Turns what a program wrote to a terminal into lines for a file or another program: the text that
/// the terminal would show, without the bytes that only a terminal needs.
///
/// Control sequences and colours go. CR LF becomes LF. Text that the program draws over is
/// replaced, so that a progress bar leaves its last state. Each character counts as one column.
/// Bytes that aren't UTF-8 stay as they are.
///
/// Bytes in, bytes out, however they are cut. A line comes out at its end.
///
/// ```swift
/// var output = PlainOutput()
/// output.pass("10%\r20%\r\n".utf8)  // "20%\n"
/// ```
public struct PlainOutput: Sendable {
  private enum Place {
    case text, escape, sequence
    /// An operating system command or its like, up to BEL or ESC `\\`.
    case string
    /// ESC within a string.
    case stringEscape
  }

  /// The longest line, in characters, that the program can still draw over. A longer line comes out
  /// in parts.
  static let lineLimit = 1 << 16
  /// The longest parameter list of a control sequence that is read.
  private static let parameterLimit = 16

  private var place = Place.text
  /// The unfinished line. A character of up to four bytes is one number; its first byte is the
  /// lowest.
  private var line: [UInt32] = []
  /// The column of the next character, from 0.
  private var column = 0
  /// The number of bytes that the character at `column - 1` still lacks.
  private var missingBytes = 0
  private var parameters: [UInt8] = []

  /// Makes a filter at the beginning of an output.
  public init() {}

  /// Returns the lines that `bytes` end, with their line ends.
  public mutating func pass(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var passed: [UInt8] = []
    passed.reserveCapacity(bytes.underestimatedCount)
    for byte in bytes { handle(byte, &passed) }
    return passed
  }

  /// Returns the line that has no end yet, and begins a new one.
  public mutating func finish() -> [UInt8] {
    var rest: [UInt8] = []
    moveLine(to: &rest)
    return rest
  }

  private mutating func handle(_ byte: UInt8, _ passed: inout [UInt8]) {
    switch place {
    case .text: handleText(byte, &passed)
    case .escape: leaveEscape(byte)
    case .sequence: handleSequence(byte, &passed)
    case .string:
      switch byte {
      case 0x1B: place = .stringEscape
      case 0x07: place = .text
      // A line feed ends an open string, so that a stray ESC ] can't swallow the rest of a log.
      case UInt8(ascii: "\n"):
        place = .text
        handleText(byte, &passed)
      default: break
      }
    case .stringEscape:
      if byte == UInt8(ascii: "\\") { place = .text } else { leaveEscape(byte) }
    }
  }

  private mutating func leaveEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "["): (place, parameters) = (.sequence, [])
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      place = .string
    case 0x20...0x2F, 0x1B: place = .escape
    default: place = .text
    }
  }

  /// Handles a byte of a control sequence (ECMA-48). Moves on the row and EL take effect, because
  /// progress bars use them.
  private mutating func handleSequence(_ byte: UInt8, _ passed: inout [UInt8]) {
    if (0x20...0x3F).contains(byte) {
      if parameters.count < Self.parameterLimit { parameters.append(byte) }
      return
    }
    place = .text
    switch byte {
    case UInt8(ascii: "K"): clear()
    case UInt8(ascii: "C"): move(to: column + max(1, parameter))
    case UInt8(ascii: "D"): move(to: column - max(1, parameter))
    case UInt8(ascii: "G"): move(to: max(1, parameter) - 1)
    case 0x00..<0x20: handleText(byte, &passed)
    default: break
    }
  }

  /// The first parameter, 0…9999; 0 if there is none.
  private var parameter: Int {
    parameters.prefix { (0x30...0x39).contains($0) }.prefix(4)
      .reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private mutating func move(to column: Int) {
    self.column = min(max(0, column), Self.lineLimit - 1)
    missingBytes = 0
  }

  private mutating func clear() {
    switch parameter {
    case 1: for place in 0..<min(column + 1, line.count) { line[place] = 0x20 }
    case 2: line.removeAll(keepingCapacity: true)
    default: if column < line.count { line.removeLast(line.count - column) }
    }
  }

  private mutating func handleText(_ byte: UInt8, _ passed: inout [UInt8]) {
    if missingBytes > 0, byte & 0xC0 == 0x80, column > 0, column <= line.count {
      line[column - 1] |= UInt32(byte) << (8 * UInt32(Self.length(line[column - 1])))
      missingBytes -= 1
      return
    }
    missingBytes = 0
    switch byte {
    case UInt8(ascii: "\n"):
      moveLine(to: &passed)
      passed.append(byte)
    case UInt8(ascii: "\r"): column = 0
    case 0x08: column = max(0, column - 1)
    case 0x1B: place = .escape
    case UInt8(ascii: "\t"), 0x0B, 0x0C, 0x20..<0x7F, 0x80...:
      put(byte, &passed)
      missingBytes = byte < 0xC2 ? 0 : byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : byte < 0xF5 ? 3 : 0
    default: break
    }
  }

  private mutating func put(_ byte: UInt8, _ passed: inout [UInt8]) {
    if column >= Self.lineLimit { moveLine(to: &passed) }
    while line.count < column { line.append(0x20) }
    if column < line.count { line[column] = UInt32(byte) } else { line.append(UInt32(byte)) }
    column += 1
  }

  private mutating func moveLine(to passed: inout [UInt8]) {
    for character in line {
      for index in 0..<Self.length(character) {
        passed.append(UInt8(truncatingIfNeeded: character >> (8 * UInt32(index))))
      }
    }
    line.removeAll(keepingCapacity: true)
    (column, missingBytes) = (0, 0)
  }

  /// The number of bytes of a character, 1…4. No byte of a character is 0.
  private static func length(_ character: UInt32) -> Int {
    max(1, 4 - character.leadingZeroBitCount / 8)
  }
}
