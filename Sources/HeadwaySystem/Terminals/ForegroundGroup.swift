internal import Glibc

/// A terminal's foreground process group (tcgetpgrp(3)).
package enum ForegroundGroup {
  /// Nil where `terminal` isn't this process's controlling one, or is gone; works on the master
  /// of any pseudo-terminal.
  package static func current(of terminal: CInt) -> Int32? {
    let group = tcgetpgrp(terminal)
    return group > 0 ? group : nil
  }

  /// Whether this process's group is in the foreground of `terminal`.
  package static func isOurs(at terminal: CInt) -> Bool { current(of: terminal) == getpgrp() }

  /// SIGTTOU should be blocked: it stops a caller in the background.
  package static func set(_ group: Int32, at terminal: CInt) { _ = tcsetpgrp(terminal, group) }
}
