internal import Glibc

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
