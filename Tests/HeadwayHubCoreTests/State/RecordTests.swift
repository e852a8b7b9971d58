@testable import HeadwayHubCore
@testable import HeadwayModel
import Testing

@Suite struct RecordTests {
  @Test("live tasks are watched and keep their numbers")
  func liveTasksAreWatchedAndKeepTheirNumbers() throws {
    var bench = HubBench()
    let effects = bench.send(.recordLoaded([try record(7)], highestNumber: 9))
    #expect(
      effects == [.watchProcess(.a, .numbered(7)), .wakeUp(.a, after: .seconds(30))])
    #expect(try bench.task(.a).number == number(7))
    #expect(bench.state.hub.tasks.liveCount == 1)
    bench.connect(1)
    bench.begin(.b)
    #expect(try bench.task(.b).number == number(10))
  }

  @Test("a loaded task is what it was")
  func aLoadedTaskIsWhatItWas() throws {
    var first = benchWithTask(isSupervisor: true) { $0.identifier = "com.example.export" }
    var report = WorkerReport.done(3, of: 10)
    report.subtitle = "file 3"
    report.isPausable = true
    report.reading.unit = "files"
    _ = first.update(.a, report, request: 1)
    first.step(.seconds(20))
    let saved = try #require(first.update(.a, .done(4), request: 2).saved.last)
    var later = HubBench()
    later.step(.seconds(20))
    _ = later.send(.recordLoaded([saved], highestNumber: 1))
    var expected = try first.task(.a)
    expected.progress.rate = nil
    #expect(try later.task(.a) == expected)
    later.connect(2, isSupervisor: true)
    later.begin(.a, report: .done(9), by: 2)
    #expect(try later.task(.a).progress.completed == 4)
  }

  @Test("the percent of a phase doesn't fall with the hub")
  func thePercentOfAPhaseDoesNotFallWithTheHub() throws {
    var first = benchWithTask()
    _ = first.update(.a, .done(5, of: 10), request: 1)
    _ = first.update(.a, .done(10, of: 20), request: 2)
    let saved = try #require(first.update(.a, .done(10, of: 18), request: 3).saved.last)
    let fraction = 10.0 / 18
    #expect(try first.task(.a).progress.fraction == fraction)
    var later = HubBench()
    _ = later.send(.recordLoaded([saved], highestNumber: 1))
    #expect(try later.task(.a).progress.fraction == fraction)
    #expect(try later.task(.a).progress.isGrowing)
  }

  @Test("an end before the begin is an end at the begin")
  func anEndBeforeTheBeginIsAnEndAtTheBegin() throws {
    var bench = HubBench()
    var ended = try record(7)
    (ended.state, ended.ending) = (.ended, TaskEnding(reason: .failed))
    ended.endedAt = ended.startedAt.advanced(by: .seconds(-1))
    _ = bench.send(.recordLoaded([ended], highestNumber: 7))
    #expect(try bench.task(.a).endedAt == ended.startedAt)
  }

  @Test("a spooled end of an ended task changes nothing")
  func aSpooledEndOfAnEndedTaskChangesNothing() throws {
    var bench = benchWithTask()
    _ = bench.end(.a)
    let before = try bench.task(.a)
    let effects = bench.send(
      .endFoundInSpool(
        SpooledEnd(
          description: TaskDescription(key: .a, title: "Export"), report: .done(5, of: 10),
          ending: TaskEnding(reason: .failed), endedAt: nil, process: .numbered(1))))
    #expect(try bench.task(.a) == before)
    #expect(effects.afterCommits == [.removeSpooledEnd(.a)])
  }

  @Test("only a task that may have left the list is looked up")
  func onlyATaskThatMayHaveLeftTheListIsLookedUp() {
    let bench = benchWithTask()
    let keepEnded = HubSettings().keepEnded
    func forgotten(_ key: TaskKey, begunBefore age: Duration?) -> TaskKey? {
      var task = TaskDescription(key: key, title: "Export")
      task.startedAt = age.map { bench.now.wall.advanced(by: .zero - $0) }
      return bench.state.forgottenKey(
        in: .taskBegan(task, WorkerReport(), .on(1)), at: bench.now)
    }
    #expect(forgotten(.b, begunBefore: keepEnded) == .b)
    #expect(forgotten(.b, begunBefore: .seconds(1)) == nil)
    #expect(forgotten(.b, begunBefore: nil) == nil)
    #expect(forgotten(.a, begunBefore: keepEnded) == nil)
  }

  @Test("an ended task leaves when its time is over")
  func anEndedTaskLeavesWhenItsTimeIsOver() throws {
    var settings = HubSettings.bench
    settings.keepEnded = .seconds(60)
    var bench = HubBench(settings: settings)
    var ended = try record(7)
    ended.state = .ended
    ended.ending = TaskEnding(reason: .failed)
    ended.endedAt = bench.now.wall.advanced(by: .seconds(-45))
    ended.elapsed = .seconds(5)
    #expect(
      bench.send(.recordLoaded([ended], highestNumber: 7)) == [.wakeUp(.a, after: .seconds(15))])
    #expect(try bench.task(.a).elapsed == .seconds(5))
    #expect(bench.state.hub.tasks.liveCount == 0)
    bench.step(.seconds(15))
    #expect(bench.send(.wakeUpReached(.a)).isEmpty)
    #expect(bench.changes == [.removed(.a)])
  }

  @Test("a task that began meanwhile isn't replaced")
  func aTaskThatBeganMeanwhileIsNotReplaced() throws {
    var bench = benchWithTask()
    #expect(bench.send(.recordLoaded([try record(7)], highestNumber: 7)).isEmpty)
    #expect(try bench.task(.a).number == number(1))
    #expect(bench.state.hub.tasks.liveCount == 1)
  }

  @Test("patience survives the hub")
  func patienceSurvivesTheHub() throws {
    var bench = HubBench()
    var patient = try record(7)
    patient.patience = 4
    #expect(
      bench.send(.recordLoaded([patient], highestNumber: 7)).wakeUps == [.seconds(120)])
  }

  @Test("numbers run out without a trap")
  func numbersRunOutWithoutATrap() throws {
    var bench = HubBench()
    _ = bench.send(.recordLoaded([], highestNumber: .max))
    bench.connect(1)
    #expect(
      bench.begin(.a) == [.reply(.on(1, 1), .refused(.limitReached(taskLimit: 120_000)))])
  }

  private func record(_ value: Int) throws -> TaskRecord {
    TaskRecord(
      number: try number(value), description: TaskDescription(key: .a, title: "Export"),
      state: .running, process: .numbered(UInt64(value)),
      startedAt: HubBench().now.wall.advanced(by: .seconds(-100)))
  }
}
