import HeadwayHubCore
import HeadwayModel
import Testing

/// What the record knows of earlier runs.
@Suite struct HistoryTests {
  @Test("earlier runs are asked for by identifier or by command and folder")
  func earlierRunsAreAskedForByIdentifierOrByCommandAndFolder() {
    var bench = HubBench()
    bench.connect(1)
    let named = bench.begin(.a) { ($0.identifier, $0.command) = ("com.example.export", ["make"]) }
    #expect(named.contains(.recallHistory(.a, of: .identifier("com.example.export"))))
    let command = bench.begin(.b) { ($0.command, $0.directory) = (["make", "all"], "/src") }
    #expect(
      command.contains(.recallHistory(.b, of: .command(["make", "all"], directory: "/src"))))
    let nameless = bench.begin(.c)
    #expect(!nameless.contains { if case .recallHistory = $0 { true } else { false } })
  }

  @Test("they give a task without percent an ETA")
  func theyGiveATaskWithoutPercentAnEta() throws {
    var bench = benchWithTask()
    #expect(bench.send(.historyRecalled(.a, history([90, 100, 110]))).isEmpty)
    #expect(bench.changes == [.changed(.a, .progress)])
    bench.step(.seconds(20))
    let progress = try bench.task(.a).progress
    #expect(progress.eta == .seconds(80) && progress.etaConfidence == .approximate)
    #expect(progress.fraction == nil)
  }

  @Test("a job of fifteen seconds has an ETA once they are known, unless they showed a percent")
  func aJobOfFifteenSecondsHasAnEtaOnceTheyAreKnownUnlessTheyShowedAPercent() throws {
    var bench = benchWithTask()
    bench.step(.seconds(1))
    _ = bench.send(.historyRecalled(.a, history([15])))
    #expect(try bench.task(.a).progress.eta == .seconds(14))
    var other = benchWithTask()
    other.step(.seconds(1))
    var known = history([15, 15])
    known.runs[1].showedPercent = true
    _ = other.send(.historyRecalled(.a, known))
    #expect(try other.task(.a).progress.eta == nil)
  }

  @Test("the record says whether any phase showed a percent, before a restart of the hub and after")
  func theRecordSaysWhetherAnyPhaseShowedAPercentBeforeARestartOfTheHubAndAfter() throws {
    func record(_ readings: [ProgressReading]) throws -> TaskRecord {
      var bench = benchWithTask()
      for reading in readings {
        var report = WorkerReport()
        report.reading = reading
        bench.step(.seconds(1))
        _ = bench.send(.reportReceived(.key(.a), report, isRecognised: false, .on(1)))
      }
      return try #require(bench.end(.a).saved.last)
    }
    #expect(try !record([]).measured.showedPercent)
    #expect(try !record([ProgressReading(completed: 3)]).measured.showedPercent)
    #expect(try !record([ProgressReading(total: 9)]).measured.showedPercent)
    #expect(try record([ProgressReading(completed: 3, total: 9)]).measured.showedPercent)
    let phases = [
      ProgressReading(completed: 3, total: 9, phase: "load"), ProgressReading(phase: "check"),
    ]
    let saved = try record(phases)
    #expect(saved.measured.showedPercent && saved.measured.reading.total == nil)
    var later = HubBench()
    _ = later.send(.recordLoaded([saved], highestNumber: 1))
    let again = later.send(.acknowledgementRequested([.key(.a)], .on(2, 7)))
    #expect(try #require(again.saved.last).measured.showedPercent)
  }

  @Test("the record keeps the pace of a run that was completed with its last unit, in one phase")
  func theRecordKeepsThePaceOfARunThatWasCompletedWithItsLastUnitInOnePhase() throws {
    func pace(
      _ end: EndReason = .completed, phase: SanitisedText? = nil,
      from first: Int64 = 0, after rest: Duration = .zero, queuedFor wait: Duration = .zero
    ) throws -> RunPace? {
      var bench = HubBench()
      bench.connect(9)
      _ = bench.submit(.a)
      bench.step(wait)
      bench.connect(1)
      bench.begin(.a)
      for units in first...20 {
        var report = WorkerReport()
        report.reading = ProgressReading(
          completed: units, total: 20, phase: units > 10 ? phase : nil)
        bench.step(.seconds(units > 10 ? 5 : 1))
        _ = bench.send(.reportReceived(.key(.a), report, isRecognised: false, .on(1)))
      }
      bench.step(rest)
      return try #require(bench.end(.a, end).saved.last).pace
    }
    let whole = try #require(try pace())
    #expect(whole.marks.count == 42 && whole.marks.suffix(2) == [60_000, 10_000])
    #expect(try pace(after: .seconds(6)) == whole)
    #expect(try pace(after: .seconds(8)) == nil)
    #expect(try pace(.failed) == nil)
    #expect(try pace(phase: "verify") == nil)
    #expect(try pace(queuedFor: .seconds(600)) == whole)
    // The first units weren't seen.
    #expect(try pace(from: 3) == nil)
    #expect(try pace(from: 2) != nil)
  }

  @Test("the pace stays in the record when the task is dismissed at a later hub")
  func thePaceStaysInTheRecordWhenTheTaskIsDismissedAtALaterHub() throws {
    var bench = benchWithTask()
    for units in Int64(0)...20 {
      var report = WorkerReport()
      report.reading = ProgressReading(completed: units, total: 20)
      bench.step(.seconds(1))
      _ = bench.send(.reportReceived(.key(.a), report, isRecognised: false, .on(1)))
    }
    let saved = try #require(bench.end(.a).saved.last)
    #expect(saved.pace != nil)
    var later = HubBench()
    _ = later.send(.recordLoaded([saved], highestNumber: 1))
    let again = later.send(.acknowledgementRequested([.key(.a)], .on(2, 7)))
    #expect(try #require(again.saved.last).pace == saved.pace)
  }

  @Test("a run again that begins fast foresees the part that was slow")
  func aRunAgainThatBeginsFastForeseesThePartThatWasSlow() throws {
    func eta(_ history: TaskHistory, total: Int64 = 100, phases: Bool = false) throws -> Double {
      var bench = benchWithTask()
      if phases {
        var report = WorkerReport()
        report.reading = ProgressReading(completed: 1, total: 2, phase: "load")
        _ = bench.send(.reportReceived(.key(.a), report, isRecognised: false, .on(1)))
      }
      _ = bench.send(.historyRecalled(.a, history))
      for units in Int64(0)...40 {
        var report = WorkerReport()
        report.reading = ProgressReading(
          completed: units * total / 100, total: total, phase: phases ? "work" : nil)
        bench.step(.milliseconds(100))
        _ = bench.send(.reportReceived(.key(.a), report, isRecognised: false, .on(1)))
      }
      return try #require(bench.task(.a).progress.eta).inSeconds
    }
    // Half of the units in 5 s, the other half in 95 s.
    let marks = (Int64(0)...20).flatMap { step -> [Int64] in
      let milliseconds = step <= 10 ? step * 500 : 5000 + (step - 10) * 9500
      return [milliseconds, step * 500]
    }
    let pace = try #require(RunPace(marks: marks, total: 100))
    let known = TaskHistory(runs: [.init(elapsed: .seconds(100), showedPercent: true, pace: pace)])
    let alone = try eta(TaskHistory())
    #expect(abs(alone - 6) < 0.5, "\(alone)")
    let foreseen = try eta(known)
    #expect(abs(foreseen - 96) < 15, "\(foreseen)")
    // A tenth more units are the same work. Twice as many, or a phase of several, are not.
    #expect(abs(try eta(known, total: 110) - 96) < 15)
    #expect(try eta(TaskHistory(runs: known.runs), total: 300) < 60)
    // The pace isn't that of one phase: with a short earlier run, only the phase itself counts.
    var short = known
    short.runs[0].elapsed = .seconds(12)
    #expect(try eta(short, phases: true) < 30)
  }

  @Test("they stretch the clocks")
  func theyStretchTheClocks() throws {
    var bench = benchWithTask()
    var history = history([100])
    history.runs[0].allowance.silent = .seconds(90)
    _ = bench.send(.historyRecalled(.a, history))
    bench.step(.seconds(89))
    #expect(bench.send(.wakeUpReached(.a)).ordersToWorkers.isEmpty)
    bench.step(.seconds(1))
    #expect(bench.send(.wakeUpReached(.a)).ordersToWorkers == [.questionAsked(.silent)])
  }

  @Test("history of what is over changes nothing")
  func historyOfWhatIsOverChangesNothing() {
    var bench = benchWithTask()
    _ = bench.end(.a)
    #expect(bench.send(.historyRecalled(.a, history([100]))).isEmpty)
    #expect(bench.changes.isEmpty)
    #expect(bench.send(.historyRecalled(.b, history([100]))).isEmpty)
  }

  @Test("the median is of the last ten")
  func theMedianIsOfTheLastTen() {
    #expect(history([]).usualDuration == nil)
    #expect(history([10, 30]).usualDuration == .seconds(20))
    #expect(history(Array(1...10) + [1000, 1000]).usualDuration == .milliseconds(5500))
  }

  private func history(_ seconds: [Int]) -> TaskHistory {
    TaskHistory(runs: seconds.map { .init(elapsed: .seconds($0)) })
  }
}
