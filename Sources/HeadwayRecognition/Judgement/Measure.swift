import HeadwayCore

/// How far a stretch of work is, as a line or a sequence of the terminal said it.
struct Measure: Hashable {
  enum Unit: Hashable {
    /// Hundredths of a percent.
    case percent
    case count
    case bytes
  }

  var completed: Int64
  /// Nil while the extent isn't known.
  var total: Int64?
  var unit: Unit

  /// From hundredths of a percent; nil outside 0…100 %.
  static func percent(hundredths: Int64) -> Measure? {
    guard (0...TaskProgress.percentTotal).contains(hundredths) else { return nil }
    return Measure(completed: hundredths, total: TaskProgress.percentTotal, unit: .percent)
  }

  /// The percent of 0…1; nil outside of it.
  static func fraction(_ fraction: Double) -> Measure? {
    guard (0...1).contains(fraction) else { return nil }
    return percent(hundredths: Int64(fraction * Double(TaskProgress.percentTotal)))
  }

  /// Nil unless 0 ≤ `completed` ≤ `total` and `total` ≥ 2. Of times, the percent.
  static func amounts(_ completed: Amount, of total: Amount) -> Measure? {
    guard total.value >= 2, (0...total.value).contains(completed.value) else { return nil }
    switch total.kind {
    case .time: return fraction(Double(completed.value) / Double(total.value))
    case .bytes:
      return Measure(completed: completed.value, total: total.value, unit: .bytes)
    case .count: return Measure(completed: completed.value, total: total.value, unit: .count)
    }
  }

  /// 0…1; nil where the extent isn't known.
  var fraction: Double? { total.map { Double(completed) / Double(max(1, $0)) } }

  var isDone: Bool { completed == total }

  /// Each of its steps may take long.
  var isCoarse: Bool { unit == .count && total.map { $0 <= 20 } ?? false }
}
