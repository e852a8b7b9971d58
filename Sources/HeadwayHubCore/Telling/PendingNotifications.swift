internal import HeadwayModel

/// News on their way to a person, until the next notification.
struct PendingNotifications: Sendable {
  /// Monitors that somebody looks at.
  var focusedMonitors: Set<ConnectionID> = []
  private var gathered: [TaskNews] = []

  /// The time for which ends and questions are gathered, to be told together.
  static let gatheringTime: Duration = .seconds(1)

  /// Whether it is the first of a notification.
  mutating func gather(_ news: TaskNews) -> Bool {
    gathered.append(news)
    return gathered.count == 1
  }

  mutating func takeAll() -> [TaskNews] {
    defer { gathered = [] }
    return gathered
  }
}
