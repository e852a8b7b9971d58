internal import HeadwayModel

/// Something that one feature found out or decided, for other features to react to.
///
/// Facts are in the past tense. `HubState.react(to:)` is the one place that says which features
/// react to which fact, and in which order. Facts wait in a queue. No feature reacts before the
/// feature that left the fact is done, and a long chain of facts needs no recursion.
enum HubFact: Sendable {
  /// A task of an earlier hub is in the live list again.
  case taskLoaded(TaskKey)
  /// A worker has begun the task, or is back with it.
  indirect case workerArrived(WorkerArrival)
  /// The supervisor of the task came to the foreground of its terminal, or left it.
  case terminalMoved(TaskKey)
  /// The assertion of the task has begun, changed or ended.
  case assertionChanged(TaskKey)
  /// The task or an attempt at it has ended, or its assertion has. Orders that waited for it can go
  /// on.
  case workFinished(TaskKey)
  /// The reasons for which the task is halted have changed.
  case haltChanged(TaskKey)
  /// The worker of the task can pause it from now on.
  case becamePausable(TaskKey)
  /// A running task lacks one of its conditions. Nil if all of its conditions hold again.
  case conditionChanged(TaskKey, lacks: SanitisedText?)
  /// The hub has asked the question "continue or stop?" about the task.
  case questionAsked(TaskKey)
  /// The task is to stop, for a reason. No order was given yet.
  indirect case cancelDecided(CancelDecision)
  /// The tasks have an order to stop, and were saved with it. Parents come before their subtasks.
  case cancelOrdered([TaskKey], isForced: Bool)
  /// The task or an attempt at it ends. The task ends if no other attempt follows.
  indirect case endDecided(EndDecision)
  /// An attempt at the task has ended, and the next attempt is queued.
  case attemptEnded(TaskKey)
  case taskEnded(TaskKey, wasHalted: Bool)
  /// A queued task may need the success of a task that ended without success.
  case dependencyDoubted(TaskKey)
  /// The submission of the task was retracted, because the record never got it.
  indirect case taskWithdrawn(TaskKey, Refusal)
  /// The next attempt of an ended task was retracted. The task has ended as before.
  case attemptWithdrawn(TaskKey)
}

/// A worker that begins a task, or comes back to one.
struct WorkerArrival: Sendable {
  var key: TaskKey
  var report: WorkerReport
  /// Whether the hub knew the task before.
  var isBack: Bool
  /// Whether the worker begins the task.
  var isFirst: Bool
  /// Whether the reasons for which the task is halted have changed.
  var isHaltChanged: Bool
}

/// The decision that a task is to stop.
struct CancelDecision: Sendable {
  var key: TaskKey
  var reason: EndReason
  /// Whether the task gets no time to end by itself.
  var isForced = false
  /// The signal that a person chose; nil for SIGTERM.
  var signal: StopSignal?
  /// Whether the task has another note than before, so that even a repeated order is shown.
  var isNoted = false
  /// The effects to perform once the record has the order.
  var followers: [AfterCommit] = []
}

/// The end of a task, or of one attempt at it.
struct EndDecision: Sendable {
  var key: TaskKey
  var ending: TaskEnding
  var endedAt: WallTime
  /// The effects to perform once the record has the end.
  var followers: [AfterCommit] = []
}

extension HubContext {
  /// Decides that the task ends now.
  mutating func end(
    _ key: TaskKey, _ reason: EndReason, then followers: [AfterCommit] = []
  ) {
    happened(
      .endDecided(
        EndDecision(
          key: key, ending: TaskEnding(reason: reason), endedAt: now.wall, followers: followers)))
  }

  /// Ends a queued task, which never ran and needs no grace. If a worker waits for the turn, the
  /// hub tells the worker to stop.
  mutating func dequeue(
    _ task: TrackedTask, _ reason: EndReason, then followers: [AfterCommit] = []
  ) {
    end(task.key, reason, then: followers)
    var order = CancelOrder(reason: reason, grace: task.description.grace)
    order.isReplacement = tasks[task.key]?.isReplaced ?? false
    tell(.cancel(order), to: task.key)
  }
}
