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
  /// The way from the first reading on. Its units are fractions of the total. Its time begins at 0.
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
      (0...Self.latestBegin).contains(first.units), last.units >= Self.earliestEnd,
      last.seconds > 0, last.seconds < Self.tenYears
    else { return nil }
    self.total = total
    trail = ProgressTrail(points)
  }

  /// The share of the earlier run that a later run is credited with, at the earlier pace. Without the
  /// credit, a first second from a cache would make the later run ten times as fast.
  private static let creditedShare = 0.05
  /// The fraction by which the later run may begin before the first point.
  private static let beginTolerance = 0.01

  /// Returns the seconds that a later run takes for a stretch: the seconds that the earlier run took
  /// for it, times the later run's slowness so far. Nil if the earlier run knows no time for the
  /// stretch.
  ///
  /// - Parameters:
  ///   - from: the fraction at which the stretch begins.
  ///   - goal: the fraction at which it ends.
  ///   - taken: the seconds that the later run took from the fraction `begin` to `from`.
  ///   - begin: the fraction at which the later run was seen first.
  func rest(from: Double, to goal: Double, after taken: Double, since begin: Double) -> Double? {
    guard let first = trail.points.first, begin >= first.units - Self.beginTolerance else {
      return nil
    }
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

  /// Reads the points from whole numbers. A record can be damaged: nil for points that fall, that
  /// lie outside of 0 to 1, or that don't cover the run.
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
