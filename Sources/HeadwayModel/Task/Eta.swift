/// An estimate of the remaining time and the trust it deserves. An unknown ETA is nil wherever it
/// is used.
public struct Eta: Hashable, Sendable {
  /// The time that remains.
  public var remaining: Duration
  /// The precision of the estimate.
  public var confidence: EtaConfidence

  /// Makes an estimate.
  public init(_ remaining: Duration, _ confidence: EtaConfidence) {
    self.remaining = remaining
    self.confidence = confidence
  }
}

/// The precision of an ETA.
public enum EtaConfidence: String, Hashable, Sendable {
  /// The task is steady: nine of ten such ETAs are within a quarter of the truth. The time is shown
  /// to the second: `4m10s`.
  case exact
  /// A rough forecast, shown as `~4m`.
  case approximate
}

extension TaskProgressView {
  /// `remaining` as it is meant: `4m10s`, `~4m`.
  public func etaText(_ remaining: Duration) -> String {
    ShownTimeLeft(remaining, etaConfidence).text
  }
}

/// The remaining time as it is shown: to the second, `4m10s`, or rounded to one unit, `~4m`.
public struct ShownTimeLeft: Hashable, Sendable {
  private let count: Int64
  /// The unit to round to; nil if the seconds count.
  private let roughUnit: Unit?

  private enum Unit: String {
    case second = "s"
    case minute = "m"
    case hour = "h"
    case day = "d"
  }

  /// Makes the shown time. Without a confidence, the time is shown to the second.
  public init(_ remaining: Duration, _ confidence: EtaConfidence?) {
    let seconds = max(0, remaining.components.seconds)
    if confidence == .approximate {
      (count, roughUnit) = Self.rough(remaining, seconds)
    } else {
      (count, roughUnit) = (seconds, nil)
    }
  }

  /// The time as a card shows it.
  public var text: String {
    guard let roughUnit else { return Duration.seconds(count).compact }
    return "~" + String(count) + roughUnit.rawValue
  }

  /// Never nothing: `2s`, `50s`, `4m`, `3h`, `5d`. Near the end ten seconds would be many times too
  /// much.
  private static func rough(_ remaining: Duration, _ seconds: Int64) -> (Int64, Unit) {
    switch seconds {
    case ..<8 where remaining < .milliseconds(1500): (1, .second)
    case ..<8 where remaining < .milliseconds(3500): (2, .second)
    case ..<8 where remaining < .milliseconds(7500): (5, .second)
    case ..<110: (max(1, (seconds + 5) / 10) * 10, .second)
    case ..<7170: ((seconds + 30) / 60, .minute)
    case ..<171_000: ((seconds + 1800) / 3600, .hour)
    default: ((seconds + 43_200) / 86_400, .day)
    }
  }
}
