internal import HeadwayModel

/// The forecast of a trail: how long the rest takes.
///
/// Several simple methods each make a forecast. Each method is also asked for the forecasts it
/// would have made earlier, over leaps as long in proportion as the one ahead. Methods that would
/// have been right count most. A steady task is measured from its start, one that slows down by its
/// trend, and one that came out of a cache by its latest half.
struct TrailForecast: Hashable, Sendable {
  /// The time from the latest advance to the goal, in seconds.
  var seconds: Double
  /// The error that the methods would have had, as a root mean square: 0.1 is 10 %.
  var spread: Double

  /// Makes a forecast; nil if the trail is too short.
  init?(_ trail: ProgressTrail, goal: Double) {
    guard let start = trail.points.first, let end = trail.points.last, trail.points.count > 2 else {
      return nil
    }
    let done = end.units - start.units
    guard done > 0, goal > end.units else {
      guard done > 0 else { return nil }
      (seconds, spread) = (0, 0)
      return
    }
    let wholeLeap = (goal - start.units) / done
    guard wholeLeap <= Self.leapOfFewPoints || trail.points.count >= Self.pointsOfLongLeap else {
      return nil
    }
    let leap = min(wholeLeap, Self.longestLeap)
    var (sum, errorSum, weightSum) = (0.0, 0.0, 0.0)
    var (least, most) = (Double.infinity, 0.0)
    for method in Method.allCases {
      guard let guess = method.seconds(from: end.units, to: goal, on: trail) else { continue }
      let error = Self.pastError(of: method, leap: leap, on: trail)
      let weight = 1 / ((error + Self.leastError) * (error + Self.leastError))
      sum += weight * guess
      errorSum += weight * error
      weightSum += weight
      (least, most) = (min(least, guess), max(most, guess))
    }
    guard weightSum > 0, wholeLeap <= Self.leapOfDispute || most <= least * Self.widestDispute
    else {
      return nil
    }
    seconds = sum / weightSum
    spread = (errorSum / weightSum).squareRoot()
  }

  private static let longestLeap = 3.3
  /// The factor of a long leap, and the number of points that it needs. One step that took long
  /// makes hours of hundreds that don't: two steps are no pace for such a leap.
  private static let (leapOfFewPoints, pointsOfLongLeap) = (50.0, 5)
  /// The factor of a leap so long that the methods must agree, and the factor by which they may
  /// differ.
  private static let (leapOfDispute, widestDispute) = (20.0, 2.0)
  private static let leapCount = 5
  /// Squared: nobody is trusted to be nearer than 10 %.
  private static let leastError = 0.01

  /// The mean square of how far guess and truth are apart, over leaps that end late in the trail.
  private static func pastError(
    of method: Method, leap: Double, on trail: ProgressTrail
  ) -> Double {
    guard let start = trail.points.first, let end = trail.points.last else { return 1 }
    var (sum, count) = (leastError * 2, 2.0)
    for step in 0..<leapCount {
      let reach = (end.units - start.units) * (1 - 0.6 * Double(step) / Double(leapCount))
      let (from, to) = (start.units + reach / leap, start.units + reach)
      let truth = trail.seconds(at: to) - trail.seconds(at: from)
      guard truth > 0, let guess = method.seconds(from: from, to: to, on: trail), guess > 0 else {
        continue
      }
      let error = 2 * (guess - truth) / (guess + truth)
      sum += error * error
      count += 1
    }
    return sum / count
  }
}

/// A way to derive the duration of a stretch of units from the stretch before it.
private enum Method: CaseIterable {
  case wholeWay, latestHalf, latestQuarter, latestHalfOfTime, trend

  /// Returns the seconds for a stretch; nil if the method can't tell. The method knows nothing of
  /// what came after `from`.
  func seconds(from: Double, to goal: Double, on trail: ProgressTrail) -> Double? {
    guard let start = trail.points.first, from > start.units else { return nil }
    let done = from - start.units
    let now = trail.seconds(at: from)
    let taken = now - start.seconds
    guard taken > 0 else { return nil }
    switch self {
    case .wholeWay: return taken / done * (goal - from)
    case .latestHalf: return (now - trail.seconds(at: from - done / 2)) / (done / 2) * (goal - from)
    case .latestQuarter:
      return (now - trail.seconds(at: from - done / 4)) / (done / 4) * (goal - from)
    case .latestHalfOfTime:
      let units = from - trail.units(at: now - taken / 2)
      return units > 0 ? taken / 2 / units * (goal - from) : nil
    case .trend:
      let leap = (goal - start.units) / done
      guard leap <= Self.leapOfBend else { return nil }
      let half = trail.seconds(at: from - done / 2) - start.seconds
      let latest = (now - trail.seconds(at: from - done / 4)) * 4
      return Self.trend(half: half, whole: taken, latest: latest, leap: leap)
    }
  }

  /// A longer leap, squared, would make hours of how readings fell between seconds, or of one large
  /// piece among small ones.
  private static let leapOfBend = 10.0

  /// Time as a square of what is done, through its half: its pace changes as it did so far, but
  /// gets no better than by a third. `latest` is what all of it would have taken at the latest
  /// pace: who started slowly doesn't go on to speed up.
  private static func trend(
    half: Double, whole: Double, latest: Double, leap: Double
  ) -> Double? {
    let (slope, bend) = (4 * half - whole, 2 * whole - 4 * half)
    guard half > 0, half < whole, slope + 2 * bend > 0 else { return nil }
    let promised = slope * leap + bend * leap * leap - whole
    return max(promised, 0.75 * latest * (leap - 1))
  }
}
