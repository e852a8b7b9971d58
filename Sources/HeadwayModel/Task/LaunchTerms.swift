/// The terms of a launch: what `headway submit`, `headway run --queue` and a request of
/// BackgroundTasks say besides the task itself.
package struct LaunchTerms: Hashable, Sendable {
  package var strategy = SubmissionStrategy.queue
  /// Higher goes first; first in first out among equals.
  package var priority = 0
  /// Counts against the slots of its group.
  package var takesSlot = true
  /// Units of each resource, by its name; 1 or more.
  package var needs: [String: Int] = [:]
  package var dependencies: [Dependency] = []
  package var earliest: EarliestStart?
  /// All of them must hold when it starts.
  package var conditions: [StartCondition] = []
  /// The conditions that must hold while the task runs. The task is suspended while one doesn't.
  package var whileConditions: [StartCondition] = []
  package var launcher = Launcher.hub
  /// The number of further attempts after a failed one.
  package var retries = 0
  /// The shortest time between two begins of a task that runs again and again, for at most 30 s
  /// each.
  package var refresh: Duration?
  /// Whether the task was woken while it ran. Its next run then comes soon.
  package var isWoken = false

  package init() {}

  /// All that must hold when it starts.
  package var startConditions: Set<StartCondition> { Set(conditions).union(whileConditions) }

  package static let priorities = -1000...1000
  package static let retryLimit = 100
  package static let refreshIntervals = Duration.seconds(1)...Duration.seconds(366 * 86_400)
  /// More than any machine has of anything.
  package static let unitLimit = 1024
  /// Bounds what a line can ask of the hub.
  package static let listLimit = 64
}

/// `BGContinuedProcessingTaskRequest.SubmissionStrategy`.
package enum SubmissionStrategy: String, Hashable, Sendable, Codable {
  /// Wait for a turn.
  case queue
  /// Start now, or be refused.
  case fail
}

/// Another task that has to end first.
package struct Dependency: Hashable, Sendable {
  package var task: TaskReference
  /// Whether a failure, a cancel or a loss of this task ends the task that waits for it.
  package var needsSuccess: Bool

  package init(_ task: TaskReference, needsSuccess: Bool) {
    self.task = task
    self.needsSuccess = needsSuccess
  }
}

/// The earliest time of the start (`BGTaskRequest.earliestBeginDate`).
package struct EarliestStart: Hashable, Sendable {
  package var time: WallTime
  /// The time as its user reads it, in the time zone that is theirs.
  package var words: SanitisedText

  package init(_ time: WallTime, words: SanitisedText) {
    self.time = time
    self.words = words
  }
}

/// Who starts the work when its turn has come.
package enum Launcher: String, Hashable, Sendable, Codable {
  /// The hub, with a supervisor of its own.
  case hub
  /// The process that submitted it and waits: `headway run --queue`, a Swift program.
  case worker
}

/// A task that asks for a turn.
package struct Submission: Hashable, Sendable {
  package var description: TaskDescription
  package var report: WorkerReport
  package var terms: LaunchTerms

  package init(_ description: TaskDescription, _ terms: LaunchTerms, report: WorkerReport = .init())
  {
    self.description = description
    self.terms = terms
    self.report = report
  }
}
