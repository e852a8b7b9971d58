import HeadwayHubCore
import HeadwayModel
import TestClocks
import Testing

@Suite struct RateEstimatorTests {
  @Test("a steady rate is found")
  func aSteadyRateIsFound() throws {
    var estimator = RateEstimator()
    for second in 0...30 { estimator.record(units: Int64(second) * 10, at: .seconds(second)) }
    #expect(abs(try #require(estimator.rate) - 10) < 0.001)
  }

  @Test("nothing is said too early")
  func nothingIsSaidTooEarly() {
    var estimator = RateEstimator()
    #expect(estimator.rate == nil)
    estimator.record(units: 0, at: .zero)
    estimator.record(units: 5, at: .seconds(1))
    estimator.record(units: 10, at: .seconds(2))
    #expect(estimator.rate == nil)
    estimator.record(units: 15, at: .seconds(3))
    #expect(estimator.rate != nil)
  }

  @Test("many samples within a moment aren't enough")
  func manySamplesWithinAMomentAreNotEnough() {
    var estimator = RateEstimator()
    for step in 0...100 { estimator.record(units: Int64(step), at: .milliseconds(step)) }
    #expect(estimator.rate == nil)
  }

  @Test("bursts are smoothed")
  func burstsAreSmoothed() throws {
    var estimator = RateEstimator()
    var units: Int64 = 0
    for second in 0...120 {
      if second.isMultiple(of: 4) { units += 40 }
      estimator.record(units: units, at: .seconds(second))
    }
    #expect((7...13).contains(try #require(estimator.rate)))
  }

  @Test("a pause slows the rate down")
  func aPauseSlowsTheRateDown() throws {
    var estimator = RateEstimator()
    for second in 0...30 { estimator.record(units: Int64(second) * 10, at: .seconds(second)) }
    let before = try #require(estimator.rate)
    estimator.record(units: 300, at: .seconds(90))
    #expect(try #require(estimator.rate) < before / 2)
  }

  @Test("fewer units start afresh")
  func fewerUnitsStartAfresh() {
    var estimator = RateEstimator()
    for second in 0...30 { estimator.record(units: Int64(second) * 10, at: .seconds(second)) }
    estimator.record(units: 0, at: .seconds(31))
    #expect(estimator.rate == nil)
  }

  @Test("standing still has no rate")
  func standingStillHasNoRate() {
    var estimator = RateEstimator()
    for second in 0...30 { estimator.record(units: 7, at: .seconds(second)) }
    #expect(estimator.rate == nil)
  }

  @Test("clocks that stand or go back trap nothing")
  func clocksThatStandOrGoBackTrapNothing() {
    var estimator = RateEstimator()
    for second in [5, 5, 3, 0, 9] {
      estimator.record(units: .max, at: .seconds(second))
      estimator.record(units: .min, at: .seconds(second))
    }
    #expect(estimator.rate.map { $0.isFinite && $0 > 0 } ?? true)
  }
}
