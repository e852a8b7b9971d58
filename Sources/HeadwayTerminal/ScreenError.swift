import CCurses
import Glibc

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
