internal import HeadwayModel
internal import HeadwaySystem

/// The end of a supervision.
extension Supervision {
  /// Gives the terminal back, sends the last reports and returns the status that this process
  /// should exit with.
  ///
  /// The wait for the hub is bounded by ``HubReporting/settle(since:)``.
  func finish() -> ExitStatus {
    streams.reporter?.clear()
    awaitStatusAnswer()
    streams.statusReporter?.clear()
    streams.outer?.release()
    let (ending, status) = conclusion
    sources.isLooking = false
    let last = streams.tap.readings(now: now, isFinal: true)
    if let news = streams.status?.news(now: now, isFinal: true) { sources.hear(news) }
    if let report = sources.report(last, now: now, isFinal: true) { hub.report(report) }
    if case .left = outcome, ending.reason == .failed, let line = streams.tap.errorLine {
      report { $0.subtitle = line }
    }
    reportLogFailure()
    hub.end(ending, now: now)
    endAttached(ending, status)
    hub.settle(since: now)
    return status
  }

  /// Shows on the card, once, that the log has stopped. The command's output is not touched.
  func reportLogFailure() {
    guard let line = streams.tap.takeLogFailure() else { return }
    report { $0.subtitle = SanitisedText(line, limit: .line) }
  }

  /// Tells the person at the terminal. A detached supervisor has no terminal: it uses the card and
  /// the log, in English.
  private func tell(_ message: () -> String) {
    guard options.isDetached else { return say(message()) }
    let message = MessageCatalog.inEnglish(message)
    var report = WorkerReport()
    report.subtitle = SanitisedText(message, limit: .line)
    hub.report(report)
    streams.tap.keep(message)
  }

  /// The end to report to the hub, and the exit status of this process. Status 70 (EX_SOFTWARE of
  /// sysexits(3)) means that the outcome is unknown.
  private var conclusion: (TaskEnding, ExitStatus) {
    switch outcome {
    case .left(let left):
      let status = endingRule.status(left)
      return (endingRule.ending(status), status)
    case .neverStarted(let failure):
      tell { failure.message(for: options.command.first?.string ?? "") }
      let status = ExitStatus.code(failure.exitCode)
      return (TaskEnding(reason: .failed, status: status), status)
    case .starting, .running, .unsupervised, .lost:
      say(
        String(localized: "headway: the command's session leader vanished; its outcome is unknown"))
      return (TaskEnding(reason: .lost), .code(70))
    }
  }
}
