internal import HeadwayModel

/// Something that one feature found out or decided, and that others react to.
///
/// Facts are in the past tense. `HubState.react(to:)` is the one place that says who reacts to which
/// fact, and in which order. Facts wait in a queue: nobody reacts before the feature is done that
/// told of one, and how many follow from one event is up to whoever queued the tasks.
enum HubFact: Sendable {
  /// A task of an earlier hub is in the live list again.
  case taskLoaded(TaskKey)
  /// A worker has begun the task, or is back with it.
  indirect case workerArrived(WorkerArrival)
  /// The supervisor of the task came to the foreground of its terminal, or left it.
  case terminalMoved(TaskKey)
  /// The task asserts something, something else, or nothing any more.
  case assertionChanged(TaskKey)
  /// Nothing has to wait for work of the task any more.
  case workFinished(TaskKey)
  /// The task stands still, or goes on, other than before.
  case haltChanged(TaskKey)
  /// The worker of the task can pause it now.
  case becamePausable(TaskKey)
  /// A running task lacks one of its conditions; nil once all of them hold again.
  case conditionChanged(TaskKey, lacks: SanitisedText?)
  /// The task was asked about: "continue or stop?".
  case questionAsked(TaskKey)
  /// The task is to stop, for a reason.
  indirect case cancelDecided(CancelDecision)
  /// Tasks were told to stop, parents before their subtasks; the record will have it.
  case cancelOrdered([TaskKey], isForced: Bool)
  /// The task is over, if no other attempt follows.
  indirect case endDecided(EndDecision)
  /// An attempt at the task is over, and the next one is queued.
  case attemptEnded(TaskKey)
  case taskEnded(TaskKey, wasHalted: Bool)
  /// A queued task may need the success of one that ended without.
  case dependencyDoubted(TaskKey)
  /// The task was taken back: the record never got it.
  indirect case taskWithdrawn(TaskKey, Refusal)
  /// Another attempt was taken back: the task has ended as before.
  case attemptWithdrawn(TaskKey)
}

/// A worker that begins a task, or that is back with one.
struct WorkerArrival: Sendable {
  var key: TaskKey
  var report: WorkerReport
  /// Whether the hub knew the task before.
  var isBack: Bool
  /// Whether the task begins with it.
  var isFirst: Bool
  /// Whether the task stands still, or goes on, other than before.
  var isHaltChanged: Bool
}

/// Why and how a task is to stop.
struct CancelDecision: Sendable {
  var key: TaskKey
  var reason: EndReason
  /// Whether it gets no time to end by itself.
  var isForced = false
  /// Whether the task has another note than before, so that even a repeated order is shown.
  var isNoted = false
  /// The effects for the time when the record has the order.
  var followers: [AfterCommit] = []
}

/// The end of a task, or of one attempt at it.
struct EndDecision: Sendable {
  var key: TaskKey
  var ending: TaskEnding
  var endedAt: WallTime
  /// The effects for the time when the record has the end.
  var followers: [AfterCommit] = []
}

extension HubContext {
  /// Ends the task now.
  mutating func end(
    _ key: TaskKey, _ reason: EndReason, then followers: [AfterCommit] = []
  ) {
    happened(
      .endDecided(
        EndDecision(
          key: key, ending: TaskEnding(reason: reason), endedAt: now.wall, followers: followers)))
  }

  /// Ends a task that waits in the queue. It never ran and needs no grace. A worker that waits for
  /// its turn is told.
  mutating func dequeue(
    _ task: TrackedTask, _ reason: EndReason, then followers: [AfterCommit] = []
  ) {
    end(task.key, reason, then: followers)
    tell(.cancel(CancelOrder(reason: reason, grace: task.description.grace)), to: task.key)
  }
}
