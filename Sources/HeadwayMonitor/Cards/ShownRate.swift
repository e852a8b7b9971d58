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

/// The rates of the last minute, at most one a second, for the graph on an expanded card.
struct RateCourse: Hashable, Sendable {
  private static let limit = 60

  /// The rates, oldest first.
  private(set) var rates: [Double] = []
  /// The continuous time of the last rate.
  private var noted: RunningTime?
  /// The unit of all rates.
  private var unit: SanitisedText?

  /// Adds a rate. Ignores a rate within a second of the last one. `time` is on the continuous
  /// clock. A new unit starts a new course, because rates of different units can't be compared.
  mutating func note(_ rate: Double, of unit: SanitisedText? = nil, at time: RunningTime) {
    guard rate.isFinite, rate >= 0 else { return }
    if unit != self.unit {
      self = RateCourse()
      self.unit = unit
    }
    if let noted, time - noted < .seconds(1) { return }
    noted = time
    if rates.count == Self.limit { rates.removeFirst() }
    rates.append(rate)
  }

  /// The graph: a character for each of the last `columns` rates, as high as its share of the
  /// highest rate. Empty for fewer than two rates.
  func drawn(columns: Int, _ glyphs: Glyphs) -> String {
    let shown = rates.suffix(max(0, columns))
    guard shown.count > 1, let highest = shown.max(), highest > 0, let top = glyphs.levels.last
    else { return "" }
    return shown.map { rate in
      let level = Int(rate / highest * Double(glyphs.levels.count))
      return level < glyphs.levels.count ? glyphs.levels[level] : top
    }.joined()
  }
}

/// The completed and total units as text: `1.2/3.0 GiB`, `300 of 512+ files`, `12 files`. The plus
/// marks a total that still grows.
struct ShownCounts: Equatable, ShownText {
  private let completed: ShownAmount
  private let total: ShownAmount?
  private let isGrowing: Bool
  private let scale: AmountScale
  /// The unit's name. Nil for bytes, whose unit is part of the scale.
  private let unit: SanitisedText?

  /// The text between the completed units and a total that still grows.
  private static let ofGrowing = Phrase(" of ", context: "amount")

  /// Creates the text. Nil while nothing is known, and for a bare percentage.
  init?(_ progress: TaskProgressView) {
    guard let completed = progress.completed, let kind = AmountKind(progress.unit) else {
      return nil
    }
    let scale = AmountScale(kind, for: Double(max(completed, progress.total ?? 0)))
    self.completed = scale.roundedDown(Double(completed))
    total = progress.total.map { scale.roundedDown(Double($0)) }
    isGrowing = progress.isGrowing
    unit = kind == .bytes ? nil : progress.unit
    self.scale = scale
  }

  func write(to text: inout some TextBuilder) {
    completed.write(to: &text)
    text.append(scale.symbol)
    if let total {
      text.append(isGrowing ? Self.ofGrowing.text : "/")
      total.write(to: &text)
      text.append(scale.symbol)
      if isGrowing { text.append("+") }
    }
    text.append(scale.suffix)
    if let unit {
      text.append(" ")
      text.append(unit.string)
    }
  }
}
