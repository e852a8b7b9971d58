import HeadwayModel

/// The numbers of tasks by state, updated as tasks change.
///
/// A task that needs a person counts in its state and in `needsAnswer`, as in ``HubSummary``.
struct CardTally: Hashable, Sendable {
  private(set) var needsAnswer = 0
  private(set) var running = 0
  private(set) var paused = 0
  private(set) var queued = 0
  private(set) var cancelling = 0
  private(set) var ended = 0
  /// The number of ended tasks that failed. They count in `ended`, too.
  private(set) var failed = 0

  /// The number of all tasks.
  var total: Int { running + paused + queued + cancelling + ended }

  /// Counts a task.
  mutating func add(_ snapshot: TaskSnapshot) { count(snapshot, 1) }

  /// Removes a task from the counts. The snapshot must be the one that was added.
  mutating func remove(_ snapshot: TaskSnapshot) { count(snapshot, -1) }

  private mutating func count(_ snapshot: TaskSnapshot, _ change: Int) {
    if snapshot.needsAnswer { needsAnswer += change }
    switch snapshot.state {
    case .queued: queued += change
    case .starting, .running: running += change
    case .cancelling: cancelling += change
    case .paused, .suspended: paused += change
    case .ended:
      ended += change
      if snapshot.ending?.reason.isFailure == true { failed += change }
    }
  }
}
