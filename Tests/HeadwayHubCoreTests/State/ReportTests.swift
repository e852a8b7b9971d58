import HeadwayHubCore
import HeadwayModel
import Testing

@Suite struct ReportTests {
  @Test("the first own report is saved and later ones are only told")
  func theFirstOwnReportIsSavedAndLaterOnesAreOnlyTold() throws {
    var bench = benchWithTask()
    let first = bench.update(.a, .done(1, of: 10))
    #expect(bench.changes == [.changed(.a, .progress)])
    #expect(first.saved.map(\.measured.reading.completed) == [1])
    #expect(first.afterCommits.isEmpty)
    #expect(bench.update(.a, .done(2)).isEmpty)
    #expect(bench.changes == [.changed(.a, .progress)])
  }

  @Test("a requested report is answered only after its commit")
  func aRequestedReportIsAnsweredOnlyAfterItsCommit() throws {
    var bench = benchWithTask()
    let effects = bench.update(.a, .done(3, of: 10), request: 5)
    #expect(effects.immediateReplies.isEmpty)
    #expect(effects.afterCommits == [.reply(.on(1, 5), .done)])
    #expect(effects.saved.first?.measured.reading == ProgressReading(completed: 3, total: 10))
  }

  @Test("a report without news isn't told")
  func aReportWithoutNewsIsNotTold() {
    var bench = benchWithTask()
    _ = bench.update(.a, .done(3, of: 10))
    #expect(bench.update(.a, .done(3, of: 10)).isEmpty)
    #expect(bench.changes.isEmpty)
  }

  @Test("a report of the same count is told while its rate falls")
  func aReportOfTheSameCountIsToldWhileItsRateFalls() throws {
    var bench = benchWithTask()
    for step in 1...9 {
      bench.step(.seconds(1))
      _ = bench.update(.a, .done(Int64(step * 10), of: 200))
    }
    let before = try #require(try bench.task(.a).progress.rate)
    bench.step(.seconds(1))
    #expect(bench.update(.a, .done(90, of: 200)).saved.isEmpty)
    #expect(bench.changes == [.changed(.a, .progress)])
    #expect(try #require(try bench.task(.a).progress.rate) < before)
  }

  @Test("recognised readings give way to a task that reports itself")
  func recognisedReadingsGiveWayToATaskThatReportsItself() throws {
    var bench = benchWithTask(isSupervisor: true)
    #expect(bench.update(.a, .done(50, of: 100), isRecognised: true).isEmpty)
    #expect(bench.changes == [.changed(.a, .progress)])
    bench.connect(2)
    _ = bench.update(.a, .done(60), by: 2)
    #expect(bench.update(.a, .done(99), isRecognised: true).isEmpty)
    #expect(try bench.task(.a).progress.completed == 60)
  }

  @Test("recognised reports still say where the task stands")
  func recognisedReportsStillSayWhereTheTaskStands() throws {
    var bench = benchWithTask(isSupervisor: true)
    _ = bench.update(.a, .done(1))
    var report = WorkerReport.done(99)
    report.foreground = false
    report.inputWait = .password
    #expect(bench.update(.a, report, isRecognised: true).isEmpty)
    #expect(bench.changes == [.changed(.a, .listing)])
    #expect(try bench.task(.a).waitingForInput == .password)
    #expect(try !bench.task(.a).worker.foreground)
    #expect(try bench.task(.a).progress.completed == 1)
  }

  @Test("a new title is listed and an empty one ignored")
  func aNewTitleIsListedAndAnEmptyOneIgnored() throws {
    var bench = benchWithTask()
    _ = bench.update(.a, .titled("Second half"))
    #expect(bench.changes == [.changed(.a, .listing)])
    #expect(bench.update(.a, .titled("")).isEmpty)
    #expect(try bench.task(.a).title == "Second half")
  }

  @Test("an empty subtitle removes it")
  func anEmptySubtitleRemovesIt() throws {
    var bench = benchWithTask()
    var report = WorkerReport()
    report.subtitle = "file 3"
    _ = bench.update(.a, report)
    #expect(try bench.task(.a).subtitle == "file 3")
    report.subtitle = .empty
    #expect(bench.update(.a, report).isEmpty)
    #expect(bench.changes == [.changed(.a, .progress)])
    #expect(try bench.task(.a).subtitle == nil)
  }

  @Test("pausing is a state and goes back")
  func pausingIsAStateAndGoesBack() throws {
    var bench = benchWithTask()
    _ = bench.update(.a, .paused(true))
    #expect(bench.changes == [.changed(.a, .listing)])
    #expect(try bench.task(.a).state == .paused)
    _ = bench.update(.a, .paused(false))
    #expect(try bench.task(.a).state == .running)
  }

  @Test("a phase is listed and forgets the rate")
  func aPhaseIsListedAndForgetsTheRate() throws {
    var bench = benchWithTask()
    for second in 1...10 {
      bench.step(.seconds(1))
      _ = bench.update(.a, .done(Int64(second), of: 100))
    }
    #expect(try bench.task(.a).progress.rate != nil)
    var report = WorkerReport()
    report.reading.phase = "verify"
    #expect(bench.update(.a, report).isEmpty)
    #expect(bench.changes == [.changed(.a, .listing)])
    #expect(try bench.task(.a).progress.rate == nil)
    #expect(try bench.task(.a).progress.eta == nil)
  }

  @Test("a growing total has no ETA")
  func aGrowingTotalHasNoEta() throws {
    var bench = benchWithTask()
    for second in 1...10 {
      bench.step(.seconds(1))
      _ = bench.update(.a, .done(Int64(second), of: 100))
    }
    #expect(try bench.task(.a).progress.eta != nil)
    _ = bench.update(.a, .done(10, of: 200))
    #expect(try bench.task(.a).progress.eta == nil)
    #expect(try bench.task(.a).progress.isGrowing)
  }

  @Test("reports of unknown and ended tasks are refused")
  func reportsOfUnknownAndEndedTasksAreRefused() throws {
    var bench = benchWithTask()
    #expect(
      bench.update(.b, .done(1), request: 3)
        == [.reply(.on(1, 3), .refused(.unknownTask(.key(.b))))])
    _ = bench.end(.a)
    let before = try bench.task(.a)
    #expect(
      bench.update(.a, .done(9), request: 4)
        == [.reply(.on(1, 4), .refused(.alreadyEnded(try number(1))))])
    #expect(try bench.task(.a) == before)
  }

  @Test("heartbeats estimate but never measure")
  func heartbeatsEstimateButNeverMeasure() throws {
    var bench = benchWithTask()
    _ = bench.update(.a, .done(2, of: 10))
    let effects = bench.send(.heartbeatReceived(.key(.a), estimated: 3, .on(1, 8)))
    #expect(effects == [.reply(.on(1, 8), .done)])
    #expect(bench.changes == [.changed(.a, .progress)])
    #expect(try bench.task(.a).progress.completed == 2)
    #expect(try bench.task(.a).progress.fraction == 0.2)
    #expect(try bench.task(.a).progress.estimatedFraction == 0.5)
  }

  @Test("a heartbeat of an ended task is refused")
  func aHeartbeatOfAnEndedTaskIsRefused() throws {
    var bench = benchWithTask()
    _ = bench.end(.a)
    #expect(
      bench.send(.heartbeatReceived(.key(.a), estimated: nil, .on(1, 8)))
        == [.reply(.on(1, 8), .refused(.alreadyEnded(try number(1))))])
  }
}
