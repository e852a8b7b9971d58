@testable import HeadwayHubCore
@testable import HeadwayModel
import Testing

@Suite struct BeginTests {
  @Test("a begin is saved answered after the commit and published")
  func aBeginIsSavedAnsweredAfterTheCommitAndPublished() throws {
    var bench = HubBench()
    bench.connect(1)
    let effects = bench.begin(.a, "Export")
    var record = TaskRecord(
      number: try number(1), description: TaskDescription(key: .a, title: "Export"),
      state: .running, process: .numbered(1), startedAt: bench.now.wall)
    record.patience = 1
    #expect(
      effects == [
        .save(record, then: [.reply(.on(1, 1), .begun(.a, try number(1)))]),
        .wakeUp(.a, after: .seconds(30)),
      ])
    #expect(bench.changes == [.changed(.a, .beginning)])
    #expect(bench.state.hub.tasks.liveCount == 1)
    #expect(try bench.task(.a).state == .running)
    #expect(try bench.task(.a).worker.pid == 1001)
  }

  @Test("a script's report that comes before the begin is refused, and counts from the begin on")
  func aReportBeforeTheBegin() throws {
    var bench = HubBench()
    bench.connect(1, isSupervisor: true)
    bench.connect(2)
    let early = bench.update(.a, .done(16, of: 100), by: 2, request: 9)
    #expect(early == [.reply(.on(2, 9), .refused(.unknownTask(.key(.a))))])
    var line = WorkerReport()
    line.subtitle = "from the script"
    _ = bench.update(.a, line, by: 2)
    bench.step(.seconds(9))
    let effects = bench.begin(.a) { $0.stallPolicy.after = .seconds(20) }
    #expect(effects.saved.last?.progress.completed == 16, "the record has it")
    #expect(try bench.task(.a).progress.total == 100)
    #expect(try bench.task(.a).subtitle == "from the script")
    var output = WorkerReport()
    output.subtitle = "alive"
    _ = bench.update(.a, output, isRecognised: true)
    #expect(try bench.task(.a).subtitle == "from the script", "what is told goes before output")
    let wakeUps = effects.compactMap { effect in
      if case .wakeUp(.a, let pause) = effect { pause } else { nil }
    }
    #expect(wakeUps.last.map { $0 <= .seconds(20) } == true, "a standstill is noticed: \(effects)")
  }

  @Test("an early report is kept for 10 s, of 64 tasks at most, and never for a task that ended")
  func earlyReportsAreBounded() throws {
    var bench = HubBench()
    bench.connect(1, isSupervisor: true)
    _ = bench.update(.a, .done(1, of: 2), by: 1)
    bench.step(.seconds(10))
    _ = bench.begin(.a)
    #expect(try bench.task(.a).progress.completed == nil)
    for number in 0..<100 {
      _ = bench.update(TaskKey(high: 5, low: UInt64(number)), .done(1, of: 2), by: 1)
    }
    _ = bench.begin(TaskKey(high: 5, low: 63))
    _ = bench.begin(TaskKey(high: 5, low: 64))
    #expect(try bench.task(TaskKey(high: 5, low: 63)).progress.completed == 1)
    #expect(try bench.task(TaskKey(high: 5, low: 64)).progress.completed == nil)
  }

  @Test("a worker that reports itself has said all, and an empty report isn't kept")
  func earlyReportsOfWorkers() throws {
    var bench = HubBench()
    bench.connect(1)
    _ = bench.update(.a, .done(1, of: 2))
    _ = bench.begin(.a)
    #expect(try bench.task(.a).progress.completed == nil)
    bench.connect(2, isSupervisor: true)
    var paused = WorkerReport()
    paused.isPaused = true
    _ = bench.update(.b, paused, by: 2)
    _ = bench.begin(.b, by: 2)
    #expect(try bench.task(.b).state == .running)
  }

  @Test("a begin without a connection does nothing")
  func aBeginWithoutAConnectionDoesNothing() {
    var bench = HubBench()
    #expect(bench.begin(.a).isEmpty)
    #expect(bench.state.hub.tasks.liveCount == 0)
  }

  @Test("a resent begin of a live task keeps its number and takes the report")
  func aResentBeginOfALiveTaskKeepsItsNumberAndTakesTheReport() throws {
    var bench = benchWithTask()
    #expect(bench.disconnect(1) == [.watchProcess(.a, .numbered(1))])
    bench.connect(2)
    let effects = bench.begin(.a, report: .done(4, of: 10), by: 2, request: 9)
    #expect(effects.first == .unwatchProcess(.a))
    #expect(effects.afterCommits == [.reply(.on(2, 9), .begun(.a, try number(1)))])
    #expect(effects.saved.first?.process == .numbered(2))
    #expect(bench.state.hub.tasks.liveCount == 1)
    #expect(try bench.task(.a).progress.completed == 4)
    #expect(try bench.task(.a).worker.pid == 1002)
  }

  @Test("a resent begin brings the worker's latest title")
  func aResentBeginBringsTheWorkersLatestTitle() throws {
    var bench = benchWithTask()
    _ = bench.disconnect(1)
    bench.connect(2)
    bench.begin(.a, "Export, second half", by: 2)
    #expect(try bench.task(.a).title == "Export, second half")
  }

  @Test("a supervisors resent title doesn't undo the scripts own")
  func aSupervisorsResentTitleDoesNotUndoTheScriptsOwn() throws {
    var bench = benchWithTask(isSupervisor: true)
    bench.connect(2)
    _ = bench.update(.a, .titled("Own words"), by: 2)
    _ = bench.disconnect(1)
    bench.connect(3, isSupervisor: true)
    bench.begin(.a, "sh -c ./job", by: 3)
    #expect(try bench.task(.a).title == "Own words")
  }

  @Test("a begin resent after the end changes nothing and is answered")
  func aBeginResentAfterTheEndChangesNothingAndIsAnswered() throws {
    var bench = benchWithTask()
    _ = bench.end(.a)
    let before = try bench.task(.a)
    let effects = bench.begin(.a, "Other", report: .done(1), request: 7)
    #expect(effects.count == 1)
    #expect(effects.afterCommits == [.reply(.on(1, 7), .begun(.a, try number(1)))])
    #expect(try bench.task(.a) == before)
    #expect(bench.state.hub.tasks.liveCount == 0)
  }

  @Test("two connections of one task leave it to the latest")
  func twoConnectionsOfOneTaskLeaveItToTheLatest() throws {
    var bench = benchWithTask()
    bench.connect(2)
    bench.begin(.a, by: 2)
    #expect(bench.disconnect(1).isEmpty)
    #expect(bench.disconnect(2) == [.watchProcess(.a, .numbered(2))])
  }

  @Test("begins beyond the task limit are refused until one ends")
  func beginsBeyondTheTaskLimitAreRefusedUntilOneEnds() throws {
    var settings = HubSettings.bench
    settings.taskLimit = 1
    var bench = benchWithTask(settings: settings)
    #expect(bench.begin(.b) == [.reply(.on(1, 1), .refused(.limitReached(taskLimit: 1)))])
    #expect(bench.begin(.a).immediateReplies.isEmpty)
    _ = bench.end(.a)
    #expect(
      bench.begin(.b).afterCommits == [.reply(.on(1, 1), .begun(.b, try number(2)))])
  }

  @Test("a start in the past counts and one in the future doesn't")
  func aStartInThePastCountsAndOneInTheFutureDoesNot() throws {
    var bench = HubBench()
    bench.connect(1)
    let wall = bench.now.wall
    bench.begin(.a) { $0.startedAt = wall.advanced(by: .seconds(-60)) }
    bench.begin(.b) { $0.startedAt = wall.advanced(by: .seconds(60)) }
    #expect(try bench.task(.a).elapsed == .seconds(60))
    #expect(try bench.task(.b).elapsed == .zero)
    #expect(try bench.task(.b).startedAt == wall)
  }

  @Test("suspended time counts as elapsed")
  func suspendedTimeCountsAsElapsed() throws {
    var bench = benchWithTask()
    bench.suspend(.seconds(7200))
    #expect(try bench.task(.a).elapsed == .seconds(7200))
  }
}
