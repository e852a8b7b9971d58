package import HeadwayModel

/// Why a request was refused.
package enum Refusal: Hashable, Sendable {
  case unknownTask(TaskReference)
  /// The task of this key was queued before, and a clean has deleted it: the key isn't used again.
  case keyCleaned(TaskKey)
  case ambiguousIdentifier(String)
  case alreadyEnded(TaskNumber)
  case nothingAsked(TaskNumber)
  case limitReached(taskLimit: Int)
  case tooManyWaiters(limit: Int)
  case nothingWaiting(SanitisedText)
  case nothingToWake(SanitisedText)
  /// The machine doesn't have the resource.
  case resourceUnknown(String)
  case resourceExceeded(String, size: Int)
  /// The task was to start now or not at all. The text says what it would wait for.
  case cannotStartNow(SanitisedText)
  case dependsOnItself
  case notQueued(TaskNumber)
  case stillLive(TaskNumber)
  /// A queued task depends on it.
  case awaited(TaskNumber, by: TaskNumber)
  /// The task needs the success of another one, which had none.
  case cannotSucceed(TaskNumber, TaskNumber)
  /// The hub didn't launch the task and doesn't know how. The command of a supervisor and its
  /// directory let a person submit it; nil if they aren't known for sure.
  case cannotRestart(TaskNumber, command: [String]?, directory: String?)
  /// The worker of the task can't be paused.
  case notPausable(TaskNumber)
  /// The task hasn't begun, or is being stopped.
  case notRunning(TaskNumber)
  /// The record couldn't be written, so the task wasn't queued. Nothing is acknowledged that isn't
  /// on disk.
  case recordUnwritable(SanitisedText)
  /// Nor is a change of what is there: all is as it was.
  case changeUnrecorded(SanitisedText)
  /// The order was performed and can't be undone, but isn't on disk yet.
  case notRecordedYet(SanitisedText)
  /// The system suspended the task and will resume it by itself.
  case suspended(TaskNumber, because: SanitisedText)
}
