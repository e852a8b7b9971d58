internal import CHeadwaySystem

/// A terminal's size (TIOCGWINSZ, ioctl_tty(2)); any of it may be 0.
package struct WindowSize: Hashable, Sendable {
  package var rows: UInt16
  package var columns: UInt16
  package var pixelWidth: UInt16
  package var pixelHeight: UInt16

  package init(rows: UInt16, columns: UInt16, pixelWidth: UInt16 = 0, pixelHeight: UInt16 = 0) {
    self.rows = rows
    self.columns = columns
    self.pixelWidth = pixelWidth
    self.pixelHeight = pixelHeight
  }

  /// Of a terminal that nobody looks at.
  package static let standard = WindowSize(rows: 24, columns: 80)

  package init(of terminal: CInt) throws(SystemError) {
    self.init(rows: 0, columns: 0)
    try SystemError.check(
      "TIOCGWINSZ",
      headway_window_size(terminal, &rows, &columns, &pixelWidth, &pixelHeight))
  }

  /// The kernel sends SIGWINCH to the terminal's foreground group if that changes anything.
  package func apply(to terminal: CInt) throws(SystemError) {
    try SystemError.check(
      "TIOCSWINSZ",
      headway_set_window_size(terminal, rows, columns, pixelWidth, pixelHeight))
  }
}
