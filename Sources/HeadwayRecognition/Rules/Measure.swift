import HeadwayCore

/// How far something is, as a line or a sequence of the terminal said it.
struct Measure: Hashable {
  enum Unit: Hashable {
    /// Hundredths of a percent.
    case percent
    case count
  }

  var completed: Int64
  var total: Int64
  var unit: Unit

  /// From hundredths of a percent; nil outside 0…100 %.
  static func percent(hundredths: Int64) -> Measure? {
    guard (0...TaskProgress.percentTotal).contains(hundredths) else { return nil }
    return Measure(completed: hundredths, total: TaskProgress.percentTotal, unit: .percent)
  }

  /// Nil unless 0 ≤ `completed` ≤ `total` and `total` ≥ 2.
  static func count(_ completed: Int64, of total: Int64) -> Measure? {
    guard total >= 2, (0...total).contains(completed) else { return nil }
    return Measure(completed: completed, total: total, unit: .count)
  }
}
