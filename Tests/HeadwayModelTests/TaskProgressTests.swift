import HeadwayModel
import SeededRandomness
import Testing

@Suite struct TaskProgressTests {
  @Test("a fraction that isn't known is nil")
  func unknownIsNil() {
    #expect(TaskProgress().fraction == nil)
    #expect(after(ProgressReading(completed: 5)).fraction == nil)
    #expect(after(ProgressReading(total: 5)).fraction == nil)
  }

  @Test("extremes are clamped")
  func extremesAreClamped() {
    #expect(after(ProgressReading(completed: -5, total: 10)).completed == 0)
    #expect(after(ProgressReading(completed: 50, total: 10)).completed == 10)
    #expect(after(ProgressReading(completed: 5, total: 0)).total == nil)
    #expect(after(ProgressReading(completed: 5, total: -1)).fraction == nil)
    #expect(after(ProgressReading(completed: .max, total: .max)).fraction == 1)
    #expect(after(ProgressReading(completed: .min, total: .min)).completed == 0)
    #expect(
      after(ProgressReading(completed: .max - 1, total: .max, estimated: .max))
        .estimatedFraction == 1)
  }

  @Test("estimated units are never measured")
  func estimatedUnitsAreNeverMeasured() {
    let progress = after(ProgressReading(completed: 1, total: 10, estimated: 3))
    #expect(progress.fraction == 0.1)
    #expect(progress.estimatedFraction == 0.4)
    #expect(after(ProgressReading(total: 10, estimated: 3)).fraction == nil)
  }

  @Test("measured units replace estimated ones")
  func measuredUnitsReplaceEstimatedOnes() {
    let progress = after(
      ProgressReading(completed: 1, total: 10, estimated: 3), ProgressReading(completed: 2))
    #expect(progress.estimated == 0)
  }

  @Test("where the total grows, the fraction falls with it, and rises from there")
  func aGrowingTotal() {
    let progress = after(.init(completed: 5, total: 10), .init(total: 100))
    #expect(progress.fraction == 0.05)
    #expect(progress.isGrowing)
    let later = after(
      .init(completed: 5, total: 10), .init(completed: 9, total: 13), .init(total: 12),
      .init(completed: 8))
    #expect(later.fraction == 0.75)
  }

  @Test("units after a percent, and a percent after units, are measured anew")
  func otherMeasure() throws {
    let percent = try #require(ProgressReading.percent(35))
    let units = after(percent, .init(completed: 1, total: 4))
    #expect(units.fraction == 0.25 && units.unit == nil && units.completed == 1)
    let later = after(.init(completed: 3, total: 4, unit: "files"), percent)
    #expect(later.fraction == 0.35 && !later.isGrowing && later.unit == TaskProgress.percentUnit)
    var told = after(percent)
    #expect(told.apply(.init(completed: 1, total: 4)).isNewPhase, "the rate starts over")
    let merged = percent.superseded(by: .init(completed: 1, total: 4))
    #expect(after(merged).fraction == 0.25 && after(merged).unit == nil)
    let named = after(.init(completed: 5, total: 10), .init(unit: "files"))
    #expect(named.fraction == 0.5 && named.unit == "files")
  }

  @Test("within a fixed total the fraction never falls")
  func aFixedTotal() {
    let progress = after(.init(completed: 9, total: 10), .init(completed: 5))
    #expect(progress.fraction == 0.9)
    #expect(after(.init(completed: 8, total: 10), .init(total: 9)).fraction == 8.0 / 9)
  }

  @Test("a phase starts afresh")
  func aPhaseStartsAfresh() {
    let progress = after(
      .init(completed: 9, total: 10, unit: "files"), .init(completed: 1, phase: "two"))
    #expect(progress.completed == 1)
    #expect(progress.total == nil)
    #expect(progress.unit == "files")
  }

  @Test("only an advance advances")
  func onlyAnAdvanceAdvances() {
    var progress = TaskProgress()
    #expect(progress.apply(.init(completed: 5, total: 10)).advanced)
    #expect(!progress.apply(.init(completed: 5)).changed)
    #expect(!progress.apply(.init(completed: 4)).advanced)
    #expect(!progress.apply(.init(estimated: 4)).advanced)
    #expect(!progress.apply(.init(total: 3)).advanced)
    #expect(progress.apply(.init(phase: "two")).advanced)
  }

  @Test("random readings never trap and keep the percent in range", arguments: 0..<50)
  func randomReadings(_ seed: UInt64) {
    var generator = SplitMix(seed: seed)
    var progress = TaskProgress()
    var highest = (phase: progress.phase, fraction: 0.0)
    var total: Int64 = 0
    for _ in 0..<300 {
      _ = progress.apply(randomReading(using: &generator))
      if progress.phase != highest.phase { highest = (progress.phase, 0) }
      if progress.total ?? 0 > total { highest.fraction = 0 }
      total = progress.total ?? 0
      if let fraction = progress.fraction {
        #expect((highest.fraction...1).contains(fraction))
        #expect((fraction...1).contains(progress.estimatedFraction ?? -1))
        highest.fraction = fraction
      }
      #expect(progress.completed ?? 0 >= 0)
      #expect(progress.completed ?? 0 <= progress.total ?? .max)
      #expect(progress.total ?? 1 > 0)
      #expect(progress.estimated >= 0)
    }
  }

  @Test("superseded readings mean the same", arguments: 0..<20)
  func supersededReadingsMeanTheSame(_ seed: UInt64) {
    var generator = SplitMix(seed: seed)
    for _ in 0..<100 {
      let older = ProgressReading(completed: .random(in: 0...5, using: &generator), total: 10)
      let newer = ProgressReading(
        completed: .random(in: 5...10, using: &generator),
        phase: Bool.random(using: &generator) ? "two" : nil)
      #expect(after(older, newer).completed == after(older.superseded(by: newer)).completed)
    }
  }

  @Test("a fraction is shown as a whole percent")
  func wholePercents() {
    for percent in 0...100 {
      let progress = after(.init(completed: Int64(percent) * 100, total: 10_000))
      #expect(wholePercent(progress.fraction ?? -1) == percent)
    }
    #expect(wholePercent(0.999_999) == 99)
    #expect(wholePercent(1.0.nextDown) == 99)
    #expect(wholePercent(.nan) == 0)
    #expect(wholePercent(-1) == 0)
    #expect(wholePercent(.infinity) == 100)
  }

  @Test("a reading in percent is a fraction of one hundred")
  func percentReadings() {
    #expect(ProgressReading.percent(.nan) == nil)
    #expect(ProgressReading.percent(.infinity)?.completed == 10_000)
    #expect(ProgressReading.percent(-5)?.completed == 0)
    #expect(ProgressReading.percent(12.34)?.completed == 1234)
  }

  private func after(_ readings: ProgressReading...) -> TaskProgress {
    var progress = TaskProgress()
    for reading in readings { _ = progress.apply(reading) }
    return progress
  }

  private func randomReading(using generator: inout SplitMix) -> ProgressReading {
    let numbers: [Int64?] = [nil, nil, .min, -1, 0, 1, 5, 50, 99, 100, 101, .max - 1, .max]
    let phases: [SanitisedText?] = [nil, nil, nil, nil, nil, nil, nil, "a", "b"]
    return ProgressReading(
      completed: numbers.randomElement(using: &generator) ?? nil,
      total: numbers.randomElement(using: &generator) ?? nil,
      estimated: numbers.randomElement(using: &generator) ?? nil,
      phase: phases.randomElement(using: &generator) ?? nil)
  }
}
