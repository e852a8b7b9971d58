internal import HeadwayCore
internal import HeadwaySystem
internal import HeadwayWire

/// What follows from who is attached.
extension Supervision {
  func reportAttachable() {
    guard attach != nil else { return }
    var report = WorkerReport()
    report.isAttachable = true
    hub.report(report)
  }

  func serveAttached() {
    guard let attach else { return }
    let outcome = attach.step(poller, now: now)
    if outcome.signals.interrupts { endingRule.sawInterrupt = true }
    if outcome.hasTyped { noteKeys() }
    noteTyped(outcome.signals)
    noteDriver()
  }

  /// The outer terminal was typed at: it has the keys, and its size counts.
  func noteTypedHere() {
    guard let attach, attach.driver != nil else { return }
    attach.giveUpKeys()
    noteDriver()
  }

  private func noteDriver() {
    let isDriven = attach?.driver != nil
    guard isDriven != jobControl.isDrivenFromAfar else { return }
    if isDriven {
      outer?.lend(true)
      apply(jobControl.handle(.drivenFromAfar))
    } else {
      apply(jobControl.handle(.drivenHere(inForeground: outer?.isForeground ?? false)))
      outer?.lend(false)
      if outer?.isGone == false { outer?.passSize() }
    }
  }

  /// Its last words to who is attached.
  func endAttached(_ ending: TaskEnding, _ status: ExitStatus) {
    attach?.finish(
      AttachEnding(status: status, sentence: SanitisedText(ending.sentence, limit: .line)))
    attach = nil
  }
}
