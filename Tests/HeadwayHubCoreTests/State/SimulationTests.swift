import HeadwayHubCore
import HeadwayModel
import Testing

/// `headway debug`, and `headway wake` of what a program waits with.
@Suite struct SimulationTests {
  /// One slot, which task d has; connection 1 waits with task a.
  private func bench(_ adjust: (inout LaunchTerms) -> Void = { _ in }) -> HubBench {
    var bench = HubBench(settings: .slots(1))
    bench.connect(9)
    _ = bench.submit(.d)
    bench.connect(1)
    let later = bench.now.wall.advanced(by: .seconds(3600))
    _ = bench.submit(.a, by: 1) { task, terms in
      task.identifier = "refresh"
      terms.launcher = .worker
      terms.earliest = EarliestStart(later, words: "until later")
      terms.conditions = [.network]
      adjust(&terms)
    }
    return bench
  }

  @Test("a launch is its turn at once, whatever the request waits for, once the record has that")
  func launch() throws {
    var bench = bench()
    let effects = bench.send(.launchSimulated("refresh", .on(9, 1)))
    #expect(!effects.afterCommits.contains(.tellToBegin(.a, units: [:])))
    let recorded = bench.commit(effects)
    #expect(recorded.afterCommits.contains(.tellToBegin(.a, units: [:])))
    #expect(recorded.immediateReplies == [.done])
    #expect(try bench.task(.a).state == .starting)
    let again = bench.send(.launchSimulated("refresh", .on(9, 1)))
    #expect(again.refusals == [.nothingWaiting("refresh")])
  }

  @Test("a request that a person holds is launched too")
  func launchOfWhatIsHeld() throws {
    var bench = bench()
    _ = bench.carryOut(.pauseRequested(.key(.a), .on(9, 4)))
    _ = bench.carryOut(.launchSimulated("refresh", .on(9, 1)))
    #expect(try bench.task(.a).state == .starting)
  }

  @Test("a launch that the record refuses leaves the request as it was")
  func unrecorded() throws {
    var bench = bench()
    let before = try bench.task(.a).terms.waitsFor
    _ = bench.send(.launchSimulated("refresh", .on(9, 1)))
    let effects = bench.send(.recordRefused("no room"))
    #expect(effects.refusals == [.changeUnrecorded("no room")])
    #expect(try bench.task(.a).terms.waitsFor == before)
  }

  @Test("what the hub or a command launches isn't a program's request")
  func others() {
    var bench = HubBench(settings: .slots(1))
    bench.connect(9)
    _ = bench.submit(.d)
    _ = bench.submit(.a) { task, _ in task.identifier = "hub" }
    bench.connect(1, isSupervisor: true)
    _ = bench.submit(.b, by: 1) { task, terms in
      task.identifier = "command"
      terms.launcher = .worker
    }
    for identifier: SanitisedText in ["hub", "command", "nobody"] {
      let launch = bench.send(.launchSimulated(identifier, .on(9, 1)))
      #expect(launch.refusals == [.nothingWaiting(identifier)])
      let wake = bench.send(.wakeRequested(identifier, .on(9, 1)))
      #expect(wake.refusals == [.nothingToWake(identifier)])
    }
  }

  @Test("a wake is the date come; what else it waits for it goes on waiting for")
  func wake() throws {
    var bench = bench()
    #expect(bench.carryOut(.wakeRequested("refresh", .on(9, 1))).immediateReplies == [.done])
    #expect(try bench.task(.a).terms.waitsFor == ["the network", "a free slot"])
  }

  @Test("an expiry is as a stalls and the card says that it is simulated")
  func anExpiryIsAsAStallsAndTheCardSaysThatItIsSimulated() throws {
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

  @Test("an expiry is for the one that runs, where the next one waits under the same identifier")
  func expiryOfTheOneThatRuns() throws {
    var bench = bench()
    bench.begin(.b) { $0.identifier = "refresh" }
    _ = bench.send(.expirySimulated(.identifier("refresh"), .on(9, 1)))
    #expect(try bench.task(.b).state == .cancelling && bench.task(.a).state == .queued)
  }
}
