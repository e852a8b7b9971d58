import HeadwayModel
import HeadwaySystem
import Testing

@testable import HeadwaySupervisor

@Suite("The output's pump") struct OutputPumpTests {
  private let terminal: PseudoTerminal
  private let pump: OutputPump

  init() throws {
    terminal = try PseudoTerminal()
    terminal.master.setNonblocking()
    pump = OutputPump(terminal: terminal.master, to: nil) { _ in }
  }

  /// How many descriptors are ready, and how many of them for the pump alone.
  private func ready(alsoTyping isTyping: Bool) -> (all: Int, ofPump: Int) {
    var poller = Poller()
    if isTyping { poller.watch(terminal.master.raw, .writable) }
    pump.watch(&poller)
    poller.wait(until: SystemClocks.awake + .milliseconds(100))
    return (poller.readyCount, pump.readyCount(poller))
  }

  @Test("output is the pump's") func output() {
    _ = Array("x".utf8).withUnsafeBytes { Transfer.write(terminal.slave.raw, $0) }
    #expect(ready(alsoTyping: false) == (1, 1))
  }

  @Test("a terminal that takes keys again isn't ready for output alone", arguments: [false, true])
  func keys(hasOutput: Bool) {
    if hasOutput {
      _ = Array("x".utf8).withUnsafeBytes { Transfer.write(terminal.slave.raw, $0) }
    }
    #expect(ready(alsoTyping: true) == (1, 0))
  }

  @Test("nothing is ready where nothing came") func silence() {
    #expect(ready(alsoTyping: false) == (0, 0))
  }
}
