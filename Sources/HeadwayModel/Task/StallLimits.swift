/// How long the clocks may stand where a task doesn't say.
package struct StallLimits: Hashable, Sendable {
  package var silentAfter: Duration
  package var advancingAfter: Duration
  /// From the question to the end, for tasks that expire.
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

/// What a person says to the question.
package enum StallAnswer: String, Hashable, Sendable, Codable, CaseIterable {
  case `continue`, stop
}
