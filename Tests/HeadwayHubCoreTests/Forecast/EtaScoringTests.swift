import Foundation
import HeadwayModel
import Testing

@testable import EtaScoring

/// The helpers that say how far ETAs are from the truth.
@Suite struct EtaScoringTests {
  @Test("the shares are of the ETAs that were shown with the mark or without")
  func theSharesAreOfTheEtasThatWereShownWithTheMarkOrWithout() {
    let score = EtaScore(looks: [
      .init(truth: 100, said: 90, isExact: true), .init(truth: 100, said: 126, isExact: true),
      .init(truth: 100, said: 125, isExact: false), .init(truth: 100, said: 300, isExact: false),
      .init(truth: 100, said: nil, isExact: false),
    ])
    #expect(score.known == 0.8 && score.medianError == 0.26)
    #expect(score.share(isExact: true) == 0.4 && score.share(isExact: false) == 0.4)
    #expect(score.share(within: 0.25, isExact: true) == 0.5)
    #expect(score.share(within: 0.25, isExact: false) == 0.5)
    #expect(score.share(within: 0.25) == 0.5 && score.share(within: 1) == 0.75)
    let nothing = EtaScore(looks: [.init(truth: 1, said: nil, isExact: false)])
    #expect(nothing.known == 0 && nothing.medianError == nil && nothing.share(within: 1) == nil)
    #expect(EtaScore(pooling: [score, nothing]).looks.count == 6)
    #expect(EtaScore(looks: Array(score.looks.reversed())).alongside(score).known == 0.6)
  }

  @Test("a rate that hardly varies is steady")
  func aRateThatHardlyVariesIsSteady() {
    let steady = Self.trace("steady", (0...100).map { (Double($0), Double($0)) })
    #expect(steady.variation < 1e-9 && steady.isSteady)
    // Three quarters in the first half: 15 % in each of five stretches, 5 % in each of the others.
    let falling = Self.trace(
      "falling", [(0, 0), (10, 15), (20, 30), (50, 75), (75, 87.5), (100, 100)])
    #expect(abs(falling.variation - 0.5) < 1e-9 && !falling.isSteady)
    #expect(ReadingTrace(name: "none", text: "").variation == 0)
  }

  @Test("all runs of a command are in the same half")
  func allRunsOfACommandAreInTheSameHalf() {
    let halves = (0..<100).map { ReadingTrace(name: "make-\($0).1", text: "").isForTuning }
    #expect((30...70).contains(halves.count { $0 }))
    for number in 0..<100 {
      #expect(ReadingTrace(name: "make-\(number).2", text: "").isForTuning == halves[number])
    }
  }

  @Test("the synthetic series are the same in each run, and each comes to its end")
  func theSyntheticSeriesAreTheSameInEachRunAndEachComesToItsEnd() {
    let all = SyntheticTraces.all
    #expect(all.count == SyntheticTraces.Kind.allCases.count * SyntheticTraces.countOfEach)
    #expect(Set(all.map(\.name)).count == all.count)
    #expect(all.map(\.readings) == SyntheticTraces.all.map(\.readings))
    for trace in all {
      #expect(trace.phases.count == 1, "\(trace.name)")
      #expect(trace.readings.allSatisfy { (0...100.001).contains($0.percent ?? -1) })
      let (end, last) = (trace.phases.first?.end ?? 0, trace.readings.last?.seconds ?? 0)
      #expect(end > last * 0.95, "\(trace.name)")
    }
    let steady = all.filter(\.isSteady).map { $0.name.prefix { $0 != "-" } }
    #expect(steady.count { $0 == "even" || $0 == "noisy" } == 2 * SyntheticTraces.countOfEach)
    #expect(!steady.contains("cached") && !steady.contains("slowing") && !steady.contains("steps"))
  }

  @Test("a formula is told the total of that moment")
  func aFormulaIsToldTheTotalOfThatMoment() throws {
    var tqdm = TqdmFormula()
    var pv = PvFormula()
    for second in 0...20 {
      tqdm.record(fraction: Double(second) * 0.01, of: 0.5, at: Double(second))
      pv.record(fraction: Double(second) * 0.01, of: 0.5, at: Double(second))
    }
    #expect(abs(try #require(tqdm.remaining(at: 20)) - 30) < 1e-6)
    let left = pv.remaining(at: 20)
    #expect(abs(try #require(left) - 30) < 1e-6)
  }

  @Test("the hub sees the total of a synthetic series grow")
  func theHubSeesTheTotalOfASyntheticSeriesGrow() throws {
    var replay = TraceReplay()
    replay.take(ReadingTrace.Reading(seconds: 0, percent: 10, whole: 0.4))
    #expect(replay.task?.progress.total == 4000 && replay.task?.progress.completed == 400)
    replay.take(ReadingTrace.Reading(seconds: 1, percent: 10, whole: 1))
    #expect(replay.task?.progress.total == 10_000 && replay.task?.progress.completed == 1000)
    #expect(replay.task?.progress.isGrowing == true)
  }

  @Test("the summary has a row for each group that has traces")
  func theSummaryHasARowForEachGroupThatHasTraces() {
    let table = EtaTable([Self.trace("a", (0...100).map { (Double($0), Double($0)) })])
    let summary = EtaSummary([("recorded", table)])
    let used = summary.rows.filter { $0.count > 0 }
    #expect(used.map(\.name).first == "recorded, steady" && used.map(\.name).last == "all")
    #expect(summary.lines.count == used.count + 1)
    #expect(Set(summary.lines.map(\.count)).count == 1)
    let all = used.last?.hub
    #expect(all?.known == 1 && all?.share(within: EtaSummary.near) == 1)
  }

  private static func trace(_ name: String, _ way: [(Double, Double)]) -> ReadingTrace {
    ReadingTrace(
      name: name,
      readings: way.map { ReadingTrace.Reading(seconds: $0.0, percent: $0.1) })
  }
}
