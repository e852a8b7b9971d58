import HeadwayHubCore
import HeadwayModel
import Testing

/// A command is cancelled by its parts: the programs in it are told first.
@Suite struct PartsTests {
  private static func bench() -> HubBench {
    var bench = benchWithTask(.a, isSupervisor: true)
    bench.connect(2)
    bench.begin(.b, by: 2) { $0.parent = .a }
    return bench
  }

  private static func cancel(_ bench: inout HubBench, isForced: Bool = false) -> [HubEffect] {
    bench.send(.cancelRequested(.key(.a), isForced: isForced, .on(9, 1)))
  }

  private static let order = CancelOrder(reason: .cancelled(by: .user), grace: .seconds(5))

  private static func told(_ key: TaskKey, on connection: UInt64) -> HubEffect {
    .tellWorker(ConnectionID(connection), key, .cancel(order))
  }

  @Test("the part is told first and the command when it has ended")
  func thePartIsToldFirstAndTheCommandWhenItHasEnded() throws {
    var bench = Self.bench()
    let effects = Self.cancel(&bench)
    #expect(effects.contains(Self.told(.b, on: 2)) && !effects.contains(Self.told(.a, on: 1)))
    #expect(try bench.task(.a).state == .cancelling)
    #expect(bench.end(.b, .cancelled(by: .user), by: 2).contains(Self.told(.a, on: 1)))
  }

  @Test("the command is told after its grace whatever the part does")
  func theCommandIsToldAfterItsGraceWhateverThePartDoes() {
    var bench = Self.bench()
    _ = Self.cancel(&bench)
    bench.step(.seconds(4))
    #expect(bench.send(.wakeUpReached(.a)).ordersToWorkers.isEmpty)
    bench.step(.seconds(1))
    #expect(bench.send(.wakeUpReached(.a)).contains(Self.told(.a, on: 1)))
  }

  @Test("a command that fails because its part obeyed was cancelled")
  func aCommandThatFailsBecauseItsPartObeyedWasCancelled() throws {
    var bench = Self.bench()
    _ = Self.cancel(&bench)
    _ = bench.send(
      .taskEnded(.key(.a), TaskEnding(reason: .failed, status: .code(3)), .on(1, 2)))
    #expect(
      try bench.task(.a).ending
        == TaskEnding(reason: .cancelled(by: .user), status: .code(3)))
  }

  @Test("a part that is killed with its command was cancelled")
  func aPartThatIsKilledWithItsCommandWasCancelled() throws {
    var bench = Self.bench()
    _ = Self.cancel(&bench)
    _ = bench.disconnect(2)
    _ = bench.send(.spoolFoundEmpty(.b))
    #expect(try bench.task(.b).ending?.reason == .cancelled(by: .user))
  }

  @Test("a part that begins later is cancelled too")
  func aPartThatBeginsLaterIsCancelledToo() {
    var bench = Self.bench()
    _ = Self.cancel(&bench)
    #expect(bench.begin(.c, by: 2) { $0.parent = .b }.contains(Self.told(.c, on: 2)))
  }

  @Test("force waits for no part")
  func forceWaitsForNoPart() {
    var bench = Self.bench()
    let forced = CancelOrder(
      reason: .cancelled(by: .user), grace: .seconds(5), isForced: true)
    #expect(
      Self.cancel(&bench, isForced: true)
        .contains(.tellWorker(ConnectionID(1), .a, .cancel(forced))))
  }

  @Test("the parts of a librarys task are its own business")
  func thePartsOfALibrarysTaskAreItsOwnBusiness() throws {
    var bench = benchWithTask(.a)
    bench.begin(.b) { $0.parent = .a }
    #expect(Self.cancel(&bench).contains(Self.told(.a, on: 1)))
    #expect(try bench.task(.b).state == .running)
  }

  @Test("what the command waits for is on its card too")
  func whatTheCommandWaitsForIsOnItsCardToo() throws {
    var bench = Self.bench()
    var report = WorkerReport()
    report.assertion = "Finish export"
    _ = bench.update(.b, report, by: 2)
    _ = Self.cancel(&bench)
    #expect(try bench.task(.a).assertions.current == "Finish export")
    report.assertion = .empty
    _ = bench.update(.b, report, by: 2)
    #expect(try bench.task(.a).assertions.current == nil)
  }
}
