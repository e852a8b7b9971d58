import Glibc
import HeadwayMonitor
import Testing

@testable import HeadwayTerminal

/// A terminal of which the test holds the other end (pty(7)).
///
/// What isn't read stays in the kernel, which holds 4 KiB: draw small screens.
final class PseudoTerminal {
  let slave: Int32
  private let master: Int32

  init(columns: UInt16 = 20, rows: UInt16 = 5) throws {
    var master: Int32 = -1
    var slave: Int32 = -1
    try #require(openpty(&master, &slave, nil, nil, nil) == 0)
    try #require(fcntl(master, F_SETFL, O_NONBLOCK) == 0)
    self.master = master
    self.slave = slave
    resize(columns: columns, rows: rows)
  }

  deinit {
    close(slave)
    close(master)
  }

  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// What a program does that shares the terminal and doesn't want to wait for it.
  func makeNonBlocking() { _ = fcntl(slave, F_SETFL, fcntl(slave, F_GETFL) | O_NONBLOCK) }

  func type(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
  }

  /// Waits until what was typed has come through the kernel's own queue.
  func waitForInput() {
    var wanted = pollfd(fd: slave, events: Int16(POLLIN), revents: 0)
    poll(&wanted, 1, 5000)
  }

  /// As the program that has the terminal reads it, in line mode.
  func readLine() -> String {
    var line = [UInt8](repeating: 0, count: 256)
    let count = read(slave, &line, line.count)
    return String(decoding: line.prefix(max(0, count)), as: UTF8.self)
  }

  /// What was written to the terminal since the last time: all that is before a mark of our own.
  func written() -> String {
    let mark = "<mark>"
    _ = write(slave, mark, mark.utf8.count)
    var all: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    var wanted = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    while !all.suffix(mark.utf8.count).elementsEqual(mark.utf8), poll(&wanted, 1, 5000) > 0 {
      let count = read(master, &chunk, chunk.count)
      all += chunk.prefix(max(0, count))
    }
    return String(decoding: all.dropLast(mark.utf8.count), as: UTF8.self)
  }

  /// What a shell does when it takes the terminal back.
  func makeSane() {
    var modes = termios()
    tcgetattr(slave, &modes)
    modes.c_lflag |= UInt32(ICANON | ECHO | ISIG)
    modes.c_iflag |= UInt32(ICRNL)
    tcsetattr(slave, TCSANOW, &modes)
  }

  /// All of the terminal's modes, as comparable numbers.
  var modes: [UInt32] {
    var modes = termios()
    tcgetattr(slave, &modes)
    return [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag]
  }

  func open(
    _ terminal: String? = "xterm-256color", _ settings: ScreenSettings = ScreenSettings()
  ) throws(ScreenError) -> Screen {
    setenv("LC_ALL", "C.UTF-8", 1)
    return try Screen(input: slave, output: slave, terminal: terminal, settings: settings)
  }
}
