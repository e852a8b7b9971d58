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
    .building { writeEta(remaining, to: &$0) }
  }

  /// As ``etaText(_:)``.
  package func writeEta(_ remaining: Duration, to text: inout some TextBuilder) {
    guard etaConfidence == .approximate else { return remaining.writeCompact(to: &text) }
    text.append("~")
    remaining.writeRough(to: &text)
  }
}

extension Duration {
  /// One rounded unit: `2s`, `50s`, `4m`, `3h`, `5d`; never nothing.
  package var rough: String { .building(writeRough) }

  /// As ``rough``.
  package func writeRough(to text: inout some TextBuilder) {
    let seconds = max(0, components.seconds)
    let (count, unit) =
      switch seconds {
      case ..<8 where self < .milliseconds(7500): (secondsAtTheEnd, "s")
      case ..<110: (max(1, (seconds + 5) / 10) * 10, "s")
      case ..<7170: ((seconds + 30) / 60, "m")
      case ..<171_000: ((seconds + 1800) / 3600, "h")
      default: ((seconds + 43_200) / 86_400, "d")
      }
    text.append(number: count)
    text.append(unit)
  }

  /// There ten seconds would be many times too much.
  private var secondsAtTheEnd: Int64 {
    self < .milliseconds(1500) ? 1 : self < .milliseconds(3500) ? 2 : 5
  }
}
