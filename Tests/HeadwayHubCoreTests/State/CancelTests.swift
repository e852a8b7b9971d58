@testable import HeadwayHubCore
@testable import HeadwayModel
import Testing

@Suite struct CancelTests {
  private let byUser = CancelOrder(reason: .cancelled(by: .user), grace: .seconds(5))

  @Test func aCancelReachesTheWorkerAndIsAnsweredFromTheRecord() throws {
    var bench = benchWithTask()
    bench.connect(2)
    let effects = bench.cancel(.a)
    #expect(bench.changes == [.changed(.a, .listing)])
    #expect(effects.contains(.tellWorker(ConnectionID(1), .a, .cancel(byUser))))
    #expect(effects.afterCommits == [.reply(.on(2, 4), .done)])
    #expect(effects.immediateReplies.isEmpty)
    #expect(effects.kills.isEmpty)
    #expect(try bench.task(.a).state == .cancelling)
    #expect(bench.state.liveCount == 1)
  }

  @Test func theSecondCancelTellsTheWorkerNothingNew() throws {
    var bench = benchWithTask()
    _ = bench.cancel(.a)
    let effects = bench.cancel(.a)
    #expect(effects.ordersToWorkers.isEmpty)
    #expect(effects.afterCommits == [.reply(.on(2, 4), .done)])
  }

  @Test func aCancelWithoutARequestNumberIsNotAnswered() {
    var bench = benchWithTask()
    let effects = bench.send(.cancelRequested(.key(.a), isForced: false, .on(2)))
    #expect(effects.afterCommits.isEmpty && effects.immediateReplies.isEmpty)
    #expect(effects.saved.count == 1)
  }

  @Test func aForcedCancelKillsAWorkerButNotASupervisor() throws {
    var bench = benchWithTask()
    let forced = CancelOrder(
      reason: .cancelled(by: .user), grace: .seconds(5), isForced: true)
    let effects = bench.cancel(.a, isForced: true)
    #expect(effects.ordersToWorkers == [.cancel(forced)])
    #expect(effects.kills == [.numbered(1)])

    var supervised = benchWithTask(isSupervisor: true)
    let orders = supervised.cancel(.a, isForced: true)
    #expect(orders.ordersToWorkers == [.cancel(forced)])
    #expect(orders.kills.isEmpty)
  }

  @Test func forceIsAddedToACancelUnderWayAndNotTakenBack() throws {
    var bench = benchWithTask()
    _ = bench.cancel(.a)
    #expect(bench.cancel(.a, isForced: true).kills == [.numbered(1)])
    #expect(bench.cancel(.a).ordersToWorkers.isEmpty)
  }

  @Test func theGraceIsTheTasks() throws {
    var bench = benchWithTask { $0.grace = .seconds(60) }
    let order = CancelOrder(reason: .cancelled(by: .user), grace: .seconds(60))
    #expect(bench.cancel(.a).ordersToWorkers == [.cancel(order)])
  }

  @Test func aWorkerThatWasAwayIsToldWhenItIsBack() throws {
    var bench = benchWithTask()
    _ = bench.disconnect(1)
    #expect(bench.cancel(.a).ordersToWorkers.isEmpty)
    bench.connect(3)
    #expect(bench.begin(.a, by: 3).ordersToWorkers == [.cancel(byUser)])
    #expect(try bench.task(.a).state == .cancelling)
  }

  @Test func aWorkerThatVanishesWhileCancellingIsCancelledNotLost() throws {
    var bench = benchWithTask()
    _ = bench.cancel(.a)
    #expect(bench.disconnect(1) == [.watchProcess(.a, .numbered(1))])
    #expect(bench.send(.workerExited(.a)) == [.searchSpool(.a)])
    _ = bench.send(.spoolFoundEmpty(.a))
    #expect(try bench.task(.a).ending == TaskEnding(reason: .cancelled(by: .user)))
  }

  @Test func aTaskThatEndsAnywayKeepsItsOwnReason() throws {
    var bench = benchWithTask()
    _ = bench.cancel(.a)
    _ = bench.end(.a, .completed)
    #expect(try bench.task(.a).ending?.reason == .completed)
  }

  @Test func anEndedTaskCanNotBeCancelled() throws {
    var bench = benchWithTask()
    _ = bench.end(.a)
    #expect(
      bench.cancel(.a, isForced: true)
        == [.reply(.on(2, 4), .refused(.alreadyEnded(try number(1))))])
  }

  @Test func aCancelSurvivesTheHub() throws {
    var bench = benchWithTask()
    let record = try #require(bench.cancel(.a).saved.last)
    var later = HubBench()
    _ = later.send(.recordLoaded([record], highestNumber: 1))
    #expect(try later.task(.a).state == .cancelling)
    later.connect(1)
    #expect(later.begin(.a).ordersToWorkers == [.cancel(byUser)])
  }
}

extension HubBench {
  fileprivate mutating func cancel(_ key: TaskKey, isForced: Bool = false) -> [HubEffect] {
    send(.cancelRequested(.key(key), isForced: isForced, .on(2, 4)))
  }
}
