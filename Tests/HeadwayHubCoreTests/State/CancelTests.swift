@testable import HeadwayHubCore
@testable import HeadwayModel
import Testing

@Suite struct CancelTests {
  private let byUser = CancelOrder(reason: .cancelled(by: .user), grace: .seconds(5))

  @Test("a cancel reaches the worker and is answered from the record")
  func aCancelReachesTheWorkerAndIsAnsweredFromTheRecord() throws {
    var bench = benchWithTask()
    bench.connect(2)
    let effects = bench.cancel(.a)
    #expect(bench.changes == [.changed(.a, .listing)])
    #expect(effects.contains(.tellWorker(ConnectionID(1), .a, .cancel(byUser))))
    #expect(effects.afterCommits == [.reply(.on(2, 4), .done)])
    #expect(effects.immediateReplies.isEmpty)
    #expect(effects.kills.isEmpty)
    #expect(try bench.task(.a).state == .cancelling)
    #expect(bench.state.hub.tasks.liveCount == 1)
  }

  @Test("a chosen signal reaches the worker, and stays that of a cancel without one")
  func aChosenSignalReachesTheWorker() throws {
    var bench = benchWithTask()
    var order = byUser
    order.signal = StopSignal("INT")
    let asked = bench.carryOut(
      .cancelRequested(.key(.a), isForced: false, signal: order.signal, .on(2, 4)))
    #expect(asked.ordersToWorkers == [.cancel(order)])
    #expect(bench.cancel(.a).ordersToWorkers.isEmpty)
    order.signal = StopSignal("HUP")
    let again = bench.carryOut(
      .cancelRequested(.key(.a), isForced: false, signal: order.signal, .on(2, 4)))
    #expect(again.ordersToWorkers == [.cancel(order)])
  }

  @Test("the second cancel tells the worker nothing new")
  func theSecondCancelTellsTheWorkerNothingNew() throws {
    var bench = benchWithTask()
    _ = bench.cancel(.a)
    let effects = bench.cancel(.a)
    #expect(effects.ordersToWorkers.isEmpty)
    #expect(effects.afterCommits == [.reply(.on(2, 4), .done)])
  }

  @Test("a cancel without a request number isn't answered")
  func aCancelWithoutARequestNumberIsNotAnswered() {
    var bench = benchWithTask()
    let effects = bench.send(.cancelRequested(.key(.a), isForced: false, .on(2)))
    #expect(effects.afterCommits.isEmpty && effects.immediateReplies.isEmpty)
    #expect(effects.saved.count == 1)
  }

  @Test("a forced cancel kills a worker but not a supervisor")
  func aForcedCancelKillsAWorkerButNotASupervisor() throws {
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

  @Test("force is added to a cancel under way and not taken back")
  func forceIsAddedToACancelUnderWayAndNotTakenBack() throws {
    var bench = benchWithTask()
    _ = bench.cancel(.a)
    #expect(bench.cancel(.a, isForced: true).kills == [.numbered(1)])
    #expect(bench.cancel(.a).ordersToWorkers.isEmpty)
  }

  @Test("the grace is the tasks")
  func theGraceIsTheTasks() throws {
    var bench = benchWithTask { $0.grace = .seconds(60) }
    let order = CancelOrder(reason: .cancelled(by: .user), grace: .seconds(60))
    #expect(bench.cancel(.a).ordersToWorkers == [.cancel(order)])
  }

  @Test("a worker that was away is told when it is back")
  func aWorkerThatWasAwayIsToldWhenItIsBack() throws {
    var bench = benchWithTask()
    _ = bench.disconnect(1)
    #expect(bench.cancel(.a).ordersToWorkers.isEmpty)
    bench.connect(3)
    #expect(bench.begin(.a, by: 3).ordersToWorkers == [.cancel(byUser)])
    #expect(try bench.task(.a).state == .cancelling)
  }

  @Test("a worker that vanishes while cancelling is cancelled not lost")
  func aWorkerThatVanishesWhileCancellingIsCancelledNotLost() throws {
    var bench = benchWithTask()
    _ = bench.cancel(.a)
    #expect(bench.disconnect(1) == [.watchProcess(.a, .numbered(1))])
    #expect(bench.send(.workerExited(.a)) == [.searchSpool(.a)])
    _ = bench.send(.spoolFoundEmpty(.a))
    #expect(try bench.task(.a).ending == TaskEnding(reason: .cancelled(by: .user)))
  }

  @Test("a task that ends anyway keeps its own reason")
  func aTaskThatEndsAnywayKeepsItsOwnReason() throws {
    var bench = benchWithTask()
    _ = bench.cancel(.a)
    _ = bench.end(.a, .completed)
    #expect(try bench.task(.a).ending?.reason == .completed)
  }

  @Test("an ended task can't be cancelled")
  func anEndedTaskCanNotBeCancelled() throws {
    var bench = benchWithTask()
    _ = bench.end(.a)
    #expect(
      bench.cancel(.a, isForced: true)
        == [.reply(.on(2, 4), .refused(.alreadyEnded(try number(1))))])
  }

  @Test("a cancel survives the hub")
  func aCancelSurvivesTheHub() throws {
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
