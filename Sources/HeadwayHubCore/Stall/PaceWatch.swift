internal import HeadwayModel

/// Recognises a task that has become slow: its rate is under a tenth of its own median.
///
/// A rate is measured from one advance to a later one, over at least ten seconds. Shorter windows
/// would make the pauses between bursts look slow. Slow rates don't enter the median, so a slowdown
/// that lasts never becomes usual.
struct PaceWatch: Hashable, Sendable {
  private var windowStart: Mark?
  private var usualRates: [Double] = []
  private var next = 0
  private var slowStart: Mark?
  /// The end of the first slow window. The factor is measured from here, because the task may still
  /// have been fast at the start of that window.
  private var slowWhole: Mark?
  private var slowWindowCount = 0
  private var lastAdvance: Mark?

  private struct Mark: Hashable {
    var time: AwakeTime
    var units: Double
  }

  private static let window: Duration = .seconds(10)
  private static let capacity = 31
  private static let ratesNeeded = 6
  private static let slowWindowsNeeded = 2
  private static let slowFactor = 10.0
  private static let slowdownLimit = 9999.0

  /// Notes that the task has completed `units` of its phase.
  mutating func note(units: Int64, at now: AwakeTime) {
    let mark = Mark(time: now, units: Double(units))
    lastAdvance = mark
    guard let start = windowStart else {
      windowStart = mark
      return
    }
    guard now - start.time >= Self.window else { return }
    windowStart = mark
    judge(from: start, to: mark)
  }

  /// The instant at which the task became slow. Nil before two slow windows in a row.
  var slowSince: AwakeTime? {
    slowWindowCount >= Self.slowWindowsNeeded ? slowStart?.time : nil
  }

  /// Whether the latest window was not slow. False while too few windows were measured.
  var isUsual: Bool { slowWindowCount == 0 && median != nil }

  /// The factor by which the task is slower than its median, at most 9,999. Nil if the task isn't
  /// slow.
  var slowdown: Double? {
    guard slowSince != nil, let slowWhole, let lastAdvance, let median else { return nil }
    let rate = Self.rate(from: slowWhole, to: lastAdvance)
    return rate > 0 ? min(median / rate, Self.slowdownLimit) : Self.slowdownLimit
  }

  /// Drops the window under way and any slowdown, after a pause or a person's "continue". The
  /// median stays.
  mutating func interrupt() {
    (windowStart, slowStart, slowWhole, slowWindowCount) = (nil, nil, nil, 0)
  }

  private mutating func judge(from start: Mark, to end: Mark) {
    let rate = Self.rate(from: start, to: end)
    if let median, rate * Self.slowFactor < median {
      (slowStart, slowWhole) = (slowStart ?? start, slowWhole ?? end)
      slowWindowCount += 1
      return
    }
    (slowStart, slowWhole, slowWindowCount) = (nil, nil, 0)
    guard rate > 0 else { return }
    if usualRates.count < Self.capacity {
      usualRates.append(rate)
    } else {
      usualRates[next] = rate
      next = (next + 1) % Self.capacity
    }
  }

  private var median: Double? {
    guard usualRates.count >= Self.ratesNeeded else { return nil }
    return usualRates.sorted()[usualRates.count / 2]
  }

  private static func rate(from start: Mark, to end: Mark) -> Double {
    let seconds = (end.time - start.time).inSeconds
    return seconds > 0 ? max(0, end.units - start.units) / seconds : 0
  }
}
