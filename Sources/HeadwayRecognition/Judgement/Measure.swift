import HeadwayModel

/// The state of a stretch of work, as one line or one terminal sequence reported it.
///
/// A stretch is a part of the work over which the value only rises: a download, a compilation.
struct Measure: Hashable {
  enum Unit: Hashable {
    /// Hundredths of a percent: `total` is 10,000 (`TaskProgress.percentTotal`).
    case percent
    /// Things without a unit: files, steps, objects.
    case count
    case bytes
  }

  /// The amount done, from 0 to `total`. The amount has no upper limit where `total` is nil.
  var completed: Int64
  /// The amount in all; nil while the tool hasn't printed it.
  var total: Int64?
  var unit: Unit

  /// Makes a measure of hundredths of a percent; nil outside 0…10,000.
  static func percent(hundredths: Int64) -> Measure? {
    guard (0...TaskProgress.percentTotal).contains(hundredths) else { return nil }
    return Measure(completed: hundredths, total: TaskProgress.percentTotal, unit: .percent)
  }

  /// Makes a percent of a fraction; nil outside 0…1 and for NaN.
  ///
  /// Roll-ups use this: a bar within stages becomes a fraction of the whole.
  static func fraction(_ fraction: Double) -> Measure? {
    guard (0...1).contains(fraction) else { return nil }
    return percent(hundredths: Int64(fraction * Double(TaskProgress.percentTotal)))
  }

  /// Makes a measure of two amounts; nil unless 0 ≤ `completed` ≤ `total` and `total` ≥ 2.
  ///
  /// A total of 0 or 1 is refused, because `0/1` and `1/1` show no progress on the way. Two times
  /// become a percent: a card that counts milliseconds would help nobody.
  static func amounts(_ completed: Amount, of total: Amount) -> Measure? {
    guard total.value >= 2, (0...total.value).contains(completed.value) else { return nil }
    switch total.kind {
    case .time: return fraction(Double(completed.value) / Double(total.value))
    case .bytes:
      return Measure(completed: completed.value, total: total.value, unit: .bytes)
    case .count: return Measure(completed: completed.value, total: total.value, unit: .count)
    }
  }

  /// The share that is done, 0…1; nil while the total isn't known.
  var fraction: Double? { total.map { Double(completed) / Double(max(1, $0)) } }

  /// Whether nothing remains to be done; false while the total isn't known.
  var isDone: Bool { completed == total }

  /// Whether each step is so large that it may take long: a count with a total of at most 20.
  ///
  /// A coarse measure that stands still is no sign of a stall. See ``PhaseTracker/tellsByItself``.
  var isCoarse: Bool { unit == .count && total.map { $0 <= 20 } ?? false }
}
