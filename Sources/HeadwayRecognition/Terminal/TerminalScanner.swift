/// Cuts terminal output into text, line ends and the few sequences that matter for progress.
///
/// The scanner follows the state machine of the DEC VT500 parser (vt100.net/emu/dec_ansi_parser),
/// with one difference: a line feed ends an open string. A stray `ESC ]` in a log then can't
/// swallow everything behind it. Memory is bounded by `sequenceByteLimit`.
///
/// ```swift
/// var scanner = TerminalScanner()
/// var position = 0
/// while let token = scanner.next(in: bytes, from: &position) {
///   if case .text(let range) = token { show(bytes[range]) }
/// }
/// ```
package struct TerminalScanner {
  /// A piece of output.
  package enum Token: Equatable {
    /// Visible bytes and tabs, as a range of the buffer being scanned.
    case text(Range<Int>)
    /// A move of the cursor to the right: a gap without text.
    case gap
    /// A control character that no text has.
    case binary
    case lineFeed
    /// A move of the cursor to the beginning of its row.
    case carriageReturn
    /// A move of the cursor back on its row: what follows draws over what was there.
    case redraw
    /// A move of the cursor to a column of its row, from 1.
    case column(Int)
    /// A move of the cursor by so many rows, down or, if negative, up.
    case rows(Int)
    /// A move of the cursor to an absolute place; nil if that is a saved place, whose row isn't
    /// known.
    case place(row: Int?)
    /// The end of an operating system command (OSC), whose bytes are in ``sequence``.
    case command
    /// The begin (true) or the end (false) of a full-screen program's screen.
    case alternateScreen(Bool)
  }

  /// The states of the parser. `ground` is text; `command` is an OSC string.
  private enum State {
    case ground, escape, escapeIntermediate, control, command, ignoredString
  }

  /// The parameters of the latest control sequence, or the bytes of the latest command.
  private(set) var sequence: [UInt8] = []
  /// Whether `sequence` has all the bytes that came. A longer command is ignored.
  private var isSequenceWhole = true
  private var state = State.ground

  private static let sequenceByteLimit = 64

  package init() { sequence.reserveCapacity(Self.sequenceByteLimit) }

  /// The next token, or nil at the end of the buffer.
  ///
  /// A sequence may be open at the end. The next buffer then continues it.
  ///
  /// - Parameters:
  ///   - bytes: A piece of output. A `.text` range refers to it.
  ///   - position: The offset to scan from; moves behind the token.
  package mutating func next(
    in bytes: UnsafeRawBufferPointer, from position: inout Int
  ) -> Token? {
    while position < bytes.count {
      if case .ground = state {
        let start = position
        position = bytes.endOfText(from: start)
        if position > start { return .text(start..<position) }
        guard position < bytes.count else { return nil }
      }
      let byte = bytes[position]
      position += 1
      if let token = scan(byte) { return token }
    }
    return nil
  }

  private mutating func scan(_ byte: UInt8) -> Token? {
    switch byte {
    case Control.escape: return scanEscape()
    case Control.cancel, Control.substitute:
      state = .ground
      return nil
    default: break
    }
    switch state {
    case .ground: return Self.token(ofControl: byte)
    case .escape: return scanAfterEscape(byte)
    case .escapeIntermediate:
      if byte >= 0x30 { state = .ground }
      return nil
    case .control: return scanInControl(byte)
    case .command, .ignoredString: return scanInString(byte)
    }
  }

  /// The token of a control character; nil for characters without a meaning here.
  private static func token(ofControl byte: UInt8) -> Token? {
    switch byte {
    case Control.lineFeed: .lineFeed
    case Control.carriageReturn: .carriageReturn
    case Control.backspace: .redraw
    // NUL is no sign of binary output, because it pads text; nor are shifts and flow control.
    case 0x01...0x06, 0x10, 0x12, 0x14...0x17, 0x19, 0x1C...0x1F: .binary
    default: nil
    }
  }

  /// Begins a sequence, and ends a string if one is open. The `\` of a string terminator then means
  /// nothing.
  private mutating func scanEscape() -> Token? {
    let ended = state
    state = .escape
    return ended == .command ? endedCommand : nil
  }

  private mutating func scanAfterEscape(_ byte: UInt8) -> Token? {
    switch byte {
    case UInt8(ascii: "["): begin(.control)
    case UInt8(ascii: "]"): begin(.command)
    case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      begin(.ignoredString)
    case 0x20...0x2F: state = .escapeIntermediate
    default: state = .ground
    }
    switch byte {
    case UInt8(ascii: "8"): return .place(row: nil)
    case UInt8(ascii: "M"): return .rows(-1)
    default: return byte < 0x20 ? Self.token(ofControl: byte) : nil
    }
  }

  private mutating func scanInControl(_ byte: UInt8) -> Token? {
    switch byte {
    case 0x20..<0x40:
      keep(byte)
      return nil
    case 0x40..<0x7F:
      state = .ground
      return token(ofControlSequence: byte)
    case 0x80...:
      state = .ground
      return nil
    default: return Self.token(ofControl: byte)
    }
  }

  private mutating func scanInString(_ byte: UInt8) -> Token? {
    switch byte {
    case Control.bell:
      let ended = state
      state = .ground
      return ended == .command ? endedCommand : nil
    case Control.lineFeed:
      state = .ground
      return .lineFeed
    default:
      if case .command = state { keep(byte) }
      return nil
    }
  }

  /// The token of a control sequence, by its last byte (ECMA-48); nil for colours, erasures and
  /// others.
  private func token(ofControlSequence final: UInt8) -> Token? {
    switch final {
    case UInt8(ascii: "C"): .gap
    case UInt8(ascii: "A"), UInt8(ascii: "F"): .rows(-parameter)
    case UInt8(ascii: "B"), UInt8(ascii: "E"): .rows(parameter)
    case UInt8(ascii: "D"): .redraw
    case UInt8(ascii: "G"): .column(parameter)
    case UInt8(ascii: "H"), UInt8(ascii: "d"), UInt8(ascii: "f"): .place(row: parameter)
    case UInt8(ascii: "u"): .place(row: nil)
    case UInt8(ascii: "h") where namesAlternateScreen: .alternateScreen(true)
    case UInt8(ascii: "l") where namesAlternateScreen: .alternateScreen(false)
    default: nil
    }
  }

  /// The first parameter, 1…9999; 1 if it is left out. Screens are small, so four digits are
  /// enough.
  private var parameter: Int {
    let digits = sequence.prefix { $0.isDigit }.prefix(4)
    return max(1, digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) })
  }

  /// Whether the sequence is one of the private modes of the alternate screen (xterm).
  private var namesAlternateScreen: Bool {
    sequence.elementsEqual("?1049".utf8) || sequence.elementsEqual("?1047".utf8)
      || sequence.elementsEqual("?47".utf8)
  }

  /// The token of a command that has ended; nil if the command was too long.
  private var endedCommand: Token? { isSequenceWhole ? .command : nil }

  private mutating func begin(_ state: State) {
    self.state = state
    sequence.removeAll(keepingCapacity: true)
    isSequenceWhole = true
  }

  private mutating func keep(_ byte: UInt8) {
    if sequence.count < Self.sequenceByteLimit {
      sequence.append(byte)
    } else {
      isSequenceWhole = false
    }
  }
}

private enum Control {
  static let bell: UInt8 = 0x07
  static let backspace: UInt8 = 0x08
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let cancel: UInt8 = 0x18
  static let substitute: UInt8 = 0x1A
  static let escape: UInt8 = 0x1B
}

extension UnsafeRawBufferPointer {
  /// The offset of the first control character from `start` on that isn't a tab; the count if there
  /// is none.
  fileprivate func endOfText(from start: Int) -> Int {
    for position in stride(from: start, to: count, by: 8) {
      let controls = EightBytes(bytes, at: position).controls
      if controls != 0 { return position + controls.trailingZeroBitCount / 8 }
    }
    return count
  }
}
