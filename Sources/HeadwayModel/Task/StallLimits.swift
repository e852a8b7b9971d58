/// The hub's limits of the stall clocks, for tasks without their own.
public struct StallLimits: Hashable, Sendable {
  /// The time without a sign of life.
  public var silentAfter: Duration
  /// The time without new units, for a task that counts them.
  public var advancingAfter: Duration
  /// The time from the question to the end, for tasks that expire.
  public var countdown: Duration

  /// Makes limits. The defaults are those of the config.
  public init(
    silentAfter: Duration = .seconds(30), advancingAfter: Duration = .seconds(120),
    countdown: Duration = .seconds(30)
  ) {
    self.silentAfter = silentAfter
    self.advancingAfter = advancingAfter
    self.countdown = countdown
  }
}

/// A person's answer to the question of a stalled task.
public enum StallAnswer: String, Hashable, Sendable, Codable, CaseIterable {
  case `continue`, stop
}
