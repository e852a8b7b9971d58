/// A worker's report on its running task. The latest report supersedes those that weren't sent yet.
public struct WorkerReport: Hashable, Sendable {
  /// The title; nil leaves it as it was.
  public var title: SanitisedText?
  /// The subtitle; nil leaves it as it was.
  public var subtitle: SanitisedText?
  /// The progress.
  public var reading = ProgressReading()
  /// Whether the task is in the foreground of a terminal; nil leaves that as it was.
  public var foreground: Bool?
  /// Whether a person can attach to the task's terminal.
  public var isAttachable: Bool?
  /// Whether the task can be paused.
  public var isPausable: Bool?
  /// The input that the task waits for; nil leaves that as it was.
  public var inputWait: InputWaitReport?
  /// Whether the task reads its terminal key by key, as editors, pagers and shells at their prompts
  /// do.
  public var isInteractive: Bool?
  /// The state that the program itself tells; nil leaves that as it was.
  public var programState: ProgramState?
  /// The subtasks that the program itself tells, all of them; nil leaves them as they were.
  public var toldSubtasks: [ToldSubtask]?
  /// Stopped by its own job control (Ctrl-Z), or going on.
  public var isPaused: Bool?
  /// The worker's compliance with the last order to halt or to go on.
  public var halt: HaltReport?
  /// The time at which the task reaches its time limit, unless it is paused before.
  public var limitEndsAt: WallTime?
  /// The work that the worker must finish before it may be stopped. Empty once that is done.
  public var assertion: SanitisedText?
  /// The work that the worker didn't finish within the time it may take.
  public var leakedAssertion: SanitisedText?

  /// Makes a report that changes nothing.
  public init() {}

  /// Returns this report with `newer` over it.
  public func superseded(by newer: WorkerReport) -> WorkerReport {
    var merged = self
    merged.title = newer.title ?? title
    merged.subtitle = newer.subtitle ?? subtitle
    merged.reading = reading.superseded(by: newer.reading)
    merged.foreground = newer.foreground ?? foreground
    merged.isAttachable = newer.isAttachable ?? isAttachable
    merged.isPausable = newer.isPausable ?? isPausable
    merged.inputWait = newer.inputWait ?? inputWait
    merged.isInteractive = newer.isInteractive ?? isInteractive
    merged.programState = newer.programState ?? programState
    merged.toldSubtasks = newer.toldSubtasks ?? toldSubtasks
    merged.isPaused = newer.isPaused ?? isPaused
    merged.halt = newer.halt ?? halt
    merged.limitEndsAt = newer.limitEndsAt ?? limitEndsAt
    merged.assertion = newer.assertion ?? assertion
    merged.leakedAssertion = newer.leakedAssertion ?? leakedAssertion
    return merged
  }
}

/// Whether the task's foreground group waits at its terminal.
public enum InputWaitReport: String, Hashable, Sendable {
  case none, input, password
}

/// An order of the hub to a worker.
public enum WorkerOrder: Hashable, Sendable {
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
public struct CancelOrder: Hashable, Sendable {
  /// The end to record for a task that obeys: `cancelled(by:)` or `expired`.
  public var reason: EndReason
  /// The time until the worker's processes are killed.
  public var grace: Duration
  /// Kill at once.
  public var isForced: Bool
  /// The signal that asks the command to stop; nil for SIGTERM.
  public var signal: StopSignal?
  /// Whether a newer request under the same identifier took the task's place in the queue.
  public var isReplacement = false

  /// Makes an order.
  public init(reason: EndReason, grace: Duration, isForced: Bool = false) {
    self.reason = reason
    self.grace = grace
    self.isForced = isForced
  }
}

/// A signal that a person chose to ask a command to stop, instead of SIGTERM.
public struct StopSignal: Hashable, Sendable {
  /// The number of the signal.
  public let number: Int32

  /// Makes a signal. Nil for SIGKILL, for signals of job control, and for a number that is no signal
  /// with a name.
  public init?(_ number: Int32) {
    guard let name = SignalName.of(number), !Self.others.contains(name) else { return nil }
    self.number = number
  }

  /// Reads `INT`, `SIGINT`, `int` or `2`.
  public init?(_ text: String) {
    let name = text.uppercased()
    guard
      let number = Int32(name)
        ?? (1...31).first(where: {
          SignalName.of($0) == name || SignalName.of($0) == "SIG" + name
        })
    else { return nil }
    self.init(number)
  }

  private static let others: Set = [
    "SIGKILL", "SIGSTOP", "SIGTSTP", "SIGTTIN", "SIGTTOU", "SIGCONT", "SIGCHLD",
  ]
}

/// Who has a task stand still, or lets it go on.
public enum Halter: String, Hashable, Sendable {
  /// A person: paused.
  case user
  /// Suspended.
  case system
}

/// The worker's compliance with the last order to halt or to go on.
public enum HaltReport: String, Hashable, Sendable {
  /// The worker was told to go on, or was never told to halt.
  case none
  case paused, suspended
  /// The worker was halted, and a person at its terminal let it go on.
  case woken

  /// The one for whom the worker is halted; nil if it isn't halted.
  public var halter: Halter? {
    switch self {
    case .none, .woken: nil
    case .paused: .user
    case .suspended: .system
    }
  }

  /// Makes a report of a worker that is halted for `halter`; nil means that it runs.
  public init(_ halter: Halter?) {
    self =
      switch halter {
      case .user: .paused
      case .system: .suspended
      case nil: .none
      }
  }
}

/// The limit of the time that a cancel, or a stopping hub, waits for assertions.
public enum AssertionPatience {
  /// 30 s, as long as iOS lets a program finish in the background.
  public static let longest: Duration = .seconds(30)
}
