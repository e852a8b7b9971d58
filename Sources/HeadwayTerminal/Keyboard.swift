import CCurses
import HeadwayModel
import HeadwayMonitor

/// Keys out of what curses reads, without the escape sequences that neither knows.
struct Keyboard {
  enum Input: Hashable {
    case key(Key)
    case resized
    case mouse(MouseAction, row: Int, column: Int)
    /// The window has the keyboard now, or hasn't.
    case focus(Bool)
    /// The terminal's answer that it knows the Program Status Protocol.
    case knowsStatus
    /// The place of the terminal's cursor, counted from 0: the answer to a question of ours.
    case cursor(row: Int, column: Int)
    /// A character of a pasted text, which isn't a key.
    case pasted(Unicode.Scalar)
    /// A key the monitor has no name for.
    case unknown

    var isPress: Bool {
      if case .mouse(.press, _, _) = self { true } else { false }
    }
  }

  private enum Raw: Hashable {
    case scalar(UInt32)
    case function(UInt32)
    case resized
  }

  /// The input that was read to see whether an escape begins a sequence.
  private var putBack: Raw?
  /// The beginning of a report, of the mouse or of the cursor, whose end hasn't come yet.
  private var unfinishedReport: [UInt32]?

  /// Whether the terminal was asked where its cursor is. Its answer may come in parts.
  var awaitsCursorReport = false
  /// Whether the last input was an escape alone, which may begin that answer.
  private var mayHaveBegun = false

  private var isPasting = false
  /// The matched part of the sequence that ends a paste. curses recognises it only when it comes at
  /// once.
  private var endMatched = 0

  private static let pasteEnd = "\u{1B}[201~".unicodeScalars.map(\.value)

  /// Returns the next input; nil if there is none now.
  mutating func next() -> Input? {
    if isPasting { return nextPasted() }
    if let report = unfinishedReport {
      unfinishedReport = nil
      return afterIntroducer(report)
    }
    guard let raw = read() else { return nil }
    let hasBegun = mayHaveBegun && awaitsCursorReport
    mayHaveBegun = false
    return switch raw {
    // The rest of an answer whose escape came alone: its letters are no keys.
    case .scalar(0x5B) where hasBegun: afterIntroducer([])
    case .resized: .resized
    case .function(UInt32(HEADWAY_CURSES_KEY_PASTE_BEGIN)): beginPaste()
    case .function(let code): Self.input(function: code)
    case .scalar(0x1B): afterEscape()
    case .scalar(let value): Self.key(scalar: value).map(Input.key) ?? .unknown
    }
  }

  private mutating func beginPaste() -> Input {
    isPasting = true
    return .unknown
  }

  /// Ctrl-C, which terminals leave out of what they paste, ends it too: its own end may never come.
  private mutating func nextPasted() -> Input? {
    switch read() {
    case nil: return nil
    case .resized: return .resized
    case .function(UInt32(HEADWAY_CURSES_KEY_PASTE_END)): isPasting = false
    case .scalar(0x03):
      isPasting = false
      return .key(.control("c"))
    case .scalar(let value):
      guard value != Self.pasteEnd[endMatched] else {
        endMatched += 1
        isPasting = endMatched < Self.pasteEnd.count
        if !isPasting { endMatched = 0 }
        return .unknown
      }
      endMatched = value == Self.pasteEnd[0] ? 1 : 0
      if value >= 0x20, value != 0x7F, let scalar = Unicode.Scalar(value) { return .pasted(scalar) }
    case .function: break
    }
    return .unknown
  }

  /// An escape followed at once by `[` or `O` begins a key unknown to terminfo: its letters must
  /// not be taken for keys (ECMA-48, 5.4). Followed by another character it is that one with Alt,
  /// not that one; by another escape, two.
  private mutating func afterEscape() -> Input? {
    switch read() {
    case .scalar(0x5B):
      return afterIntroducer([])
    case .scalar(0x4F):
      _ = read()
      return .unknown
    case .scalar(0x1B):
      putBack = .scalar(0x1B)
      return .key(.escape)
    case .scalar: return .unknown
    case let other:
      putBack = other
      mayHaveBegun = other == nil
      return .key(.escape)
    }
  }

  /// Up to the byte that ends it; what is longer than any report is none. Nil where the rest of a
  /// report has yet to come.
  private mutating func afterIntroducer(_ begun: [UInt32]) -> Input? {
    var parameters = begun
    while let raw = read() {
      guard case .scalar(let value) = raw else {
        putBack = raw
        return .unknown
      }
      if (0x40...0x7E).contains(value) { return input(parameters, final: value) }
      if parameters.count < MouseReport.lengthLimit { parameters.append(value) }
    }
    let isOfCursor =
      awaitsCursorReport && !parameters.isEmpty
      && parameters.allSatisfy { (0x30...0x3B).contains($0) }
    guard parameters.first == MouseReport.mark || isOfCursor else { return .unknown }
    unfinishedReport = parameters
    return nil
  }

