@testable import HeadwayHubCore
@testable import HeadwayModel
import SeededRandomness
import Testing

@Suite struct TrailTests {
  @Test("it is bounded and keeps its ends and its order", arguments: 0..<20)
  func itIsBoundedAndKeepsItsEndsAndItsOrder(_ seed: UInt64) throws {
    var generator = SplitMix(seed: seed)
    var trail = ProgressTrail()
    var (seconds, units) = (0.0, 0.0)
    trail.record(units: 0, at: 0)
    for _ in 0..<5000 {
      seconds += .random(in: 0...3, using: &generator)
      units += .random(in: 0...2, using: &generator) < 1 ? 0 : .random(in: 0...9, using: &generator)
      trail.record(units: units, at: seconds)
    }
    let points = trail.points
    #expect((8...33).contains(points.count))
    #expect(points.first == ProgressTrail.Point(seconds: 0, units: 0))
    #expect(points.last?.units == units)
    for (earlier, later) in zip(points, points.dropFirst()) {
      #expect(earlier.seconds < later.seconds && earlier.units < later.units)
    }
  }

  @Test("between points the way is steady")
  func betweenPointsTheWayIsSteady() {
    var trail = ProgressTrail()
    for (units, seconds) in [(0.0, 0.0), (10, 10), (20, 30)] {
      trail.record(units: units, at: seconds)
    }
    #expect(trail.seconds(at: 5) == 5 && trail.seconds(at: 15) == 20)
    #expect(trail.units(at: 20) == 15 && trail.units(at: 99) == 20)
  }

  @Test("a forecast that has seen nothing says nothing")
  func aForecastThatHasSeenNothingSaysNothing() {
    var trail = ProgressTrail()
    #expect(TrailForecast(trail, goal: 10) == nil)
    trail.record(units: 3, at: 1)
    trail.record(units: 3, at: 9)
    #expect(TrailForecast(trail, goal: 10) == nil)
  }

  @Test("a steady way promises a small error and a goal reached has no rest")
  func aSteadyWayPromisesASmallErrorAndAGoalReachedHasNoRest() throws {
    var trail = ProgressTrail()
    for second in 0...60 { trail.record(units: Double(second), at: Double(second)) }
    let forecast = try #require(TrailForecast(trail, goal: 100))
    #expect(abs(forecast.seconds - 40) < 0.5 && forecast.expectedError < 0.1)
    #expect(try #require(TrailForecast(trail, goal: 60)).seconds == 0)
  }

  @Test("methods that disagree and uneven stretches promise a large error")
  func methodsThatDisagreeAndUnevenStretchesPromiseALargeError() throws {
    var slowing = ProgressTrail()
    for step in 0...50 {
      slowing.record(units: Double(step), at: Double(step * step) / 50)
    }
    let dispute = try #require(TrailForecast(slowing, goal: 100))
    #expect(dispute.expectedError > 0.3)
    // Each quarter is like the one before, and has a quick half and a slow one.
    var uneven = ProgressTrail()
    for step in 0...80 {
      let units =
        Double(step / 20 * 20) + min(Double(step % 20) * 1.9, 18 + Double(step % 20) * 0.1)
      uneven.record(units: units, at: Double(step))
    }
    #expect(try #require(TrailForecast(uneven, goal: 160)).expectedError > 0.4)
  }
}
