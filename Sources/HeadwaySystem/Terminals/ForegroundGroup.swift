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
