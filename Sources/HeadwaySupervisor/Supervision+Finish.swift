internal import HeadwayCore
internal import HeadwaySystem

/// The end.
extension Supervision {
  /// Gives the terminal back, says the last words, and waits for the hub no longer than it says.
  func finish() -> ExitStatus {
    outer?.release()
    let (ending, status) = conclusion
    if let report = tap.report(now: now, isFinal: true) { hub.report(report) }
    hub.end(ending, now: now)
    settle()
    return status
  }

  private var conclusion: (TaskEnding, ExitStatus) {
    switch outcome {
    case .left(let left):
      let status = endingRule.status(left)
      return (endingRule.ending(status), status)
    case .neverStarted(let failure):
      say(failure.message(for: options.command.first?.string ?? ""))
      let status = ExitStatus.code(failure.exitCode)
      return (TaskEnding(reason: .failed, status: status), status)
    case .starting, .running, .lost:
      say("headway: the command's session leader vanished; its outcome is unknown")
      return (TaskEnding(reason: .lost), .code(70))
    }
  }

  private func settle() {
    var poller = Poller()
    let limit = now + .seconds(1)
    while !hub.isSettled, now < limit {
      poller.begin()
      if let descriptor = hub.descriptor {
        poller.watch(descriptor, hub.wantsWrite ? [.readable, .writable] : .readable)
      }
      poller.wait(until: min(hub.nextDeadline ?? limit, limit))
      now = SystemClocks.awake
      _ = hub.step(now: now)
    }
  }
}
