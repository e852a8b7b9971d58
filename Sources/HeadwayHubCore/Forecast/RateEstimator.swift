package import HeadwayModel

/// The rate at which units come, smoothed twice: the first pass forgets bursts, the second its own
/// jumps.
///
/// Each pass is a low-pass filter that weighs a sample by the time it covers, so uneven updates and
/// pauses need no special case. Time is of the running clock: a suspended machine makes no
/// progress.
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

  /// Takes in that `units` of this phase were done at `time`; fewer than before starts afresh.
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

  /// Units a second; nil until there is enough to tell.
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
