/// How much of what has ended the record keeps; nil is all.
package struct Retention: Hashable, Sendable {
  /// From the end of a task on.
  package var time: Duration?
  /// The newest so many.
  package var taskCount: Int?
  /// Of all logs together; the oldest go first.
  package var logBytes: Int?

  package init() {}

  package var isEmpty: Bool { self == Retention() }

  /// Of a task that runs again and again, so many runs keep their logs, if nothing else is said.
  package static let usualRunLimit = 100

  package var runLimit: Int { taskCount ?? Self.usualRunLimit }

  /// Whether the log of a run of a task that comes again is kept: the last one's place is 1, and this
  /// was written so long ago.
  package func keepsRun(inPlace place: Int, writtenAgo age: Duration) -> Bool {
    place <= runLimit && time.map { age <= $0 } ?? true
  }
}

/// When a hub that keeps only so much looks again: when enough has ended since, never by itself.
package struct RetentionPace: Hashable, Sendable {
  private var endCount = 0
  /// On the awake clock.
  private var lastLook: AwakeTime?

  /// Ends before it looks again, and the time after which one is enough.
  private static let endLimit = 100
  private static let pause: Duration = .seconds(3600)

  package init() {}

  /// So many tasks have ended; whether it is time to look.
  package mutating func noteEnds(
    _ count: Int, _ retention: Retention, at now: AwakeTime
  ) -> Bool {
    guard !retention.isEmpty else { return false }
    endCount += min(count, Self.endLimit)
    let enough = min(Self.endLimit, max(1, (retention.taskCount ?? .max) / 10))
    return endCount >= enough || lastLook.map { now - $0 >= Self.pause } ?? true
  }

  package mutating func noteLook(at now: AwakeTime) { (endCount, lastLook) = (0, now) }
}
