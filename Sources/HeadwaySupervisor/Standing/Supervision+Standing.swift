internal import Glibc
internal import HeadwayModel
internal import HeadwaySystem

/// The halt of a command by order.
extension Supervision {
  /// Tells the hub that this task can be paused.
  func reportPausable() { report { ($0.isPausable, $0.halt) = (true, HaltReport.none) } }

  /// Whether the command is stopped, by an order or by job control.
  var isHalted: Bool { halt.isHalted || jobControl.isStopped }

  /// Carries out the effects of a halt.
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

  /// Continues the command and the other processes that its shell stopped with it.
  private func continueJob() {
    apply(
      jobControl.handle(
        .continued(inForeground: isForeground, isFullScreen: isFullScreen)))
    if !jobControl.isStopped { Signalling.sendToOwnGroup(SIGCONT) }
  }

  /// Handles keys that reached the terminal of a halted command, which can't handle them itself.
  func noteTyped(_ typed: TypedSignals) {
    guard halt.isHalted else { return }
    if typed.wakes { apply(halt.handle(.signalled)) }
    if typed.stops, jobControl.holdsTerminal { stopHaltedJob() }
  }

  /// Handles Ctrl-Z: the shell gets its terminal back, and the command stays stopped.
  func stopHaltedJob() {
    order(.signalGroup(SIGTSTP))
    apply(jobControl.handle(.commandStopped(signal: SIGTSTP, inForeground: isForeground)))
  }
}
