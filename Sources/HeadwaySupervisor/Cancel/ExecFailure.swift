internal import Glibc

/// A command that couldn't be started, as shells report it (sh(1): 127 not found, 126 found but
/// not executable).
package struct ExecFailure: Hashable, Sendable {
  package let errno: Int32

  package init(errno: Int32) { self.errno = errno }

  package var exitCode: Int32 { errno == ENOENT ? 127 : 126 }

  /// One line, without its end.
  package func message(for command: String) -> String {
    switch errno {
    case ENOENT: "headway: \(command): command not found"
    case EACCES: "headway: \(command): permission denied; is it an executable file?"
    default: "headway: \(command): \(String(cString: strerror(errno)))"
    }
  }
}
