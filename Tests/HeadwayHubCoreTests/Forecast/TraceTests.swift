import EtaScoring
import Foundation
import HeadwayModel
import Testing

/// Real runs, told to the hub's state with stepped clocks.
@Suite struct TraceTests {
  @Test("a real run isn't asked about and its hang is found", arguments: try TraceTests.traces())
  func aRealRunIsNotAskedAboutAndItsHangIsFound(_ trace: ReadingTrace) throws {
    var replay = TraceReplay()
    for reading in trace.readings { replay.take(reading) }
    #expect(replay.questions.isEmpty, "\(trace.name)")
    var hung = TraceReplay()
    let half = trace.readings.prefix(trace.readings.count / 2)
    for reading in half { hung.take(reading) }
    let gaps = zip(half, half.dropFirst()).map { $1.seconds - $0.seconds }
    let limit = max(30, 3 * (gaps.max() ?? 0), 1.5 * (half.first?.seconds ?? 0))
    hung.go(to: (half.last?.seconds ?? 0) + limit + 1)
    #expect(hung.questions.map(\.kind) == [.silent], "\(trace.name)")
  }

  @Test("on unsteady runs the ETA is no worse than the formulas of others")
  func onUnsteadyRunsTheEtaIsNoWorseThanTheFormulasOfOthers() throws {
    let errors = try Self.errors(of: Self.traces())
    #expect(errors.ours < errors.tqdm && errors.ours < errors.pv * 1.1, "\(errors)")
  }

  @Test(
    "on the corpus the ETA is nearer by half than the formulas of others",
    .enabled(if: FileManager.default.fileExists(atPath: TraceTests.corpus)))
  func onTheCorpusTheEtaIsNearerByHalfThanTheFormulasOfOthers() throws {
    let errors = try Self.errors(of: Self.traces(in: Self.corpus))
    #expect(errors.ours * 1.5 <= errors.tqdm && errors.ours * 1.5 <= errors.pv, "\(errors)")
  }

  @Test(
    "nine of ten ETAs without the mark are near the truth, and few moments have no ETA",
    .enabled(if: FileManager.default.fileExists(atPath: TraceTests.corpus)))
  func nineOfTenEtasWithoutTheMarkAreNearTheTruthAndFewMomentsHaveNoEta() throws {
    let all = try Self.traces(in: Self.corpus) + Self.traces() + SyntheticTraces.all
    let table = EtaTable(all.filter { !$0.isForTuning })
    let hub = EtaSummary.Row("other half", table.rows).hub
    #expect(try #require(hub.share(within: EtaSummary.near, isExact: true)) >= 0.9)
    #expect(hub.share(isExact: true) >= 0.25 && hub.known >= 0.82)
    let unsteady = EtaSummary.Row("unsteady", table.rows.filter { !$0.trace.isSteady })
    let ours = try #require(unsteady.hub.medianError)
    #expect(try ours < #require(unsteady.tqdm.medianError) * 0.9)
    #expect(try ours < #require(unsteady.pv.medianError) * 0.8)
  }

  @Test("after an earlier run of the same, the ETA of an unsteady run is far nearer")
  func afterAnEarlierRunOfTheSameTheEtaOfAnUnsteadyRunIsFarNearer() throws {
    func again(_ traces: [ReadingTrace]) throws -> EtaSummary.Row {
      let rows = EtaTable(traces).rows
      return EtaSummary.Row(later: "again", rows.filter { !$0.trace.isSteady })
    }
    func errors(_ row: EtaSummary.Row) throws -> (ours: Double, tqdm: Double, pv: Double) {
      (
        try #require(row.hub.medianError), try #require(row.tqdm.medianError),
        try #require(row.pv.medianError)
      )
    }
    for traces in [
      try Self.traces(inFixtures: "Repeats"),
      SyntheticTraces.again(SyntheticTraces.all, unevenness: 0.25),
    ] {
      let found = try errors(again(traces))
      #expect(found.ours * 2 < found.tqdm && found.ours * 2 < found.pv, "\(found)")
    }
    // The load of the machine on which these ran was another each time.
    let busy = try errors(again(Self.traces()))
    #expect(busy.ours < busy.tqdm * 0.7 && busy.ours < busy.pv * 0.6, "\(busy)")
  }

