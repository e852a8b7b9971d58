internal import Glibc

/// This process's controlling terminal (tty(4)).
package enum ControllingTerminal {
  /// Whether this process's group is in its foreground; nil where there is none.
  package static var isForeground: Bool? {
    let terminal = open("/dev/tty", O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    return ForegroundGroup.isOurs(at: terminal)
  }
}
