internal import Glibc
internal import HeadwayCore
internal import HeadwaySystem

/// Standing still by order.
extension Supervision {
  func reportPausable() { report { ($0.isPausable, $0.halt) = (true, HaltReport.none) } }

  /// By order, or by its own job control.
  var standsStill: Bool { halt.isHalted || jobControl.isStopped }

  func apply(_ effects: [HaltControl.Effect]) {
    for effect in effects {
      switch effect {
      case .haltTree: order(.halt(hub: hubProcess))
      case .releaseTree: order(.release)
      case .continueJob: if jobControl.isStopped { continueJob() }
      case .report(let halt):
        report { $0.halt = halt }
        tellTerminal()
      }
    }
  }

  /// What stopped with it in its shell's job goes on with it.
  private func continueJob() {
    apply(
      jobControl.handle(
        .continued(inForeground: isForeground, isFullScreen: isFullScreen)))
    if !jobControl.isStopped { Signalling.sendToOwnGroup(SIGCONT) }
  }

  /// Keys that reached the command's terminal while it stood still: it can't see to them itself.
  func noteTyped(_ typed: TypedSignals) {
    guard halt.isHalted else { return }
    if typed.wakes { apply(halt.handle(.signalled)) }
    if typed.stops, jobControl.holdsTerminal { stopHaltedJob() }
  }

  /// Ctrl-Z: the shell gets its terminal, and the command stays where it is.
  func stopHaltedJob() {
    order(.signalGroup(SIGTSTP))
    apply(jobControl.handle(.commandStopped(signal: SIGTSTP, inForeground: isForeground)))
  }
}
