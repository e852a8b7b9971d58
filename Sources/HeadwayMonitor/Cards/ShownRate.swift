import HeadwayModel

/// A rate as text: `12.0 MiB/s`, `223/s`, `3.1/min`. Slow counts use a longer period, so that the
/// number is at least 1.
struct ShownRate: Equatable, ShownText {
  private let amount: ShownAmount
  private let scale: AmountScale
  private let period: Period

  /// The period of the rate, in seconds.
  private enum Period: Double, CaseIterable {
    case second = 1
    case minute = 60
    case hour = 3600

    var suffix: String {
      switch self {
      case .second: "/s"
      case .minute: "/min"
      case .hour: "/h"
      }
    }
  }

  /// Creates the text. Nil if the rate is unknown or below one unit an hour, and for a bare
  /// percentage.
  init?(_ progress: TaskProgressView) {
    guard let rate = progress.rate, rate.isFinite, rate > 0, let kind = AmountKind(progress.unit),
      let period = Self.period(of: rate, kind)
    else { return nil }
    self.period = period
    (amount, scale) = AmountScale.rounded(rate * period.rawValue, kind)
  }

  /// The shortest period with at least one unit. Bytes are always per second.
  private static func period(of rate: Double, _ kind: AmountKind) -> Period? {
    kind == .bytes ? .second : Period.allCases.first { rate * $0.rawValue >= 1 }
  }

  func write(to text: inout some TextBuilder) {
    amount.write(to: &text)
    text.append(scale.symbol)
    text.append(scale.suffix)
    text.append(period.suffix)
  }
}
