internal import CHeadwaySystem

/// The size of a terminal in characters and pixels (TIOCGWINSZ, ioctl_tty(2)). An unknown value is
/// 0.
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

  /// The size of a terminal that nobody looks at.
  package static let standard = WindowSize(rows: 24, columns: 80)

  /// Reads the size of `terminal`.
  package init(of terminal: CInt) throws(SystemError) {
    self.init(rows: 0, columns: 0)
    try SystemError.check(
      "TIOCGWINSZ",
      headway_window_size(terminal, &rows, &columns, &pixelWidth, &pixelHeight))
  }

  /// Sets the size of `terminal`. If it changes, the kernel sends SIGWINCH to the foreground group.
  package func apply(to terminal: CInt) throws(SystemError) {
    try SystemError.check(
      "TIOCSWINSZ",
      headway_set_window_size(terminal, rows, columns, pixelWidth, pixelHeight))
  }
}
