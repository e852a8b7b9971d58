package import HeadwayModel

/// The reason for which the hub refuses a request.
package enum Refusal: Hashable, Sendable {
  case unknownTask(TaskReference)
  /// A task with this key was queued before, and a clean has deleted it. The hub doesn't use the
  /// key again.
  case keyCleaned(TaskKey)
  case ambiguousIdentifier(String)
  /// A task of a batch can't be queued, so none of the batch is. The number is that of its line.
  indirect case batch(line: Int, Refusal)
  /// A task with this key is on record, but not as this task of the batch.
  case keyTaken(TaskKey, by: TaskNumber)
  /// An earlier task of the batch has the same identifier.
  case identifierRepeated(SanitisedText)
  case alreadyEnded(TaskNumber)
  case nothingAsked(TaskNumber)
  case limitReached(taskLimit: Int)
  case tooManyWaiters(limit: Int)
  case nothingWaiting(SanitisedText)
  case nothingToWake(SanitisedText)
  /// The machine doesn't have the resource.
  case resourceUnknown(String)
  case resourceExceeded(String, size: Int)
  /// The machine has no GPU with this index.
  case gpuMissing(Int, size: Int)
  /// The task needs more graphics processors than it may be given.
  case gpusExceeded([Int], needed: Int)
  /// The group has fewer slots than the task takes. An empty name means the slots that the groups
  /// without their own share.
  case slotsExceeded(String, size: Int)
  /// The task was to start now or not at all, but would have to wait. The text names the reason.
  case cannotStartNow(SanitisedText)
  case dependsOnItself
  /// A task whose new dependencies would make it wait for its own end.
  case wouldWaitForItself(TaskNumber)
  /// Neither the config nor a command made the group, and no listed task is in it. The other name is that of
  /// the group that the client may have meant; nil if no name is near.
  case unknownGroup(SanitisedText, meant: String?)
  /// The group that was to be made is there already.
  case groupExists(SanitisedText)
  /// The name means the general slots, and no group.
  case groupReserved
  /// The config declares the group that was to be removed.
  case groupOfConfig(SanitisedText)
  /// Tasks wait in the group that was to be removed: the first of them, and how many there are.
  case groupInUse(SanitisedText, [TaskNumber], count: Int)
  /// Commands have made too many groups.
  case tooManyGroups(limit: Int)
  case notQueued(TaskNumber)
  /// The engine has the job of the task, so that its terms are fixed. The text names the job.
  case withEngine(TaskNumber, job: String)
  /// A calendar expression whose last time has passed.
  case neverComes(SanitisedText)
  /// The task is a run of a series whose next run is another task, or a periodic task.
  case cannotRepeat(TaskNumber)
  case stillLive(TaskNumber)
  /// The task runs, and the request is about one that has ended.
  case stillRuns(TaskNumber)
  /// A queued task depends on the task.
  case awaited(TaskNumber, by: TaskNumber)
  /// The task needs the success of another task, which ended without success.
  case cannotSucceed(TaskNumber, TaskNumber)
  /// The hub didn't launch the task and doesn't know how to. With the command and the directory of
  /// its supervisor, a person can submit the task. Nil if they aren't known for sure.
  case cannotRestart(TaskNumber, command: [String]?, directory: String?)
  /// The hub didn't launch the task, so that it doesn't know the environment.
  case environmentUnknown(TaskNumber)
  /// The worker of the task can't be paused.
  case notPausable(TaskNumber)
  /// The task hasn't begun, or is being stopped.
  case notRunning(TaskNumber)
  /// The record can't be written, so the task wasn't queued. The hub acknowledges nothing that
  /// isn't on disk.
  case recordUnwritable(SanitisedText)
  /// The record can't be written, so the change was retracted: everything is as it was before.
  case changeUnrecorded(SanitisedText)
  /// The hub performed the order, which can't be undone, but the order isn't on disk yet.
  case notRecordedYet(SanitisedText)
  /// The engine of the task hasn't taken the task. `isFinal` says whether the engine would refuse the
  /// same task again.
  case engineRefused(SanitisedText, isFinal: Bool)
  /// The engine has no such job to make a task of. `isFinal` says whether that stays so.
  case notAdopted(SanitisedText, isFinal: Bool)
  /// The system suspended the task and will resume it by itself.
  case suspended(TaskNumber, because: SanitisedText)
}
