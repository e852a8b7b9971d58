package import HeadwayModel

/// The rate at which units are completed, smoothed by two passes. The first pass smooths bursts.
/// The second pass smooths the jumps that the first one leaves.
///
/// Each pass is a low-pass filter that weighs a sample by the time that it covers, so uneven
/// updates and pauses need no special case. Time is of the running clock: a suspended machine makes
/// no progress.
package struct RateEstimator: Hashable, Sendable {
  private var units: Double = 0
  private var sampledAt: RunningTime?
  private var firstSampledAt: RunningTime?
  private var once = LowPass()
  private var twice = LowPass()
  private var sampleCount = 0

  private static let timeConstant: Double = 10
  private static let samplesNeeded = 3
  private static let timeNeeded: Duration = .seconds(2)

  package init() {}

  /// Adds a reading: `units` of the phase were done at `time`. Fewer units than before start
  /// afresh.
  package mutating func record(units newUnits: Int64, at time: RunningTime) {
    let new = Double(newUnits)
    guard let sampledAt, new >= units else {
      self = RateEstimator()
      (units, self.sampledAt, firstSampledAt) = (new, time, time)
      return
    }
    guard time > sampledAt else {
      units = max(units, new)
      return
    }
    let seconds = (time - sampledAt).inSeconds
    let weight = seconds / (seconds + Self.timeConstant)
    once.blend((new - units) / seconds, weight: weight)
    twice.blend(once.value, weight: weight)
    (units, self.sampledAt) = (new, time)
    sampleCount += 1
  }

  /// The rate in units per second. Nil before there are three samples over two seconds.
  package var rate: Double? {
    guard sampleCount >= Self.samplesNeeded, let sampledAt, let firstSampledAt,
      sampledAt - firstSampledAt >= Self.timeNeeded, twice.value > 0
    else { return nil }
    return twice.value
  }
}

/// A weighted running mean, unbiased from its first sample on.
private struct LowPass: Hashable, Sendable {
  private var sum: Double = 0
  private var weightSum: Double = 0

  var value: Double { weightSum > 0 ? sum / weightSum : 0 }

  mutating func blend(_ sample: Double, weight: Double) {
    sum = sum * (1 - weight) + sample * weight
    weightSum = weightSum * (1 - weight) + weight
  }
}
