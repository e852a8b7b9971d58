internal import Glibc
package import HeadwayCore

/// What a command's end is put down to.
package struct EndingRule: Sendable {
  /// The order it was given while it ran.
  package var orderedReason: EndReason?
  /// Ctrl-C went to it from its own terminal.
  package var sawInterrupt = false
  /// Some of its output couldn't be written where it was to go (a full disk), and it was told so too
  /// late to notice.
  package var hasLostOutput = false

  package init(orderedReason: EndReason? = nil, sawInterrupt: Bool = false) {
    self.orderedReason = orderedReason
    self.sawInterrupt = sawInterrupt
  }

  /// How to leave: as the command did, but without its output not as if all were well (EX_IOERR of
  /// sysexits(3)).
  package func status(_ status: ExitStatus) -> ExitStatus {
    hasLostOutput && status == .code(0) ? .code(EX_IOERR) : status
  }

  package func ending(_ status: ExitStatus) -> TaskEnding {
    if let orderedReason { return TaskEnding(reason: orderedReason, status: status) }
    if status == .signal(SIGINT), sawInterrupt {
      return TaskEnding(reason: .cancelled(by: .terminal), status: status)
    }
    return TaskEnding(reason: status == .code(0) ? .completed : .failed, status: status)
  }
}
