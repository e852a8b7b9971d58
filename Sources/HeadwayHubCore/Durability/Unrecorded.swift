internal import HeadwayModel

/// A submission that the record doesn't have yet.
struct UnrecordedSubmission: Sendable {
  /// The requesters that wait for the task's number.
  var requesters: [Requester]
  /// The request under its identifier that waited before it.
  var replaces: TaskKey?
  /// The requesters that wait for the end of a task that has ended by now. Their answers wait for
  /// the record too, and are abandoned with the task.
  var awaitingEnd: [Requester] = []

  mutating func note(_ followers: [AfterCommit]) {
    for case .reply(let requester, .ended) in followers { awaitingEnd.append(requester) }
  }
}

/// A person's change that the record doesn't have yet.
struct UnrecordedChange: Sendable {
  /// The requester that waits for the answer.
  var requester: Requester
  var before: [TaskBeforeChange]
  var keepsPayload: Bool
  /// The tasks to end once the record has this change. A task with an earlier change of a person's
  /// waits for that one.
  var cancelled: Set<TaskKey>
  /// The groups before the change.
  var groups: [GroupRecord] = []
  /// The answer once the record has the change.
  var answer = HubReply.done
}

/// A task as it was, and what held it in the queue.
struct TaskBeforeChange: Sendable {
  var task: TrackedTask
  var holds: Set<Hold>

  var key: TaskKey { task.key }
}

/// The tasks that were deleted from the record recently. A worker that resends a message of such a
/// task doesn't make a new task. The number of tasks is bounded: the oldest are forgotten.
struct CleanedTasks: Sendable {
  private var keys: Set<TaskKey> = []
  private var order: [TaskKey] = []
  private var oldest = 0

  static let limit = 4096

  func contains(_ key: TaskKey) -> Bool { keys.contains(key) }

  mutating func note(_ key: TaskKey) {
    guard keys.insert(key).inserted else { return }
    if order.count < Self.limit { return order.append(key) }
    keys.remove(order[oldest])
    order[oldest] = key
    oldest = (oldest + 1) % Self.limit
  }
}
