/// The worker's description of a task, sent once and repeated whole after every reconnect.
public struct TaskDescription: Hashable, Sendable {
  /// The key of the task.
  public var key: TaskKey
  /// The title of the task.
  public var title: SanitisedText
  /// The identifier by which programs and restarts find the task.
  public var identifier: SanitisedText?
  /// The words of the command; nil for other work.
  public var command: [SanitisedText]?
  /// The directory of the command.
  public var directory: SanitisedText?
  /// The key of the parent; nil for a task of its own.
  public var parent: TaskKey?
  /// The group of the task.
  public var group: SanitisedText?
  /// Whether the title is only for the task's user.
  public var sensitive = false
  /// Whether a person wants a notification of the end, however short the task is.
  public var notifiesOfEnd = false
  /// Takes the place of what ended under its identifier and wasn't completed.
  public var isRetry = false
  /// The number of this launch of the task under its key, starting at 1.
  public var launch = 1
  /// The policy for stalls.
  public var stallPolicy = StallPolicy()
  /// The time between SIGTERM and SIGKILL.
  public var grace: Duration = defaultGrace
  /// The time for which each attempt may run, without pauses; nil for no limit. The supervisor ends
  /// the command then.
  public var timeLimit: Duration?
  /// The time of the begin; nil for the time at which the hub hears of it.
  public var startedAt: WallTime?

  /// The grace of tasks without their own.
  public static let defaultGrace: Duration = .seconds(5)

  /// Makes a description with defaults for everything else.
  public init(key: TaskKey, title: SanitisedText) {
    self.key = key
    self.title = title
  }

  /// The title that is shown: the title, the command or the identifier, whichever is the first that
  /// isn't blank. "untitled" if all are.
  public var shownTitle: SanitisedText {
    let line = command.map { SanitisedText($0.map(\.string).joined(separator: " ")) }
    let names = [title, line, identifier].compactMap { $0 }
    return names.first { !$0.isBlank } ?? "untitled"
  }
}

/// The policy for a task that stalls.
public struct StallPolicy: Hashable, Sendable {
  /// The action for a stalled task.
  public var action = StallAction.ask
  /// The limits of the stall clocks; nil for the hub's settings.
  public var after: Duration?

  /// Makes a policy.
  public init(action: StallAction = .ask, after: Duration? = nil) {
    self.action = action
    self.after = after
  }
}

/// `--on-stall`: what follows a stall.
public enum StallAction: String, Hashable, Sendable, CaseIterable {
  /// The question stays until somebody answers.
  case ask
  /// The question, and the end after a visible countdown.
  case expire
  case ignore
}
