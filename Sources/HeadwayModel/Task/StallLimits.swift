/// The hub's limits of the stall clocks, for tasks without their own.
package struct StallLimits: Hashable, Sendable {
  package var silentAfter: Duration
  package var advancingAfter: Duration
  /// The time from the question to the end, for tasks that expire.
  package var countdown: Duration

  package init(
    silentAfter: Duration = .seconds(30), advancingAfter: Duration = .seconds(120),
    countdown: Duration = .seconds(30)
  ) {
    self.silentAfter = silentAfter
    self.advancingAfter = advancingAfter
    self.countdown = countdown
  }
}

/// A person's answer to the question of a stalled task.
package enum StallAnswer: String, Hashable, Sendable, Codable, CaseIterable {
  case `continue`, stop
}
