import HeadwayCore
import Testing

/// `headway debug`.
@Suite struct SimulationTests {
  @Test func aLaunchGoesToTheWorkerWhereItWaits() {
    var bench = HubBench()
    bench.connect(1)
    bench.connect(2)
    _ = bench.send(.waitingAnnounced(ConnectionID(1), ["refresh", "clean"]))
    _ = bench.send(.waitingAnnounced(ConnectionID(2), ["refresh"]))
    #expect(
      bench.send(.launchSimulated("refresh", .on(9, 1)))
        == [.tellToLaunch(ConnectionID(2), "refresh"), .reply(.on(9, 1), .done)])
    #expect(
      bench.send(.launchSimulated("clean", .on(9, 1))).first
        == .tellToLaunch(ConnectionID(1), "clean"))
  }

  @Test func whatDoesNotWaitIsRefused() {
    var bench = HubBench()
    bench.connect(1)
    let refusal = HubEffect.reply(.on(9, 1), .refused(.nothingWaiting("refresh")))
    #expect(bench.send(.launchSimulated("refresh", .on(9, 1))) == [refusal])
    _ = bench.send(.waitingAnnounced(ConnectionID(1), ["refresh"]))
    _ = bench.send(.waitingAnnounced(ConnectionID(1), []))
    #expect(bench.send(.launchSimulated("refresh", .on(9, 1))) == [refusal])
    _ = bench.send(.waitingAnnounced(ConnectionID(1), ["refresh"]))
    _ = bench.disconnect(1)
    #expect(bench.send(.launchSimulated("refresh", .on(9, 1))) == [refusal])
  }

  @Test func anExpiryIsAsAStallsAndTheCardSaysThatItIsSimulated() throws {
    var bench = benchWithTask(.a) { $0.identifier = "com.example.export" }
    let effects = bench.send(.expirySimulated(.identifier("com.example.export"), .on(9, 1)))
    #expect(
      effects.ordersToWorkers == [
        .cancel(CancelOrder(reason: .expired(.stall), grace: .seconds(5)))
      ])
    #expect(try bench.task(.a).cancelNote == "simulated by headway debug")
    _ = bench.end(.a, .expired(.stall))
    #expect(
      bench.send(.expirySimulated(.identifier("com.example.export"), .on(9, 1)))
        == [.reply(.on(9, 1), .refused(.alreadyEnded(try bench.task(.a).number)))])
  }
}
