import CCurses
import Glibc
import HeadwayModel
package import HeadwayMonitor

/// The terminal as a canvas and a keyboard (ncurses).
///
/// One at a time in a process, used from one thread. Whatever way the process goes, the terminal is
/// given back: `close()` and the end of the value do it, and after a trap a signal handler does.
/// TERM, INT, HUP, TSTP and CONT stay the caller's to route.
package final class Screen {
  /// The canvas on the terminal; nil if it isn't known.
  private var shown: Canvas?
  private var keyboard = Keyboard()
  private var isOpen = false
  /// The time at which the terminal was asked for the width of ambiguous characters.
  private var askedWidth: ContinuousClock.Instant?
  /// A button of the mouse was the last that was heard of: the report of its release is to come.
  private var awaitsRelease = false
  /// Whether the terminal has answered ``TerminalStatus/query``.
  package private(set) var knowsStatus = false
  private var window: CursesWindow

  /// Opens the terminal behind `input` and `output`, which stay the caller's.
  ///
  /// A name that terminfo doesn't know is taken for `xterm-256color`. Of a terminal with direct
  /// colours (`COLORTERM`), terminfo's entry that has them is taken where there is one.
  /// - Parameters:
  ///   - terminal: what `TERM` says; nil where it isn't set.
  package init(
    input: Int32, output: Int32, terminal: String?, settings: ScreenSettings = ScreenSettings()
  )
    throws(ScreenError)
  {
    guard let terminal, !terminal.isEmpty, terminal != "dumb" else {
      throw .unsuitableTerminal(name: terminal)
    }
    _ = headway_curses_set_locale()
    var result = Int32(HEADWAY_CURSES_UNKNOWN_TERMINAL)
    for name in settings.names(of: terminal) where Int(result) == HEADWAY_CURSES_UNKNOWN_TERMINAL {
      result = headway_curses_open(name, input, output, settings.isColoured, settings.hasMouse)
    }
    if let error = ScreenError(result, terminal: terminal) { throw error }
    isOpen = true
    window = CursesWindow(theme: settings.theme)
  }

  deinit { close() }

  /// The size in cells, as of the last `nextInput()`.
  package var size: CanvasSize {
    var columns: Int32 = 0
    var rows: Int32 = 0
    headway_curses_size(&columns, &rows)
    return CanvasSize(columns: Int(columns), rows: Int(rows))
  }

  /// Shows `canvas`. Only cells that differ from the last canvas are written into the window of
  /// curses, which sends the terminal what changed.
  package func present(_ canvas: Canvas) {
    let shown = shown.flatMap { $0.size == canvas.size ? $0 : nil } ?? cleared(canvas.size)
    canvas.forEachChange(since: shown) { window.put($0, row: $1, column: $2) }
    window.present(caret: canvas.caret, rows: canvas.size.rows)
    self.shown = canvas
  }

  private func cleared(_ size: CanvasSize) -> Canvas {
    window.clear()
    return Canvas(size: size)
  }

  /// The next key or change of size; nil when there is none now. Never waits.
  ///
  /// Call it until nil after every wake-up, one by SIGWINCH included: the size is looked at here.
  package func nextInput() -> ScreenInput? {
    if let askedWidth, ContinuousClock.now - askedWidth > Self.widthPatience {
      keyboard.awaitsCursorReport = false
    }
    while let raw = keyboard.next() {
      awaitsRelease = raw.isPress
      switch raw {
      case .key(let key): return .key(key)
      case .mouse(let action, let row, let column):
        return .mouse(action, row: row, column: column)
      case .focus(let isFocused): return .focus(isFocused)
      case .pasted(let scalar): return .pasted(scalar)
      case .resized:
        shown = nil
        return .resized(size)
      case .knowsStatus: knowsStatus = true
      case .cursor(let row, let column):
        // A report of another place, or a late one, answers nobody's question.
        guard row == min(Self.probeRow, size.rows - 1) else { continue }
        keyboard.awaitsCursorReport = false
        // The probe was one ambiguous character at the left edge.
        guard let since = askedWidth, ContinuousClock.now - since < Self.widthPatience, column == 2
        else { continue }
        widenAmbiguous()
        return .ambiguousIsWide
      case .unknown: continue
      }
    }
    return nil
  }

  /// The event of the next input, behind those of the pasted characters before it, which come
  /// together: 4096 at once, so that a long paste takes little memory. Nil when there is no input now.
  package func nextEvents() -> [MonitorEvent]? {
    var events: [MonitorEvent] = []
    while events.count < 4096, let input = nextInput() {
      events.append(input.event)
      guard case .pasted = input else { break }
    }
    return events.isEmpty ? nil : events
  }

  /// Asks the terminal whether it draws ambiguous characters in two columns (``AmbiguousWidth``).
  ///
  /// The screen draws such a character at the left edge, and asks where the cursor is then. The first
  /// frame wipes the character out. The answer comes as ``ScreenInput/ambiguousIsWide``. Without an
  /// answer the width stays one column. The character isn't in the first row, because a report of the
  /// first row looks like a function key.
  package func askAmbiguousWidth() {
    askedWidth = ContinuousClock.now
    keyboard.awaitsCursorReport = true
    send(Array("\u{1B}[\(Self.probeRow + 1);1H·\u{1B}[6n".utf8))
  }

  /// Counts two columns for each ambiguous character from now on, here and in curses.
  package func widenAmbiguous() {
    AmbiguousWidth.isWide = true
    let bounds = AmbiguousWidth.ranges.flatMap { [$0.lowerBound, $0.upperBound] }
    headway_curses_widen(bounds, bounds.count)
    shown = nil
  }

  /// The time after which a report of the cursor is no answer any more.
  private static let widthPatience: Duration = .seconds(10)
  /// The row in which an ambiguous character is drawn, counted from 0.
  private static let probeRow = 2

  /// Tells the terminal something that draws nothing, between two frames; nothing while suspended.
  package func send(_ bytes: [UInt8]) { headway_curses_send(bytes, bytes.count) }

  /// Has `bytes`, at most 63, written whenever the terminal is given back, by a crash too: what
  /// takes back what ``send(_:)`` said.
  package func setFarewell(_ bytes: [UInt8]) { headway_curses_set_farewell(bytes, bytes.count) }

  /// Gives the terminal back before the process stops; until `resume()` nothing is drawn.
  package func suspend() {
    takeRelease()
    headway_curses_suspend()
  }

  /// Takes the terminal again after a stop, whoever stopped the process; the next `present` draws
  /// all of it, and `nextInput()` says when the size is another.
  package func resume() {
    keyboard = Keyboard()
    headway_curses_resume()
    shown = nil
  }

  /// Draws with another theme from the next `present` on.
  package func adopt(_ theme: Theme) {
    window = CursesWindow(theme: theme)
    shown = nil
  }

  /// Makes the next `present` draw the whole screen, whatever is on it.
  package func repaint() { shown = nil }

  /// Gives the terminal back as it was. Any number of times.
  package func close() {
    guard isOpen else { return }
    isOpen = false
    takeRelease()
    headway_curses_close()
  }

  /// A click that leaves ends after its press: what the terminal says of that goes to nobody else.
  private func takeRelease() {
    if awaitsRelease { headway_curses_quiet(Self.releaseMilliseconds) }
    awaitsRelease = false
  }

  /// The time for input that the terminal sent before it heard that the mouse isn't wanted any
  /// more.
  private static let releaseMilliseconds: Int32 = 50
}

