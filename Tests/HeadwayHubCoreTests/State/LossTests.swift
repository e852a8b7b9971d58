@testable import HeadwayHubCore
@testable import HeadwayModel
import Testing

@Suite struct LossTests {
  @Test("a worker that vanishes without a word is lost")
  func aWorkerThatVanishesWithoutAWordIsLost() throws {
    var bench = benchWithTask()
    #expect(bench.disconnect(1) == [.watchProcess(.a, .numbered(1))])
    #expect(try bench.task(.a).state == .running)
    #expect(bench.send(.workerExited(.a)) == [.searchSpool(.a)])
    let effects = bench.send(.spoolFoundEmpty(.a))
    #expect(effects.saved.map(\.ending) == [TaskEnding(reason: .lost)])
    #expect(bench.changes == [.changed(.a, .listing)])
    #expect(try bench.task(.a).ending == TaskEnding(reason: .lost))
  }

  @Test("a spooled end wins over the loss")
  func aSpooledEndWinsOverTheLoss() throws {
    var bench = benchWithTask()
    _ = bench.disconnect(1)
    _ = bench.send(.workerExited(.a))
    let ending = TaskEnding(reason: .failed, status: .code(3))
    let effects = bench.send(.endFoundInSpool(spooled(.a, ending)))
    #expect(effects.afterCommits == [.removeSpooledEnd(.a)])
    #expect(bench.send(.spoolFoundEmpty(.a)).isEmpty)
    #expect(try bench.task(.a).ending == ending)
    #expect(try bench.task(.a).number == number(1))
  }

  @Test("a spooled end of an ended task only makes sure of the record")
  func aSpooledEndOfAnEndedTaskOnlyMakesSureOfTheRecord() throws {
    var bench = benchWithTask()
    _ = bench.end(.a, .completed)
    let effects = bench.send(.endFoundInSpool(spooled(.a, TaskEnding(reason: .failed))))
    #expect(effects.afterCommits == [.removeSpooledEnd(.a)])
    #expect(try bench.task(.a).ending?.reason == .completed)
    #expect(bench.state.hub.tasks.liveCount == 0)
  }

  @Test("a spooled end of an unknown task makes its task")
  func aSpooledEndOfAnUnknownTaskMakesItsTask() throws {
    var bench = HubBench()
    _ = bench.send(.recordLoaded([], highestNumber: 41))
    let effects = bench.send(.endFoundInSpool(spooled(.b, TaskEnding(reason: .completed))))
    #expect(effects.saved.map(\.number) == [try number(42)])
    #expect(try bench.task(.b).state == .ended)
    #expect(bench.state.hub.tasks.liveCount == 0)
  }

  @Test("a spooled task took as long as it ran not until the hub came")
  func aSpooledTaskTookAsLongAsItRanNotUntilTheHubCame() throws {
    var bench = HubBench()
    let start = bench.now.wall.advanced(by: .seconds(-7200))
    var end = spooled(.b, TaskEnding(reason: .completed))
    end.description.startedAt = start
    end.endedAt = start.advanced(by: .seconds(300))
    _ = bench.send(.endFoundInSpool(end))
    #expect(try bench.task(.b).elapsed == .seconds(300))
    #expect(try bench.task(.b).endedAt == start.advanced(by: .seconds(300)))
  }

  @Test("a worker that is back isn't lost")
  func aWorkerThatIsBackIsNotLost() throws {
    var bench = benchWithTask()
    _ = bench.disconnect(1)
    bench.connect(2)
    #expect(bench.begin(.a, by: 2).contains(.unwatchProcess(.a)))
    #expect(bench.send(.workerExited(.a)).isEmpty)
    #expect(bench.send(.spoolFoundEmpty(.a)).isEmpty)
    #expect(try bench.task(.a).state == .running)
  }

  @Test("the exit of an unknown or ended task is nothing")
  func theExitOfAnUnknownOrEndedTaskIsNothing() {
    var bench = benchWithTask()
    _ = bench.end(.a)
    for event: HubEvent in [
      .workerExited(.a), .spoolFoundEmpty(.a), .workerExited(.c), .spoolFoundEmpty(.c),
    ] {
      #expect(bench.send(event).isEmpty)
    }
  }

  @Test("closing one connection watches all its live tasks")
  func closingOneConnectionWatchesAllItsLiveTasks() throws {
    var bench = benchWithTask()
    bench.begin(.b)
    bench.begin(.c)
    _ = bench.end(.b)
    #expect(
      bench.disconnect(1)
        == [.watchProcess(.a, .numbered(1)), .watchProcess(.c, .numbered(1))])
  }

  private func spooled(_ key: TaskKey, _ ending: TaskEnding) -> SpooledEnd {
    SpooledEnd(
      description: TaskDescription(key: key, title: "Export"), report: WorkerReport(),
      ending: ending, endedAt: nil,
      process: ProcessIdentity(pid: 0, startTime: 0, bootID: ""))
  }
}
