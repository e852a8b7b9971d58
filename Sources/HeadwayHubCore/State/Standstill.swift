internal import HeadwayModel

/// What a task stands still for: what a person or the system ordered, and what happened to it.
///
/// A person's pause outranks the system's suspension: the system can't resume what a person paused.
struct Standstill: Hashable, Sendable {
  /// A person paused it.
  var isPaused = false
  /// Why the system suspended it; nil while it isn't.
  var suspension: SanitisedText?
  /// Stopped by its own job control (Ctrl-Z).
  var isStopped = false
  /// The state of the supervised task that it is a part of, where that stands still.
  var ofWhole: TaskState?

  /// For whom its worker is to stand still; nil where it is to run.
  var ordered: Halter? {
    if isPaused { return .user }
    return suspension == nil ? nil : .system
  }

  /// What a running task is instead: `running` where nothing holds it.
  var state: TaskState { ownState == .running ? ofWhole ?? .running : ownState }

  /// Whatever it is a part of.
  var ownState: TaskState {
    if isPaused || isStopped { return .paused }
    return suspension == nil ? .running : .suspended
  }
}

/// A suspension that waits for what must be finished first.
struct PendingSuspension: Hashable, Sendable {
  var reason: SanitisedText
  /// It waits no longer; on the awake clock.
  var until: AwakeTime
}