/// An input from the terminal.
package enum ScreenInput: Hashable, Sendable {
  case key(Key)
  case mouse(MouseAction, row: Int, column: Int)
  case resized(CanvasSize)
  /// The terminal's window has the keyboard now, or hasn't.
  case focus(Bool)
  /// A character of a pasted text, which isn't a key.
  case pasted(Unicode.Scalar)
  /// The terminal draws ambiguous characters in two columns.
  case ambiguousIsWide

  /// The input as an event of the monitor.
  package var event: MonitorEvent {
    switch self {
    case .key(let key): .keyPressed(key)
    case .mouse(let action, let row, let column): .mouse(action, row: row, column: column)
    case .resized(let size): .resized(size)
    case .focus(let isFocused): .focusChanged(isFocused)
    case .pasted(let scalar): .pasted(scalar)
    case .ambiguousIsWide: .ambiguousIsWide
    }
  }
}

/// Why there is no screen. The monitor can still append lines.
package enum ScreenError: Error, Hashable {
  /// `TERM` is unset, `dumb`, or names a terminal that can't place its cursor.
  case unsuitableTerminal(name: String?)
  /// No terminal is behind the descriptors, or no more can be opened: errno of tcgetattr(3) or
  /// fcntl(2); EBUSY while another screen is open.
  case notATerminal(code: Int32)

  /// Makes an error of a result; nil for success.
  init?(_ result: Int32, terminal: String) {
    switch Int(result) {
    case HEADWAY_CURSES_OK: return nil
    case HEADWAY_CURSES_FAILED: self = .notATerminal(code: errno)
    default: self = .unsuitableTerminal(name: terminal)
    }
  }
}

/// The settings with which a screen is opened.
package struct ScreenSettings: Hashable, Sendable {
  package var theme = Theme.terminal
  /// False where `NO_COLOR` asks for none.
  package var isColoured = true
  /// Whether the terminal is asked for clicks and the wheel, which it then doesn't select text
  /// with.
  package var hasMouse = true
  /// Whether the terminal draws any colour there is, as `COLORTERM` says.
  package var hasDirectColours = false

  package init() {}

  /// Returns the names that terminfo may have for `terminal`, the best first.
  func names(of terminal: String) -> [String] {
    let suffix = "-256color"
    let base = terminal.hasSuffix(suffix) ? String(terminal.dropLast(suffix.count)) : terminal
    let direct = isColoured && hasDirectColours ? ["\(base)-direct"] : []
    return direct + [terminal, "xterm-256color"]
  }
}

/// The terminals that terminfo knows (terminfo(5)).
package enum Terminfo {
  /// 0 for a terminal without colours; nil for one that isn't known. Not while a ``Screen`` is
  /// open.
  package static func colours(of terminal: String) -> Int? {
    let colours = headway_curses_colours(terminal)
    return colours == -2 ? nil : Int(max(0, colours))
  }
}
