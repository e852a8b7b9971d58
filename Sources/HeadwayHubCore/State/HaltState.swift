internal import HeadwayModel

/// The reasons for which a task doesn't run: a person's or the system's order, and what happened to
/// the task.
///
/// A person's pause outranks the system's suspension: the system can't resume what a person paused.
struct HaltState: Hashable, Sendable {
  /// A person paused it.
  var isPaused = false
  /// Why the system suspended it; nil while it isn't.
  var suspension: SanitisedText?
  /// Stopped by its own job control (Ctrl-Z).
  var isStopped = false
  /// The state of the supervised task that it is a part of, where that stands still.
  var ofParent: TaskState?

  /// The one who ordered the worker to halt; nil if the worker is to run.
  var ordered: Halter? {
    if isPaused { return .user }
    return suspension == nil ? nil : .system
  }

  /// The state that a running task shows. `running` if nothing halts it.
  var state: TaskState { ownState == .running ? ofParent ?? .running : ownState }

  /// The state without that of the parent.
  var ownState: TaskState {
    if isPaused || isStopped { return .paused }
    return suspension == nil ? .running : .suspended
  }
}

/// A suspension that waits for what must be finished first.
struct PendingSuspension: Hashable, Sendable {
  var reason: SanitisedText
  /// The deadline (awake clock) of the wait.
  var until: AwakeTime
}
