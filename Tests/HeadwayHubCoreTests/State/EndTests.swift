@testable import HeadwayHubCore
@testable import HeadwayModel
import Testing

@Suite struct EndTests {
  @Test("the worker's own time counts, but no time to come")
  func endTimes() throws {
    var bench = benchWithTask()
    bench.begin(.b)
    let start = bench.now.wall
    bench.step(.seconds(60))
    let early = start.advanced(by: .seconds(2))
    let late = start.advanced(by: .seconds(600))
    for (key, time) in [(TaskKey.a, early), (.b, late)] {
      _ = bench.send(
        .taskEnded(.key(key), TaskEnding(reason: .completed), endedAt: time, .on(1, 2)))
    }
    #expect(try bench.task(.a).endedAt == early && bench.task(.a).elapsed == .seconds(2))
    #expect(try bench.task(.b).endedAt == bench.now.wall)
  }

  @Test("an end is saved then answered and leaves in time")
  func anEndIsSavedThenAnsweredAndLeavesInTime() throws {
    var bench = benchWithTask()
    bench.step(.seconds(12))
    let effects = bench.end(.a, .failed)
    #expect(effects.first == .unwatchProcess(.a))
    #expect(bench.changes == [.changed(.a, .listing)])
    let ending = TaskEnding(reason: .failed)
    #expect(effects.afterCommits == [.reply(.on(1, 2), .ended(.a, try number(1), ending))])
    #expect(effects.saved.map(\.ending) == [ending])
    #expect(effects.saved.map(\.elapsed) == [.seconds(12)])
    #expect(bench.state.hub.tasks.liveCount == 0)
    let task = try bench.task(.a)
    #expect(task.state == .ended && task.worker.pid == nil && !task.worker.foreground)
  }

  @Test("a second end is answered with the first reason")
  func aSecondEndIsAnsweredWithTheFirstReason() throws {
    var bench = benchWithTask()
    _ = bench.end(.a, .completed)
    let effects = bench.end(.a, .failed, request: 3)
    let first = TaskEnding(reason: .completed)
    #expect(effects.afterCommits == [.reply(.on(1, 3), .ended(.a, try number(1), first))])
    #expect(effects.count == 1)
    #expect(try bench.task(.a).ending == first)
    #expect(bench.state.hub.tasks.liveCount == 0)
  }

  @Test("an end of no task is refused")
  func anEndOfNoTaskIsRefused() {
    var bench = HubBench()
    bench.connect(1)
    #expect(bench.end(.a) == [.reply(.on(1, 2), .refused(.unknownTask(.key(.a))))])
  }

  @Test("elapsed time stops with the end")
  func elapsedTimeStopsWithTheEnd() throws {
    var bench = benchWithTask()
    bench.step(.seconds(5))
    _ = bench.end(.a)
    bench.step(.seconds(5))
    #expect(try bench.task(.a).elapsed == .seconds(5))
  }

  @Test("an ended task leaves the list after its time")
  func anEndedTaskLeavesTheListAfterItsTime() throws {
    var settings = HubSettings.bench
    settings.keepEnded = .seconds(10)
    var bench = benchWithTask(settings: settings)
    #expect(bench.end(.a).wakeUps == [.seconds(10)])
    bench.step(.seconds(9))
    #expect(bench.send(.wakeUpReached(.a)).isEmpty)
    bench.step(.seconds(1))
    #expect(bench.send(.wakeUpReached(.a)).isEmpty)
    #expect(bench.changes == [.removed(.a)])
    #expect(bench.state.snapshot(of: .a, at: bench.now) == nil)
    #expect(bench.send(.wakeUpReached(.a)).isEmpty)
  }

  @Test("numbers aren't reused after a task left")
  func numbersAreNotReusedAfterATaskLeft() throws {
    var settings = HubSettings.bench
    settings.keepEnded = .zero
    var bench = benchWithTask(settings: settings)
    _ = bench.end(.a)
    _ = bench.send(.wakeUpReached(.a))
    bench.begin(.b)
    #expect(try bench.task(.b).number == number(2))
  }

  @Test("wait before the end is answered with its commit")
  func waitBeforeTheEndIsAnsweredWithItsCommit() throws {
    var bench = benchWithTask()
    bench.connect(2)
    #expect(bench.send(.endAwaited(.key(.a), .on(2, 5))).isEmpty)
    let ended = HubReply.ended(.a, try number(1), TaskEnding(reason: .completed))
    #expect(
      bench.end(.a).afterCommits == [.reply(.on(1, 2), ended), .reply(.on(2, 5), ended)])
  }

  @Test("wait after the end is answered with a commit too")
  func waitAfterTheEndIsAnsweredWithACommitToo() throws {
    var bench = benchWithTask()
    _ = bench.end(.a)
    let effects = bench.send(.endAwaited(.key(.a), .on(1, 5)))
    let ended = HubReply.ended(.a, try number(1), TaskEnding(reason: .completed))
    #expect(effects.afterCommits == [.reply(.on(1, 5), ended)])
    #expect(effects.count == 1)
  }

  @Test("a waiter that left isn't answered")
  func aWaiterThatLeftIsNotAnswered() throws {
    var bench = benchWithTask()
    bench.connect(2)
    _ = bench.send(.endAwaited(.key(.a), .on(2, 5)))
    #expect(bench.disconnect(2).isEmpty)
    let ended = HubReply.ended(.a, try number(1), TaskEnding(reason: .completed))
    #expect(bench.end(.a).afterCommits == [.reply(.on(1, 2), ended)])
  }

  @Test("waiting for no task is refused")
  func waitingForNoTaskIsRefused() {
    var bench = HubBench()
    #expect(
      bench.send(.endAwaited(.identifier("x"), .on(2, 5)))
        == [.reply(.on(2, 5), .refused(.unknownTask(.identifier("x"))))])
  }

  @Test("the spooled end of a program that reports by itself brings its last units")
  func theSpooledEndOfAProgramThatReportsByItselfBringsItsLastUnits() throws {
    var bench = benchWithTask(.a)
    _ = bench.update(.a, .done(3, of: 10))
    _ = bench.disconnect(1)
    let process = ProcessIdentity(pid: 0, startTime: 0, bootID: "")
    _ = bench.send(
      .endFoundInSpool(
        SpooledEnd(
          description: TaskDescription(key: .a, title: "Export"), report: .done(10, of: 10),
          ending: TaskEnding(reason: .completed), endedAt: nil, process: process)))
    #expect(try bench.task(.a).progress.completed == 10)
  }
}
