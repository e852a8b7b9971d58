internal import CHeadwaySystem
internal import Glibc

/// A terminal's modes (termios(3)).
///
/// On a pseudo-terminal's master they are its slave's.
package struct TerminalModes {
  private var raw: termios

  package init(of terminal: CInt) throws(SystemError) {
    var modes = termios()
    try SystemError.check("tcgetattr", tcgetattr(terminal, &modes))
    raw = modes
  }

  /// Of the terminal at `path`, which doesn't become anybody's controlling one (O_NOCTTY).
  package init(ofTerminalAt path: String) throws(SystemError) {
    let flags = O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC
    let terminal = try OwnedDescriptor(opening: "open \(path)", open(path, flags))
    try self.init(of: terminal.raw)
  }

  /// At once, output not waited for. The caller must not be in the background.
  package func apply(to terminal: CInt) throws(SystemError) {
    var modes = raw
    while tcsetattr(terminal, TCSANOW, &modes) == -1 {
      if Glibc.errno != EINTR { throw SystemError("tcsetattr") }
    }
  }

  /// Every byte passes as it is (cfmakeraw(3)).
  package var madeRaw: TerminalModes {
    var copy = self
    cfmakeraw(&copy.raw)
    return copy
  }

  /// Input comes by the line, with echo, signals and editing, and output is edited (stty(1), `sane`).
  package var madeSane: TerminalModes {
    var copy = self
    copy.raw.c_iflag |= tcflag_t(BRKINT | ICRNL | IMAXBEL)
    copy.raw.c_iflag &= ~tcflag_t(IGNBRK | INLCR | IGNCR | ISTRIP)
    copy.raw.c_oflag |= tcflag_t(OPOST | ONLCR)
    copy.raw.c_lflag |= tcflag_t(ISIG | ICANON | IEXTEN | ECHO | ECHOE | ECHOK | ECHOCTL | ECHOKE)
    return copy
  }

  /// OPOST: output is edited on its way, as in `\n` to `\r\n`.
  package var processesOutput: Bool {
    get { raw.c_oflag & tcflag_t(OPOST) != 0 }
    set {
      if newValue { raw.c_oflag |= tcflag_t(OPOST) } else { raw.c_oflag &= ~tcflag_t(OPOST) }
    }
  }

  /// Whether `other` differs in nothing but ``processesOutput``.
  package func isSame(as other: TerminalModes) -> Bool {
    var (mine, theirs) = (self, other)
    mine.processesOutput = true
    theirs.processesOutput = true
    return withUnsafeBytes(of: &mine.raw) { mine in
      withUnsafeBytes(of: &theirs.raw) { mine.elementsEqual($0) }
    }
  }

  /// ICANON: input comes by the line.
  package var isCanonical: Bool { raw.c_lflag & tcflag_t(ICANON) != 0 }

  package var echoes: Bool { raw.c_lflag & tcflag_t(ECHO) != 0 }

  /// The byte that raises SIGINT (VINTR); nil where none does.
  package var interruptByte: UInt8? { signalByte(VINTR) }

  /// The byte that raises SIGQUIT (VQUIT); nil where none does.
  package var quitByte: UInt8? { signalByte(VQUIT) }

  /// The byte that raises SIGTSTP (VSUSP); nil where none does.
  package var stopByte: UInt8? { signalByte(VSUSP) }

  /// ISIG: some keys are signals.
  package var signals: Bool { raw.c_lflag & tcflag_t(ISIG) != 0 }

  private func signalByte(_ index: CInt) -> UInt8? {
    guard signals else { return nil }
    let byte = withUnsafeBytes(of: raw.c_cc) { $0[Int(index)] }
    return byte == 0 ? nil : byte
  }

  /// Should this process die of a fault, `terminal` gets these modes back first.
  package func guardTerminal(_ terminal: CInt) {
    var modes = raw
    headway_terminal_guard(terminal, &modes)
  }

  package static func unguardTerminal() { headway_terminal_unguard() }
}
