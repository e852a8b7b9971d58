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
  /// What the machine doesn't have, or not as much of it.
  case resourceUnknown(String)
  case resourceExceeded(String, size: Int)
  /// It was to start now or not at all; what it would wait for.
  case cannotStartNow(SanitisedText)
  case dependsOnItself
  case notQueued(TaskNumber)
  case stillLive(TaskNumber)
  /// A queued task depends on it.
  case awaited(TaskNumber, by: TaskNumber)
  /// What it needs the success of had none.
  case cannotSucceed(TaskNumber, TaskNumber)
  /// It wasn't the hub that launched it: what it takes to do so isn't known. The command of a
  /// supervisor, and where it ran, for a person to submit it; nil where that isn't known for sure.
  case cannotRestart(TaskNumber, command: [String]?, directory: String?)
  /// Its worker has no way to stand still.
  case notPausable(TaskNumber)
  /// It hasn't begun to run, or is being stopped for good.
  case notRunning(TaskNumber)
  /// Nothing is acknowledged that isn't on disk: it wasn't queued.
  case recordUnwritable(SanitisedText)
  /// Nor is a change of what is there: all is as it was.
  case changeUnrecorded(SanitisedText)
  /// It was done and can't be taken back, but isn't on disk yet.
  case notRecordedYet(SanitisedText)
  /// By the system, which lets it go on by itself.
  case suspended(TaskNumber, because: SanitisedText)
}
