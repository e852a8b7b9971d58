/// The pace of a completed run: the times at which parts of its units were done.
///
/// A second run of the same work often has the shape of the first: the same part is slow again.
/// ``TrailForecast`` compares the run so far with the paces of earlier runs.
///
/// ```swift
/// // The first half took 30 s.
/// let seconds = pace.rest(from: 0.5, to: 1, after: 30, since: 0)
/// ```
package struct RunPace: Hashable, Sendable {
  /// The units of the run.
  let total: Int64
  /// The way from the first reading on. Its units are fractions of the total, its time begins at 0.
  private let trail: ProgressTrail

  /// The largest fraction at which the trail may begin, and the smallest at which it may end.
  private static let (latestBegin, earliestEnd) = (0.1, 0.97)
  /// The fewest points that show a shape.
  private static let leastPoints = 4
  private static let tenYears = 315_576_000.0

  /// Takes the pace of a run from its trail. Nil for a trail that begins late or ends early, or that
  /// has too few points to show a shape.
  init?(_ trail: ProgressTrail, total: Int64) {
    guard total > 0, let first = trail.points.first else { return nil }
    self.init(
      total: total,
      points: trail.points.map {
        .init(seconds: $0.seconds - first.seconds, units: $0.units / Double(total))
      })
  }

  private init?(total: Int64, points: [ProgressTrail.Point]) {
    guard points.count >= Self.leastPoints, let first = points.first, let last = points.last,
      first.units <= Self.latestBegin, last.units >= Self.earliestEnd,
      last.seconds > 0, last.seconds < Self.tenYears
    else { return nil }
    self.total = total
    trail = ProgressTrail(points)
  }

  /// The share of the earlier run for which this run is credited with the same pace. Without the
  /// credit, a first second from a cache would make this run ten times as fast.
  private static let creditedShare = 0.05

  /// Returns the seconds that a run takes from one fraction to another, if it goes on at its own pace
  /// where this one went at its pace. Nil if this run knows no time for that.
  ///
  /// - Parameters:
  ///   - taken: the seconds that the run has taken from the fraction `begin` to `from`.
  func rest(from: Double, to goal: Double, after taken: Double, since begin: Double) -> Double? {
    let here = trail.seconds(at: from)
    let ahead = trail.seconds(at: goal) - here
    let credit = Self.creditedShare * (trail.points.last?.seconds ?? 0)
    let behind = here - trail.seconds(at: begin) + credit
    return ahead > 0 && behind > 0 ? ahead * (taken + credit) / behind : nil
  }
}

/// The form in the record.
extension RunPace {
  /// The unit of fractions in the record.
  private static let wholeFraction = 10_000.0

  /// The points as whole numbers: milliseconds and ten-thousandths of the total by turns.
  package var marks: [Int64] {
    trail.points.flatMap { point in
      [
        Int64((point.seconds * 1000).rounded()),
        Int64((min(point.units, 1) * Self.wholeFraction).rounded()),
      ]
    }
  }

  /// Reads the points from whole numbers. Nil for points that are no way from 0 to the total: a
  /// record can be damaged.
  package init?(marks: [Int64], total: Int64) {
    guard total > 0, marks.count.isMultiple(of: 2), marks.count <= 2 * ProgressTrail.mostPoints
    else { return nil }
    var points: [ProgressTrail.Point] = []
    for index in stride(from: 0, to: marks.count, by: 2) {
      let point = ProgressTrail.Point(
        seconds: Double(marks[index]) / 1000,
        units: Double(marks[index + 1]) / Self.wholeFraction)
      guard (0...1).contains(point.units), point.seconds >= points.last?.seconds ?? 0,
        point.units >= points.last?.units ?? 0
      else { return nil }
      points.append(point)
    }
    self.init(total: total, points: points)
  }
}
