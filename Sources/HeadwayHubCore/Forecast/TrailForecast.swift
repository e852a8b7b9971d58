internal import HeadwayModel

/// The forecast of the remaining time of a phase from its trail.
///
/// Several simple methods each make a forecast, and the forecast is their weighted mean. To find
/// the weights, each method is asked for forecasts that it would have made earlier, over leaps as
/// long in proportion as the one ahead. A method with smaller errors then counts more.
///
/// The start of the trail is the best guide for a steady task. The trend is the best guide for a
/// task that slows down, and the latest half for a task whose first half came from a cache.
struct TrailForecast: Hashable, Sendable {
  /// The time from the latest advance to the goal, in seconds.
  var seconds: Double
  /// The root mean square of the earlier errors of the methods: 0.1 is 10 %.
  var spread: Double

  /// Makes a forecast. Nil if the trail is too short for the leap, or if the methods disagree too
  /// much about a very long leap.
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
  /// The factor from which a leap counts as long, and the number of points that a long leap needs.
  /// Two steps are no pace for such a leap: one slow step would make hours of hundreds of quick
  /// ones.
  private static let (leapOfFewPoints, pointsOfLongLeap) = (50.0, 5)
  /// The factor from which the methods must agree on a leap, and the factor by which they may
  /// differ.
  private static let (leapOfDispute, widestDispute) = (20.0, 2.0)
  private static let leapCount = 5
  /// The smallest mean square of the error that a method is credited with, which is 10 % squared.
  private static let leastError = 0.01

  /// Returns the mean square of the relative errors of a method, over leaps that end late in the
  /// trail.
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

  /// The longest leap, as a factor, for which the trend counts. Over a longer leap, the square
  /// would turn rounded reading times, or one large piece among small ones, into hours.
  private static let leapOfBend = 10.0

  /// Returns the remaining time if time is a quadratic function of the units done, through the
  /// start, the half and the end of the trail.
  ///
  /// The pace then changes as it did so far. It may improve on the latest pace by at most a third,
  /// because a task that started slowly doesn't go on to speed up.
  ///
  /// - Parameter latest: the time that all units so far would have taken at the latest pace.
  private static func trend(
    half: Double, whole: Double, latest: Double, leap: Double
  ) -> Double? {
    let (slope, bend) = (4 * half - whole, 2 * whole - 4 * half)
    guard half > 0, half < whole, slope + 2 * bend > 0 else { return nil }
    let promised = slope * leap + bend * leap * leap - whole
    return max(promised, 0.75 * latest * (leap - 1))
  }
}
