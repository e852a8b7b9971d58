internal import Glibc
package import HeadwayModel
internal import HeadwaySystem

/// The rule that turns a command's exit status into the end of its task: completed, failed or
/// cancelled.
///
/// `Supervision` and `Adoption` fill it in while the command runs.
package struct EndingRule: Sendable {
  /// The reason of the cancel order that came while the command ran; nil without one.
  package var orderedReason: EndReason?
  /// Whether Ctrl-C at a terminal sent SIGINT to the command. A command that then ends of SIGINT
  /// counts as cancelled by its user.
  package var sawInterrupt = false
  /// Whether the cluster whose job this is sent SIGTERM to the job. A command that then ends was
  /// stopped, whatever it made of the signal.
  package var sawTermination = false
  /// Whether some of the command's output couldn't be written, as on a full disk. The pump notices
  /// it after the command's write has succeeded, so that the command can't report it.
  package var hasLostOutput = false

  /// Creates the rule for a command; by default nobody has cancelled it.
  package init(orderedReason: EndReason? = nil, sawInterrupt: Bool = false) {
    self.orderedReason = orderedReason
    self.sawInterrupt = sawInterrupt
  }

  /// The status that `headway run` exits with: the command's own.
  ///
  /// The success of a command that was ended at its time limit becomes 124, as timeout(1) has it. If
  /// output was lost, a success becomes EX_IOERR of sysexits(3).
  package func status(_ status: ExitStatus) -> ExitStatus {
    guard status == .code(0) else { return status }
    if orderedReason == .expired(.timeLimit) { return .code(Self.timeLimitStatus) }
    return hasLostOutput ? .code(EX_IOERR) : status
  }

  private static let timeLimitStatus: Int32 = 124

  /// The end to report to the hub. An ordered cancel comes first, then an interrupt or the
  /// cluster's SIGTERM, then the exit status.
  package func ending(_ status: ExitStatus) -> TaskEnding {
    if let orderedReason { return TaskEnding(reason: orderedReason, status: status) }
    if status == .signal(SIGINT), sawInterrupt {
      return TaskEnding(reason: .cancelled(by: .terminal), status: status)
    }
    if sawTermination {
      return TaskEnding(reason: .cancelled(by: .terminal), status: status)
    }
    return TaskEnding(reason: status == .code(0) ? .completed : .failed, status: status)
  }
}

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
    case ENOENT: String(localized: "headway: \(command): command not found")
    case EACCES:
      String(localized: "headway: \(command): permission denied; is it an executable file?")
    default: "headway: \(command): \(SystemError("exec", code: errno).reason)"
    }
  }
}