  @Test("nine of ten ETAs without the mark are near the truth after an earlier run, too")
  func nineOfTenEtasWithoutTheMarkAreNearTheTruthAfterAnEarlierRunToo() throws {
    let traces = SyntheticTraces.again(SyntheticTraces.all, unevenness: 0.1)
    let real = try Self.traces(inFixtures: "Repeats")
    let hub = EtaSummary.Row(later: "again", EtaTable(traces + real).rows).hub
    #expect(try #require(hub.share(within: EtaSummary.near, isExact: true)) >= 0.9)
    #expect(hub.share(isExact: true) >= 0.1)
  }

  private static func errors(
    of traces: [ReadingTrace]
  ) throws -> (ours: Double, tqdm: Double, pv: Double) {
    let rows = EtaTable(traces).rows
    return (
      try #require(median(rows.compactMap { $0.firstRun.hub.medianError })),
      try #require(median(rows.compactMap { $0.firstRun.tqdm.medianError })),
      try #require(median(rows.compactMap { $0.firstRun.pv.medianError }))
    )
  }

  @Test("tqdms formula is its own")
  func tqdmsFormulaIsItsOwn() throws {
    // tqdm 4.64: EMA(0.3) of 1/10 in 1 s, then of 1/10 in 3 s; half done.
    var formula = TqdmFormula()
    formula.record(fraction: 0.3, at: 0)
    formula.record(fraction: 0.4, at: 1)
    #expect(abs(try #require(formula.remaining(at: 1)) - 6) < 1e-9)
    formula.record(fraction: 0.5, at: 4)
    let rate = 0.1 / ((0.3 * 3 + 0.7 * 0.3 * 1) / (0.3 + 0.7 * 0.3))
    #expect(abs(try #require(formula.remaining(at: 4)) - 0.5 / rate) < 1e-9)
    formula.record(fraction: 0.51, at: 4.05)
    #expect(abs(try #require(formula.remaining(at: 4.05)) - 0.49 / rate) < 1e-9)
  }

  @Test("pvs formula forgets what is thirty seconds old")
  func pvsFormulaForgetsWhatIsThirtySecondsOld() throws {
    var formula = PvFormula()
    for second in 0...20 { formula.record(fraction: Double(second) * 0.01, at: Double(second)) }
    let early = formula.remaining(at: 20)
    #expect(abs(try #require(early) - 80) < 1e-6)
    for second in 21...80 {
      formula.record(fraction: 0.2 + Double(second - 20) * 0.001, at: Double(second))
    }
    let late = formula.remaining(at: 80)
    #expect(abs(try #require(late) - 740) < 8)
  }

  @Test("a trace is read with its phases")
  func aTraceIsReadWithItsPhases() {
    let text =
      "0\tLoad\t0\n5.5\tLoad\t50\n7\t-\t-\nx\ty\n9\tLoad\t100\n11\tLoad\t100\n12\tTrain\t4\n"
    let trace = ReadingTrace(name: "train.2", text: text)
    #expect(trace.command == "train" && ReadingTrace(name: "a.b", text: "").command == "a.b")
    #expect(trace.readings.count == 6 && trace.readings[2].percent == nil)
    #expect(trace.phases.isEmpty)
    let steady = (0...9).map { "\($0)\t-\t\($0 == 9 ? 100 : $0 * 10)\n" }.joined()
    #expect(ReadingTrace(name: "b", text: steady).phases.map(\.end) == [9])
  }

  static func traces() throws -> [ReadingTrace] { try traces(inFixtures: "Traces") }

  /// The runs in a folder of the fixtures: `Traces`, long runs on a busy machine, or `Repeats`, runs
  /// of the same work on a quiet one.
  private static func traces(inFixtures name: String) throws -> [ReadingTrace] {
    let folder = try #require(
      Bundle.module.url(forResource: name, withExtension: nil, subdirectory: "Fixtures"))
    return try traces(in: folder.path)
  }

  private static func traces(in folder: String) throws -> [ReadingTrace] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter { $0.hasSuffix(".readings") }
      .map { name in
        ReadingTrace(
          name: String(name.dropLast(".readings".count)),
          text: try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8))
      }
  }

  /// The recordings of every command that shows progress.
  private static let corpus = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Recordings/Progress").path
}
