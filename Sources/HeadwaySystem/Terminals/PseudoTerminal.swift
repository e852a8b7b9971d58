internal import CHeadwaySystem

/// A pseudo-terminal (pty(7)) with a non-blocking master.
package struct PseudoTerminal: Sendable {
  package let master: OwnedDescriptor
  /// The slave, which this process keeps open until the session leader has it. A slave without any
  /// open descriptor would read as hung up.
  package let slave: OwnedDescriptor
  /// The slave's path, such as `/dev/pts/3`.
  package let slavePath: String

  /// Opens a new pseudo-terminal.
  package init() throws(SystemError) {
    var name = [CChar](repeating: 0, count: 128)
    master = try OwnedDescriptor(opening: "posix_openpt", headway_pty_open(&name, name.count))
    slave = try OwnedDescriptor(opening: "TIOCGPTPEER", headway_pty_open_slave(master.raw))
    slavePath = String(
      decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

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
