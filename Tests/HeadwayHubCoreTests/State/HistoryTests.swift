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
