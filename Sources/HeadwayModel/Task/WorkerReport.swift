/// A worker's report on its running task. The latest report supersedes those that weren't sent yet.
package struct WorkerReport: Hashable, Sendable {
  package var title: SanitisedText?
  package var subtitle: SanitisedText?
  package var reading = ProgressReading()
  package var foreground: Bool?
  /// Whether a person can attach to the task's terminal.
  package var isAttachable: Bool?
  /// Whether the task can be paused.
  package var isPausable: Bool?
  package var inputWait: InputWaitReport?
  /// Stopped by its own job control (Ctrl-Z), or going on.
  package var isPaused: Bool?
  /// The worker's compliance with the last order to halt or to go on.
  package var halt: HaltReport?
  /// The work that the worker must finish before it may be stopped. Empty once that is done.
  package var assertion: SanitisedText?
  /// The work that the worker didn't finish within the time it may take.
  package var leakedAssertion: SanitisedText?

  package init() {}

  /// Returns this report with `newer` over it.
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

/// An order of the hub to a worker.
package enum WorkerOrder: Hashable, Sendable {
  case cancel(CancelOrder)
  /// The question "continue or stop?" is on screen for this task.
  case questionAsked(StallKind)
  /// Something waits for what it asserts that it must finish, and so long at most; nil where
  /// nothing does any more.
  case assertionAwaited(within: Duration?)
  /// The waiting worker has its turn and may use these units of resources.
  case turnCame(units: [String: [Int]])
  /// The supervisor around it has a terminal, or none any more.
  case terminalMoved(isAttached: Bool)
  /// A person selected the task in a monitor, or no monitor has it selected any more. The order is
  /// for supervisors.
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
  /// The time until the worker's processes are killed.
  package var grace: Duration
  /// Kill at once.
  package var isForced: Bool

  package init(reason: EndReason, grace: Duration, isForced: Bool = false) {
    self.reason = reason
    self.grace = grace
    self.isForced = isForced
  }
}
