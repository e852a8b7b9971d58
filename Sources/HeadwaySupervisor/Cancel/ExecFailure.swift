internal import Glibc

/// A failed start of a command, reported as shells do (sh(1)): status 127 if the command wasn't
/// found, 126 if it can't be executed.
package struct ExecFailure: Hashable, Sendable {
  /// The error of execve(2).
  package let errno: Int32

  /// Wraps the error of execve(2).
  package init(errno: Int32) { self.errno = errno }

  /// The status that `headway run` exits with.
  package var exitCode: Int32 { errno == ENOENT ? 127 : 126 }

  /// Returns one line for standard error, without a newline.
  ///
  /// ```swift
  /// ExecFailure(errno: ENOENT).message(for: "rsnyc")  // headway: rsnyc: command not found
  /// ```
  package func message(for command: String) -> String {
    switch errno {
    case ENOENT: "headway: \(command): command not found"
    case EACCES: "headway: \(command): permission denied; is it an executable file?"
    default: "headway: \(command): \(String(cString: strerror(errno)))"
    }
  }
}
