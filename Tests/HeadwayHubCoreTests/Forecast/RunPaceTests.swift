import HeadwayModel
import Testing

@testable import HeadwayHubCore

/// The pace of an earlier run.
@Suite struct RunPaceTests {
  /// Half of 100 units in 10 s, the other half in 90 s.
  private static let trail = ProgressTrail(
    (0...20).map { step -> ProgressTrail.Point in
      let seconds = step <= 10 ? step : 10 + (step - 10) * 9
      return .init(seconds: Double(7 + seconds), units: Double(step * 5))
    })

  @Test("the rest takes as long as then, in proportion to the way so far")
  func theRestTakesAsLongAsThenInProportionToTheWaySoFar() throws {
    let pace = try #require(RunPace(Self.trail, total: 100))
    let asThen = try #require(pace.rest(from: 0.5, to: 1, after: 10, since: 0))
    #expect(abs(asThen - 90) < 1e-6)
    // The pace is credited with a twentieth of the run: 5 s.
    let slower = try #require(pace.rest(from: 0.5, to: 1, after: 20, since: 0))
    #expect(abs(slower - 90 * 25 / 15) < 1e-6)
    let part = try #require(pace.rest(from: 0.5, to: 0.75, after: 9, since: 0.05))
    #expect(abs(part - 45) < 1e-6)
    #expect(pace.rest(from: 1, to: 1, after: 100, since: 0) == nil)
    let late = try #require(
      RunPace(ProgressTrail(Array(Self.trail.points.dropFirst(2))), total: 100))
    #expect(late.rest(from: 0.5, to: 1, after: 10, since: 0) == nil)
    #expect(late.rest(from: 0.5, to: 1, after: 8, since: 0.1) != nil)
  }

  @Test("a trail that isn't that of a whole run is no pace")
  func aTrailThatIsNotThatOfAWholeRunIsNoPace() {
    let points = Self.trail.points
    #expect(RunPace(ProgressTrail(Array(points.dropFirst(3))), total: 100) == nil)
    #expect(RunPace(ProgressTrail(Array(points.dropLast())), total: 100) == nil)
    #expect(RunPace(ProgressTrail([points[0], points[10], points[20]]), total: 100) == nil)
    #expect(RunPace(ProgressTrail(), total: 100) == nil)
    let below = ProgressTrail.Point(seconds: 0, units: -1e300)
    #expect(RunPace(ProgressTrail([below] + points), total: 100) == nil)
    #expect(RunPace(Self.trail, total: 0) == nil && RunPace(Self.trail, total: -100) == nil)
  }

  @Test("the record's form is read back, and a damaged one isn't")
  func theRecordsFormIsReadBackAndADamagedOneIsNot() throws {
    let pace = try #require(RunPace(Self.trail, total: 100))
    #expect(pace.marks.prefix(4) == [0, 0, 1000, 500])
    #expect(RunPace(marks: pace.marks, total: 100) == pace)
    func read(_ change: (inout [Int64]) -> Void) -> RunPace? {
      var marks = pace.marks
      change(&marks)
      return RunPace(marks: marks, total: 100)
    }
    #expect(read { $0.removeLast() } == nil)
    #expect(read { $0.removeAll() } == nil)
    #expect(read { $0[4] = 500 } == nil)
    #expect(read { $0[5] = 400 } == nil)
    #expect(read { $0[0] = -1 } == nil)
    #expect(read { $0[1] = -1 } == nil)
    #expect(read { $0[41] = 10_001 } == nil)
    #expect(read { $0[40] = .max } == nil)
    #expect(read { $0 += Array(repeating: 100_000, count: 26) } == nil)
    #expect(RunPace(marks: pace.marks, total: 0) == nil)
  }

  @Test("the mean of the three latest paces with about as many units counts")
  func theMeanOfTheThreeLatestPacesWithAboutAsManyUnitsCounts() throws {
    func run(_ factor: Double, total: Int64 = 100) throws -> TaskHistory.Run {
      let points = Self.trail.points.map { point in
        ProgressTrail.Point(
          seconds: (point.seconds - 7) * factor, units: point.units * Double(total) / 100)
      }
      let pace = try #require(RunPace(ProgressTrail(points), total: total))
      return TaskHistory.Run(elapsed: .seconds(100), pace: pace)
    }
    func rest(_ runs: [TaskHistory.Run]) -> Double? {
      TaskHistory(runs: runs).rest(from: 50, to: 100, of: 100, after: 10, since: 0)
    }
    let plain = TaskHistory.Run(elapsed: .seconds(100))
    #expect(rest([]) == nil && rest([plain]) == nil)
    #expect(rest([try run(1, total: 200)]) == nil)
    #expect(abs(try #require(rest([plain, try run(1, total: 109)])) - 90) < 1e-6)
    // A run of half the time, with half the credit: 45 s × 12.5 / 7.5.
    let both = try #require(rest([try run(1), try run(0.5)]))
    #expect(abs(both - (90 + 75) / 2) < 1e-6)
    let four = try #require(rest([try run(1), try run(1), try run(1), try run(0.5)]))
    #expect(abs(four - 90) < 1e-6)
    let history = TaskHistory(runs: [plain, try run(1)])
    #expect(history.hasPace(for: 95) && !history.hasPace(for: 80) && !history.hasPace(for: 0))
  }
}
