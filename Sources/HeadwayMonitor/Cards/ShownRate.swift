import HeadwayCore

/// How fast a task is, as it is shown: `12.0 MiB/s`, `223/s`, `3.1/min`.
struct ShownRate: Equatable, ShownText {
  private let amount: ShownAmount
  private let scale: AmountScale
  private let period: Period

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

  /// Nil while it is unknown or next to nothing, and for a bare percentage.
  init?(_ progress: TaskProgressView) {
    guard let rate = progress.rate, rate.isFinite, rate > 0, let kind = AmountKind(progress.unit),
      let period = Self.period(of: rate, kind)
    else { return nil }
    self.period = period
    (amount, scale) = AmountScale.rounded(rate * period.rawValue, kind)
  }

  /// Bytes are always told of by the second.
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
