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
