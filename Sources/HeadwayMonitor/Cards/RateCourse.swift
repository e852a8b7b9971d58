import HeadwayCore

/// How fast a task was lately, at most once a second.
struct RateCourse: Hashable, Sendable {
  private static let limit = 60

  private(set) var rates: [Double] = []
  private var noted: Duration?
  private var unit: SanitisedText?

  /// `time` is on the continuous clock. With another unit the course begins anew.
  mutating func note(_ rate: Double, of unit: SanitisedText? = nil, at time: Duration) {
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

  /// A character for each of the last `columns` rates, as high as it is beside the highest of them;
  /// nothing for fewer than two.
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