  /// `CSI M` is a report in the form that came first: three characters follow, which are no keys.
  private mutating func input(_ parameters: [UInt32], final: UInt32) -> Input {
    if parameters.isEmpty, final == 0x4D { for _ in 0..<3 { _ = read() } }
    if final == 0x52, awaitsCursorReport, let place = Self.place(parameters) {
      return .cursor(row: place.row, column: place.column)
    }
    return MouseReport(parameters, final: final).map(Self.input) ?? .unknown
  }

  private static func input(_ report: MouseReport) -> Input {
    .mouse(report.action, row: report.row, column: report.column)
  }

  /// The place in a cursor report, counted from 0: `CSI row ; column R` (ECMA-48, CPR).
  private static func place(_ parameters: [UInt32]) -> (row: Int, column: Int)? {
    let text = String(String.UnicodeScalarView(parameters.compactMap(Unicode.Scalar.init)))
    let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let row = numbers[0], let column = numbers[1], row > 0, column > 0
    else { return nil }
    return (row - 1, column - 1)
  }

  private mutating func read() -> Raw? {
    if let raw = putBack {
      putBack = nil
      return raw
    }
    var value: UInt32 = 0
    return switch Int(headway_curses_next(&value)) {
    case HEADWAY_CURSES_CHARACTER: .scalar(value)
    case HEADWAY_CURSES_FUNCTION_KEY: .function(value)
    case HEADWAY_CURSES_RESIZED: .resized
    default: nil
    }
  }

  private static func key(scalar value: UInt32) -> Key? {
    switch value {
    case 0x09: return .tab
    case 0x0A, 0x0D: return .enter
    case 0x08, 0x7F: return .backspace
    case 0x01...0x1A: return Unicode.Scalar(value + 0x60).map(Key.control)
    case ..<0x20: return nil
    default: return Unicode.Scalar(value).map(Key.character)
    }
  }

  private static func input(function code: UInt32) -> Input {
    switch Int(code) {
    case HEADWAY_CURSES_KEY_FOCUS_IN: .focus(true)
    case HEADWAY_CURSES_KEY_FOCUS_OUT: .focus(false)
    case HEADWAY_CURSES_KEY_STATUS: .knowsStatus
    default: key(function: code).map(Input.key) ?? .unknown
    }
  }

  private static func key(function code: UInt32) -> Key? {
    switch Int(code) {
    case HEADWAY_CURSES_KEY_UP: .up
    case HEADWAY_CURSES_KEY_DOWN: .down
    case HEADWAY_CURSES_KEY_LEFT: .left
    case HEADWAY_CURSES_KEY_RIGHT: .right
    case HEADWAY_CURSES_KEY_PAGE_UP: .pageUp
    case HEADWAY_CURSES_KEY_PAGE_DOWN: .pageDown
    case HEADWAY_CURSES_KEY_ENTER: .enter
    case HEADWAY_CURSES_KEY_HOME: .home
    case HEADWAY_CURSES_KEY_END: .end
    case HEADWAY_CURSES_KEY_BACKSPACE: .backspace
    case HEADWAY_CURSES_KEY_DELETE: .delete
    default: nil
    }
  }
}

/// A mouse report of a terminal: `CSI < button ; column ; row M` (xterm's control sequences, mode
/// 1006).
struct MouseReport: Hashable {
  /// More characters than one has.
  static let lengthLimit = 24
  /// The character before the parameters.
  static let mark: UInt32 = 0x3C

  let action: MouseAction
  let row: Int
  let column: Int

  /// Reads a report; nil for any other sequence, and for reports that the monitor doesn't act on:
  /// releases, other buttons, and buttons with a modifier key.
  init?(_ parameters: [UInt32], final: UInt32) {
    guard final == 0x4D, parameters.first == Self.mark, parameters.count < Self.lengthLimit else {
      return nil
    }
    let text = String(
      String.UnicodeScalarView(parameters.dropFirst().compactMap(Unicode.Scalar.init)))
    let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 3, let button = numbers[0], let column = numbers[1],
      let row = numbers[2],
      let action = Self.actions[button], column > 0, row > 0
    else { return nil }
    self.action = action
    self.row = row - 1
    self.column = column - 1
  }

  private static let actions: [Int: MouseAction] = [0: .press, 64: .wheelUp, 65: .wheelDown]
}
