internal import Glibc

/// The foreground process group of a terminal (tcgetpgrp(3)).
package enum ForegroundGroup {
  /// Returns the foreground group. Nil if `terminal` isn't this process's controlling terminal or
  /// has hung up. On a pty's master the call works in any process.
  package static func current(of terminal: CInt) -> Int32? {
    let group = tcgetpgrp(terminal)
    return group > 0 ? group : nil
  }

  /// Whether this process's group is the foreground group of `terminal`.
  package static func isOurs(at terminal: CInt) -> Bool { current(of: terminal) == getpgrp() }

  /// Makes `group` the foreground group. Block SIGTTOU first: it would stop a caller in the
  /// background.
  package static func set(_ group: Int32, at terminal: CInt) { _ = tcsetpgrp(terminal, group) }
}

/// The controlling terminal of this process (tty(4)).
package enum ControllingTerminal {
  /// Whether this process's group is the terminal's foreground group; nil without a controlling
  /// terminal.
  package static var isForeground: Bool? {
    let terminal = open("/dev/tty", O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    return ForegroundGroup.isOurs(at: terminal)
  }
}
