internal import CHeadwaySystem
internal import Glibc

/// The modes of a terminal (termios(3)).
///
/// Modes read from or applied to a pty's master are those of its slave.
///
/// ```swift
/// let saved = try TerminalModes(of: 0)
/// try saved.madeRaw.apply(to: 0)
/// ```
package struct TerminalModes {
  private var raw: termios

  /// Reads the modes of an open terminal.
  package init(of terminal: CInt) throws(SystemError) {
    var modes = termios()
    try SystemError.check("tcgetattr", tcgetattr(terminal, &modes))
    raw = modes
  }

  /// Reads the modes of the terminal at `path`. The terminal doesn't become anybody's controlling
  /// terminal (O_NOCTTY).
  package init(ofTerminalAt path: String) throws(SystemError) {
    let flags = O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC
    let terminal = try OwnedDescriptor(opening: "open \(path)", open(path, flags))
    try self.init(of: terminal.raw)
  }

  /// Sets the modes at once, without waiting for output. A caller in the background would be
  /// stopped (SIGTTOU).
  package func apply(to terminal: CInt) throws(SystemError) {
    var modes = raw
    while tcsetattr(terminal, TCSANOW, &modes) == -1 {
      if Glibc.errno != EINTR { throw SystemError("tcsetattr") }
    }
  }

  /// The modes in which every byte passes unchanged (cfmakeraw(3)).
  package var madeRaw: TerminalModes {
    var copy = self
    cfmakeraw(&copy.raw)
    return copy
  }

  /// The modes of an ordinary terminal: input by the line with echo, signals and editing, and
  /// edited output (stty(1), `sane`).
  package var madeSane: TerminalModes {
    var copy = self
    copy.raw.c_iflag |= tcflag_t(BRKINT | ICRNL | IMAXBEL)
    copy.raw.c_iflag &= ~tcflag_t(IGNBRK | INLCR | IGNCR | ISTRIP)
    copy.raw.c_oflag |= tcflag_t(OPOST | ONLCR)
    copy.raw.c_lflag |= tcflag_t(ISIG | ICANON | IEXTEN | ECHO | ECHOE | ECHOK | ECHOCTL | ECHOKE)
    return copy
  }

  /// Whether the terminal edits output (OPOST), as from `\n` to `\r\n`.
  package var processesOutput: Bool {
    get { raw.c_oflag & tcflag_t(OPOST) != 0 }
    set {
      if newValue { raw.c_oflag |= tcflag_t(OPOST) } else { raw.c_oflag &= ~tcflag_t(OPOST) }
    }
  }

  /// Whether `other` has the same modes, apart from ``processesOutput``.
  package func isSame(as other: TerminalModes) -> Bool {
    var (mine, theirs) = (self, other)
    mine.processesOutput = true
    theirs.processesOutput = true
    return withUnsafeBytes(of: &mine.raw) { mine in
      withUnsafeBytes(of: &theirs.raw) { mine.elementsEqual($0) }
    }
  }

  /// Whether input comes line by line (ICANON).
  package var isCanonical: Bool { raw.c_lflag & tcflag_t(ICANON) != 0 }

  /// Whether typed characters are shown (ECHO).
  package var echoes: Bool { raw.c_lflag & tcflag_t(ECHO) != 0 }

  /// The byte of the key that sends SIGINT (VINTR); nil if no key does.
  package var interruptByte: UInt8? { signalByte(VINTR) }

  /// The byte of the key that sends SIGQUIT (VQUIT); nil if no key does.
  package var quitByte: UInt8? { signalByte(VQUIT) }

  /// The byte of the key that sends SIGTSTP (VSUSP); nil if no key does.
  package var stopByte: UInt8? { signalByte(VSUSP) }

  /// Whether some keys send signals (ISIG).
  package var signals: Bool { raw.c_lflag & tcflag_t(ISIG) != 0 }

  private func signalByte(_ index: CInt) -> UInt8? {
    guard signals else { return nil }
    let byte = withUnsafeBytes(of: raw.c_cc) { $0[Int(index)] }
    return byte == 0 ? nil : byte
  }

  /// Restores these modes in `terminal` if a fault kills this process.
  package func guardTerminal(_ terminal: CInt) {
    var modes = raw
    headway_terminal_guard(terminal, &modes)
  }

  /// Ends what ``guardTerminal(_:)`` began.
  package static func unguardTerminal() { headway_terminal_unguard() }
}
