internal import HeadwayCore
internal import HeadwaySystem

/// The end.
extension Supervision {
  /// Gives the terminal back, says the last words, and waits for the hub no longer than it says.
  func finish() -> ExitStatus {
    reporter?.clear()
    outer?.release()
    let (ending, status) = conclusion
    sources.isLooking = false
    let last = tap.readings(now: now, isFinal: true)
    if let report = sources.report(last, now: now) { hub.report(report) }
    reportLogFailure()
    hub.end(ending, now: now)
    endAttached(ending, status)
    hub.settle(since: now)
    return status
  }

  /// On the card, once: the command's own output stays as it is.
  func reportLogFailure() {
    guard let line = tap.takeLogFailure() else { return }
    report { $0.subtitle = SanitisedText(line, limit: .line) }
  }

  /// To the person at the terminal; where there is none, on the card and in the log.
  private func tell(_ message: String) {
    guard options.isDetached else { return say(message) }
    var report = WorkerReport()
    report.subtitle = SanitisedText(message, limit: .line)
    hub.report(report)
    tap.keep(message)
  }

  private var conclusion: (TaskEnding, ExitStatus) {
    switch outcome {
    case .left(let left):
      let status = endingRule.status(left)
      return (endingRule.ending(status), status)
    case .neverStarted(let failure):
      tell(failure.message(for: options.command.first?.string ?? ""))
      let status = ExitStatus.code(failure.exitCode)
      return (TaskEnding(reason: .failed, status: status), status)
    case .starting, .running, .unsupervised, .lost:
      say("headway: the command's session leader vanished; its outcome is unknown")
      return (TaskEnding(reason: .lost), .code(70))
    }
  }
}
