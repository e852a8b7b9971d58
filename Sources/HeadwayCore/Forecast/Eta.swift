/// When a task will be done, and how far to trust that. One that isn't known isn't there.
package struct Eta: Hashable, Sendable {
  package var remaining: Duration
  package var confidence: EtaConfidence

  package init(_ remaining: Duration, _ confidence: EtaConfidence) {
    self.remaining = remaining
    self.confidence = confidence
  }
}

/// How an ETA is meant.
package enum EtaConfidence: String, Hashable, Sendable, Codable {
  /// What remained was foreseen well so far: shown as `4m10s`.
  case exact
  /// Shown as `~4m`.
  case approximate
}

extension TaskProgressView {
  /// `remaining` as it is meant: `4m10s`, `~4m`.
  package func etaText(_ remaining: Duration) -> String {
    etaConfidence == .approximate ? "~" + remaining.rough : remaining.compact
  }
}

extension Duration {
  /// One rounded unit: `2s`, `50s`, `4m`, `3h`, `5d`; never nothing.
  package var rough: String {
    if let step = Self.lastSteps.first(where: { self < $0.below }) { return step.text }
    let seconds = max(0, components.seconds)
    if seconds < 110 { return String(max(1, (seconds + 5) / 10) * 10) + "s" }
    if seconds < 7170 { return String((seconds + 30) / 60) + "m" }
    if seconds < 171_000 { return String((seconds + 1800) / 3600) + "h" }
    return String((seconds + 43_200) / 86_400) + "d"
  }

  /// Of the end, where ten seconds would be many times too much.
  private static let lastSteps: [(below: Duration, text: String)] = [
    (.milliseconds(1500), "1s"), (.milliseconds(3500), "2s"), (.milliseconds(7500), "5s"),
  ]
}
