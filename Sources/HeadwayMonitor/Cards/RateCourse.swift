import HeadwayModel

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
