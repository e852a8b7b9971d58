import HeadwayHubCore
import HeadwayModel
import Testing

/// A worker under a supervisor is told whether that has a terminal.
@Suite struct TerminalTests {
  private static func foreground(_ isForeground: Bool) -> WorkerReport {
    var report = WorkerReport()
    report.foreground = isForeground
    return report
  }

  private static func move(_ bench: inout HubBench, _ isForeground: Bool) -> [HubEffect] {
    bench.update(.a, foreground(isForeground), isRecognised: true)
  }

  private static func told(_ isAttached: Bool) -> HubEffect {
    .tellWorker(ConnectionID(2), .b, .terminalMoved(isAttached: isAttached))
  }

  @Test("its parts are told when it moves")
  func itsPartsAreToldWhenItMoves() {
    var bench = benchWithTask(.a, isSupervisor: true)
    bench.connect(2)
    bench.begin(.b, by: 2) { $0.parent = .a }
    #expect(Self.move(&bench, true).isEmpty)
    #expect(Self.move(&bench, false) == [Self.told(false)])
    #expect(Self.move(&bench, false).isEmpty)
    #expect(Self.move(&bench, true) == [Self.told(true)])
  }

  @Test("what begins later is told too")
  func whatBeginsLaterIsToldToo() {
    var bench = benchWithTask(.a, isSupervisor: true)
    _ = Self.move(&bench, false)
    bench.connect(2)
    #expect(bench.begin(.b, by: 2) { $0.parent = .a }.contains(Self.told(false)))
  }

  @Test("other parents have no terminal to give")
  func otherParentsHaveNoTerminalToGive() {
    var bench = benchWithTask(.a)
    bench.connect(2)
    bench.begin(.b, by: 2) { $0.parent = .a }
    #expect(Self.move(&bench, false).ordersToWorkers.isEmpty)
  }

  private static func toldProgram(_ isAttached: Bool) -> HubEffect {
    .tellWorker(ConnectionID(7), .a, .terminalMoved(isAttached: isAttached))
  }

  @Test("a program without a task that asks is told now, and when the supervisor moves")
  func program() {
    var bench = benchWithTask(.a, isSupervisor: true)
    #expect(bench.send(.terminalAsked(.a, in: ConnectionID(7))) == [Self.toldProgram(true)])
    #expect(Self.move(&bench, false) == [Self.toldProgram(false)])
    #expect(Self.move(&bench, false).isEmpty)
    #expect(Self.move(&bench, true) == [Self.toldProgram(true)])
    _ = bench.send(.connectionClosed(ConnectionID(7)))
    #expect(Self.move(&bench, false).isEmpty)
  }

  @Test("one that asks before the supervisor is there is told once it is")
  func early() {
    var bench = benchWithTask(.b)
    #expect(bench.send(.terminalAsked(.a, in: ConnectionID(7))).isEmpty)
    #expect(bench.send(.terminalAsked(.b, in: ConnectionID(7))).isEmpty)
    #expect(bench.send(.terminalAsked(.a, in: ConnectionID(7))).isEmpty)
    bench.connect(3, isSupervisor: true)
    #expect(bench.begin(.a, by: 3).contains(Self.toldProgram(true)))
  }
}
