/// What a worker says of its task as it goes: the latest supersedes what wasn't sent yet.
package struct WorkerReport: Hashable, Sendable {
  package var title: SanitisedText?
  package var subtitle: SanitisedText?
  package var reading = ProgressReading()
  package var foreground: Bool?
  /// Somebody can attach to its terminal.
  package var isAttachable: Bool?
  /// It can stand still when it is told to.
  package var isPausable: Bool?
  package var inputWait: InputWaitReport?
  /// Stopped by its own job control (Ctrl-Z), or going on.
  package var isPaused: Bool?
  /// Where it stands by order.
  package var halt: HaltReport?
  /// What it must finish before it may be stopped; empty once that is over.
  package var assertion: SanitisedText?
  /// What it didn't finish in the time that it may take.
  package var leakedAssertion: SanitisedText?

  package init() {}

  /// This report with `newer` over it.
  package func superseded(by newer: WorkerReport) -> WorkerReport {
    var merged = self
    merged.title = newer.title ?? title
    merged.subtitle = newer.subtitle ?? subtitle
    merged.reading = reading.superseded(by: newer.reading)
    merged.foreground = newer.foreground ?? foreground
    merged.isAttachable = newer.isAttachable ?? isAttachable
    merged.isPausable = newer.isPausable ?? isPausable
    merged.inputWait = newer.inputWait ?? inputWait
    merged.isPaused = newer.isPaused ?? isPaused
    merged.halt = newer.halt ?? halt
    merged.assertion = newer.assertion ?? assertion
    merged.leakedAssertion = newer.leakedAssertion ?? leakedAssertion
    return merged
  }
}

/// Whether the task's foreground group waits at its terminal.
package enum InputWaitReport: String, Hashable, Sendable, Codable {
  case none, input, password
}

/// What the hub tells a worker to do.
package enum WorkerOrder: Hashable, Sendable {
  case cancel(CancelOrder)
  /// The question "continue or stop?" is on screen for this task.
  case questionAsked(StallKind)
  /// Something waits for what it asserts that it must finish, and so long at most; nil where nothing
  /// does any more.
  case assertionAwaited(within: Duration?)
  /// It waited for its turn, and has it: it may use these units of resources.
  case turnCame(units: [String: [Int]])
  /// The supervisor around it has a terminal, or none any more.
  case terminalMoved(isAttached: Bool)
  /// Somebody has selected the task in a monitor, or nobody has any more: for its supervisor.
  case selectionMoved(isSelected: Bool)
  /// Stand still until told to go on.
  case pause(by: Halter)
  /// Go on; by a person also what its own job control has stopped.
  case resume(by: Halter)
}

/// A cancel on its way to a worker.
package struct CancelOrder: Hashable, Sendable {
  /// The end to record for a task that obeys: `cancelled(by:)` or `expired`.
  package var reason: EndReason
  /// Until the worker's processes are killed.
  package var grace: Duration
  /// Kill at once.
  package var isForced: Bool

  package init(reason: EndReason, grace: Duration, isForced: Bool = false) {
    self.reason = reason
    self.grace = grace
    self.isForced = isForced
  }
}
