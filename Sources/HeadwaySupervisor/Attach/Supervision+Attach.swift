internal import HeadwayModel
internal import HeadwaySystem
internal import HeadwayWire

/// The connection between attached terminals and the rest of a supervision.
extension Supervision {
  /// Tells the hub that terminals can attach to this task.
  private func reportAttachable() {
    var report = WorkerReport()
    report.isAttachable = true
    hub.report(report)
  }

  /// Serves the attached terminals, and applies the keys they typed to job control.
  func serveAttached() {
    guard let attach else { return }
    let outcome = attach.step(poller, now: now)
    if outcome.listens { reportAttachable() }
    if outcome.signals.interrupts { endingRule.sawInterrupt = true }
    if outcome.hasTyped { noteKeys() }
    noteTyped(outcome.signals)
    noteDriver()
  }

  /// Gives the keys back to the outer terminal, because somebody typed there. Its size counts
  /// again.
  func noteTypedHere() {
    guard let attach, attach.driver != nil else { return }
    attach.giveUpKeys()
    noteDriver()
  }

  /// Tells job control that the keys moved to an attached terminal, or back.
  private func noteDriver() {
    let isDriven = attach?.driver != nil
    guard isDriven != jobControl.isDrivenFromAfar else { return }
    report { $0.foreground = isDriven || jobControl.isAttached }
    if isDriven {
      streams.outer?.lend(true)
      apply(jobControl.handle(.drivenFromAfar))
    } else {
      apply(jobControl.handle(.drivenHere(inForeground: streams.outer?.isForeground ?? false)))
      streams.outer?.lend(false)
      if streams.outer?.isGone == false { streams.outer?.passSize() }
    }
  }

  /// Sends the attached terminals the end of the command, and closes their connections.
  func endAttached(_ ending: TaskEnding, _ status: ExitStatus) {
    // The terminals may be of other languages, so the sentence goes to them in English.
    let sentence = MessageCatalog.inEnglish { SanitisedText(ending.sentence, limit: .line) }
    attach?.finish(AttachEnding(status: status, sentence: sentence))
    attach = nil
  }
}
