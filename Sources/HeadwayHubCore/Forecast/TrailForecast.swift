internal import HeadwayModel

/// The forecast of the remaining time of a phase from its trail.
///
/// Several simple methods each make a forecast, and the forecast is their weighted mean. To find
/// the weights, each method is asked for forecasts that it would have made earlier, over leaps as
/// long in proportion as the one ahead. A method with smaller errors then counts far more.
///
/// The whole trail is the best guide for a task whose pace goes up and down around a mean. The trend
/// is the best guide for a task that slows down, and the latest half of the time for a task whose
/// first units came from a cache. The paces of earlier runs are the best guide for a task that is
/// run again, whatever its pace does.
struct TrailForecast: Hashable, Sendable {
  /// The time from the latest advance to the goal, in seconds.
  var seconds: Double
  /// The error to expect, as a share of the remaining time.
  ///
  /// The error is the root of the weighted sum of the squares of three signs of unsteadiness: the
  /// earlier errors of the methods, their dispute about the leap ahead, and the unevenness of the
  /// trail. ``EtaEstimator`` says up to which error nine of ten forecasts are near the truth.
  var expectedError: Double

  /// Makes a forecast. Nil if the trail is too short for the leap, or if the methods disagree too
  /// much about it.
  ///
  /// - Parameters:
  ///   - goal: the units of the whole phase.
  ///   - history: the earlier runs, whose paces count.
  init?(_ trail: ProgressTrail, goal: Double, history: TaskHistory = TaskHistory()) {
    guard let start = trail.points.first, let end = trail.points.last, trail.points.count > 2 else {
      return nil
    }
    let done = end.units - start.units
    guard done > 0, goal > end.units else {
      guard done > 0 else { return nil }
      (seconds, expectedError) = (0, 0)
      return
    }
    let wholeLeap = (goal - start.units) / done
    guard wholeLeap <= Self.leapOfFewPoints || trail.points.count >= Self.pointsOfLongLeap else {
      return nil
    }
    let leap = min(wholeLeap, Self.longestLeap)
    var (sum, errorSum, weightSum, weightedSquareSum) = (0.0, 0.0, 0.0, 0.0)
    // The sums of the methods' weights, guesses and squared guesses, whatever their earlier errors.
    var (priorSum, guessSum, squareSum) = (0.0, 0.0, 0.0)
    var (least, most) = (Double.infinity, 0.0)
    let methods: [Method] = [
      .wholeWay, .sameDistance, .latestHalfOfTime, .trend, .earlierRuns(history, total: goal),
    ]
    for method in methods {
      guard let guess = method.seconds(from: end.units, to: goal, on: trail) else { continue }
      let error = Self.pastError(of: method, leap: leap, on: trail)
      let precision = 1 / (error + Self.leastError)
      let weight = method.prior * precision * precision * precision
      sum += weight * guess
      errorSum += weight * error
      weightSum += weight
      priorSum += method.prior
      guessSum += method.prior * guess
      squareSum += method.prior * guess * guess
      weightedSquareSum += weight * guess * guess
      (least, most) = (min(least, guess), max(most, guess))
    }
    guard weightSum > 0, wholeLeap <= Self.leapOfDispute || most <= least * Self.widestDispute
    else {
      return nil
    }
    seconds = sum / weightSum
    guard seconds > 0 else {
      expectedError = 0
      return
    }
    let doubt = weightedSquareSum / (weightSum * seconds * seconds) - 1
    guard doubt <= Self.largestDoubt * Self.largestDoubt else { return nil }
    let squares = squareSum - (2 * guessSum - priorSum * seconds) * seconds
    let dispute = max(0, squares) / (priorSum * seconds * seconds)
    expectedError =
      (errorSum / weightSum + 2 * dispute + Self.unevenness(of: trail) / 4).squareRoot()
  }

  private static let longestLeap = 3.3
  /// The factor from which a leap counts as long, and the number of points that a long leap needs.
  /// Two steps are no pace for such a leap: one slow step would make hours of hundreds of quick
  /// ones.
  private static let (leapOfFewPoints, pointsOfLongLeap) = (50.0, 5)
  /// The factor from which the methods must agree on a leap, and the factor by which they may
  /// differ.
  private static let (leapOfDispute, widestDispute) = (20.0, 2.0)
  /// The largest weighted deviation of the methods' forecasts from their mean, as a share of the
  /// mean. Beyond it, three of five forecasts are not even within a factor of two of the
  /// truth: methods that were equally good so far contradict each other.
  private static let largestDoubt = 0.75
  private static let leapCount = 5
  /// The smallest mean square of the error that a method is credited with, which is 7 % squared,
  /// and the number of leaps with this error that each method is credited with.
  private static let (leastError, creditedLeaps) = (0.005, 4.0)

  /// Returns the mean square of the relative errors of a method, over leaps that end late in the
  /// trail.
  private static func pastError(
    of method: Method, leap: Double, on trail: ProgressTrail
  ) -> Double {
    guard let start = trail.points.first, let end = trail.points.last else { return 1 }
    var (sum, count) = (leastError * creditedLeaps, creditedLeaps)
    for step in 0..<leapCount {
      let reach = (end.units - start.units) * (1 - 0.8 * Double(step) / Double(leapCount))
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

  /// Returns the squared coefficient of variation of the units done in eight equally long stretches
  /// of the trail.
  private static func unevenness(of trail: ProgressTrail) -> Double {
    guard let start = trail.points.first, let end = trail.points.last else { return 0 }
    let (length, done) = (end.seconds - start.seconds, end.units - start.units)
    guard length > 0, done > 0 else { return 0 }
    var (before, squares) = (start.units, 0.0)
    for stretch in 1...stretchCount {
      let part = Double(stretch) / Double(stretchCount)
      let after =
        stretch == stretchCount ? end.units : trail.units(at: start.seconds + length * part)
      let deviation = (after - before) / done * Double(stretchCount) - 1
      squares += deviation * deviation
      before = after
    }
    return squares / Double(stretchCount)
  }

  private static let stretchCount = 8
}

/// A way to derive the duration of a stretch of units from the stretch before it, or from earlier
/// runs.
private enum Method {
  case wholeWay, sameDistance, latestHalfOfTime, trend
  /// The paces of earlier runs. `total` is the units of this run. The method can't tell anything if no
  /// earlier run has a pace.
  case earlierRuns(TaskHistory, total: Double)

  /// The weight of the method where all methods had the same errors.
  var prior: Double {
    switch self {
    case .wholeWay: 2
    case .sameDistance, .latestHalfOfTime: 1
    case .trend: 0.5
    case .earlierRuns: 30
    }
  }

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
    case .sameDistance:
      // As many units as there are ahead, or all so far if there are fewer.
      let behind = min(done, goal - from)
      return (now - trail.seconds(at: from - behind)) / behind * (goal - from)
    case .latestHalfOfTime:
      let units = from - trail.units(at: now - taken / 2)
      return units > 0 ? taken / 2 / units * (goal - from) : nil
    case .trend:
      let leap = (goal - start.units) / done
      guard leap <= Self.leapOfBend else { return nil }
      let half = trail.seconds(at: from - done / 2) - start.seconds
      let latest = (now - trail.seconds(at: from - done / 4)) * 4
      return Self.trend(half: half, whole: taken, latest: latest, leap: leap)
    case .earlierRuns(let history, let total):
      return history.rest(from: from, to: goal, of: total, after: taken, since: start.units)
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
