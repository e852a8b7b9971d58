import HeadwayCore

/// How many cards there are of each state, kept as they change, and how many of them need a person:
/// these count in both, as in ``HubSummary``.
struct CardTally: Hashable, Sendable {
  private(set) var needsAnswer = 0
  private(set) var running = 0
  private(set) var paused = 0
  private(set) var queued = 0
  private(set) var cancelling = 0
  private(set) var ended = 0
  /// Of those that ended.
  private(set) var failed = 0

  var total: Int { running + paused + queued + cancelling + ended }

  mutating func add(_ snapshot: TaskSnapshot) { count(snapshot, 1) }

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
