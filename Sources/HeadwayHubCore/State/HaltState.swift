internal import HeadwayModel

/// The reasons for which a begun task is halted: orders of a person or of the system, the job
/// control of its terminal, and its parent.
///
/// A person's pause outranks the system's suspension: the system can't resume a task that a person
/// paused.
struct HaltState: Hashable, Sendable {
  /// Whether a person paused the task.
  var isPaused = false
  /// The reason for which the system suspended the task; nil if the task isn't suspended.
  var suspension: SanitisedText?
  /// Whether the task was stopped by the job control of its terminal (Ctrl-Z).
  var isStopped = false
  /// The state of the nearest halted supervised task that this task is within; nil if none is
  /// halted.
  var ofParent: TaskState?

  /// The one that ordered the worker to halt; nil if the worker is to run.
  var ordered: Halter? {
    if isPaused { return .user }
    return suspension == nil ? nil : .system
  }

  /// The state of a task that has begun: `running` if nothing halts it.
  var state: TaskState { ownState == .running ? ofParent ?? .running : ownState }

  /// The state of the task, without regard to the parent.
  var ownState: TaskState {
    if isPaused || isStopped { return .paused }
    return suspension == nil ? .running : .suspended
  }
}

/// A suspension that waits until the task has finished the work that it asserts.
struct PendingSuspension: Hashable, Sendable {
  var reason: SanitisedText
  /// The deadline (awake clock) of the wait.
  var until: AwakeTime
}
