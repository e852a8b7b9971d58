/// Finds the Program Status Protocol in terminal output, and what concerns it.
///
/// The output may be cut anywhere. Text between sequences is skipped at the speed of memchr(3). A
/// line feed ends an open string, as in ``TerminalScanner``. The memory is bounded by
/// ``ProgramStatusCommand/byteLimit``.
///
/// ```swift
/// var scanner = ProgramStatusScanner()
/// scanner.consume(output) { event in board.note(event) }
/// ```
package struct ProgramStatusScanner: Sendable {
  /// Something that the scanner has found.
  package enum Event: Hashable, Sendable {
    case command(ProgramStatusCommand)
    /// The program asks for the terminal's primary attributes (DA1). Programs send this question
    /// behind the query, to learn at once that a terminal doesn't know the protocol.
    case attributesQuery
    /// A shell began its prompt (`OSC 133 ; A`), so the program before has ended.
    case prompt
    /// The terminal was reset (`ESC c`).
    case reset
  }

  private enum Place {
    case ground, escape, intermediate, control, command
    /// ESC within a command: the next byte decides whether the command has ended.
    case commandEscape
    /// Another string, such as DCS.
    case ignored
  }

  private var place = Place.ground
  /// The bytes of the open sequence behind its introducer.
  private var held: [UInt8] = []
  /// Whether `held` has all bytes of the sequence.
  private var isWhole = true

  private static let (bell, lineFeed, cancel, substitute, escape):
    (UInt8, UInt8, UInt8, UInt8, UInt8) = (0x07, 0x0A, 0x18, 0x1A, 0x1B)
  /// The bytes of a command besides those held: `ESC ]`, and the terminator `ESC \`.
  private static let frameSize = 4

  package init() {}

  /// Scans `bytes` and calls `body` with each event, in their order.
  package mutating func consume(_ bytes: UnsafeRawBufferPointer, _ body: (Event) -> Void) {
    var position = 0
    while position < bytes.count {
      if place == .ground {
        guard let found = bytes.firstEscape(from: position) else { return }
        position = found
      }
      if let event = scan(bytes[position]) { body(event) }
      position += 1
    }
  }

  private mutating func scan(_ byte: UInt8) -> Event? {
    switch place {
    case .commandEscape: return scanAfterCommandEscape(byte)
    case _ where byte == Self.escape:
      place = place == .command ? .commandEscape : .escape
      return nil
    case _ where byte == Self.cancel || byte == Self.substitute: place = .ground
    case .ground: break
    case .escape: return scanAfterEscape(byte)
    case .intermediate: if byte >= 0x30 { place = .ground }
    case .control: return scanInControl(byte)
    case .command: return scanInCommand(byte)
    case .ignored: if byte == Self.bell || byte == Self.lineFeed { place = .ground }
    }
    return nil
  }

  private mutating func scanAfterEscape(_ byte: UInt8) -> Event? {
    switch byte {
    case UInt8(ascii: "["): begin(.control)
    case UInt8(ascii: "]"): begin(.command)
    case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      place = .ignored
    case 0x20...0x2F: place = .intermediate
    case UInt8(ascii: "c"):
      place = .ground
      return .reset
    case 0x00..<0x20: break
    default: place = .ground
    }
    return nil
  }

  private mutating func scanInControl(_ byte: UInt8) -> Event? {
    guard byte >= 0x40 else {
      if byte >= 0x20 { hold(byte) }
      return nil
    }
    place = .ground
    let isQuery = byte == UInt8(ascii: "c") && (held.isEmpty || held == [UInt8(ascii: "0")])
    return isQuery ? .attributesQuery : nil
  }

  private mutating func scanInCommand(_ byte: UInt8) -> Event? {
    switch byte {
    case Self.bell: return ended()
    case Self.lineFeed: place = .ground
    case 0x00..<0x20: isWhole = false
    default: hold(byte)
    }
    return nil
  }

  /// Ends the command if `ESC \` is complete. Any other byte after ESC cancels the command and
  /// begins another sequence.
  private mutating func scanAfterCommandEscape(_ byte: UInt8) -> Event? {
    if byte == UInt8(ascii: "\\") { return ended() }
    // A command that is wrapped for tmux has each ESC twice.
    if byte == Self.escape { return nil }
    place = .escape
    return scanAfterEscape(byte)
  }

  private mutating func ended() -> Event? {
    place = .ground
    guard isWhole else { return nil }
    if let command = ProgramStatusCommand(held) { return .command(command) }
    let prompt = Array("133;A".utf8)
    let isPrompt =
      held.starts(with: prompt)
      && [nil, UInt8(ascii: ";")].contains(held.dropFirst(prompt.count).first)
    return isPrompt ? .prompt : nil
  }

  private mutating func begin(_ place: Place) {
    self.place = place
    held.removeAll(keepingCapacity: true)
    isWhole = true
  }

  private mutating func hold(_ byte: UInt8) {
    if held.count < ProgramStatusCommand.byteLimit - Self.frameSize {
      held.append(byte)
    } else {
      isWhole = false
    }
  }
}
