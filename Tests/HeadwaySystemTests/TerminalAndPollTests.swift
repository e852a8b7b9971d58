import Glibc
import HeadwayModel
import TestSupport
import Testing

@testable import HeadwaySystem

@Suite("Terminals and polling") struct TerminalAndPollTests {
  @Test("sizes and modes of a pty")
  func sizesAndModesOfAPty() throws {
    let terminal = try PseudoTerminal()
    let size = WindowSize(rows: 40, columns: 100, pixelWidth: 1, pixelHeight: 2)
    try size.apply(to: terminal.master.raw)
    #expect(try WindowSize(of: terminal.slave.raw) == size)
    let modes = try TerminalModes(of: terminal.master.raw)
    #expect(modes.isCanonical && modes.echoes && modes.processesOutput)
    #expect(modes.interruptByte == 3)
    try modes.madeRaw.apply(to: terminal.slave.raw)
    let raw = try TerminalModes(of: terminal.master.raw)
    #expect(!raw.isCanonical && raw.interruptByte == nil && !raw.isSame(as: modes))
  }

  @Test("no terminal is an error")
  func noTerminalIsAnError() throws {
    let pipe = try DescriptorPair.pipe()
    #expect(throws: SystemError.self) { try TerminalModes(of: pipe.first.raw) }
    #expect(throws: SystemError.self) { try WindowSize(of: pipe.first.raw) }
    #expect(ForegroundGroup.current(of: pipe.first.raw) == nil)
  }

  @Test("readiness of a pipe")
  func readinessOfAPipe() throws {
    let pipe = try DescriptorPair.pipe()
    var poller = Poller()
    poller.watch(pipe.first.raw, .readable)
    poller.watch(pipe.second.raw, .writable)
    poller.wait(until: .origin)
    #expect(poller.readiness(of: pipe.first.raw) == [])
    #expect(poller.readiness(of: pipe.second.raw) == .writable)
    let written = [UInt8(1)].withUnsafeBytes { Transfer.write(pipe.second.raw, $0) }
    #expect(written == .bytes(1))
    poller.wait(until: nil)
    #expect(poller.readiness(of: pipe.first.raw) == .readable)
    poller.begin()
    #expect(poller.readiness(of: pipe.first.raw) == [])
  }

  @Test("waits are rounded up and bounded")
  func waitsAreRoundedUpAndBounded() {
    #expect(Poller.milliseconds(in: .nanoseconds(1)) == 1)
    #expect(Poller.milliseconds(in: .milliseconds(1500)) == 1500)
    #expect(Poller.milliseconds(in: .seconds(-1)) == 0)
    #expect(Poller.milliseconds(in: .seconds(Int64.max)) == 1_000_000_000)
  }

  @Test("a reopened pipe doesn't change the original")
  func aReopenedPipeDoesNotChangeTheOriginal() throws {
    let pipe = try DescriptorPair.pipe()
    let own = try reopen(pipe.second.raw, .writing)
    #expect(fcntl(own.raw, F_GETFL) & O_NONBLOCK != 0)
    #expect(fcntl(pipe.second.raw, F_GETFL) & O_NONBLOCK == 0)
    #expect(fcntl(own.raw, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test("messages keep their boundaries and tell of the end")
  func messagesKeepTheirBoundariesAndTellOfTheEnd() throws {
    var pair: DescriptorPair? = try DescriptorPair.messages()
    let first = try #require(pair?.first)
    var bytes: [UInt8] = [1, 2, 3, 4]
    for count in [4, 2] {
      let end = try #require(pair?.second.raw)
      _ = bytes.withUnsafeBytes {
        Transfer.send(end, UnsafeRawBufferPointer(rebasing: $0.prefix(count)))
      }
    }
    #expect(bytes.withUnsafeMutableBytes { Transfer.receive(first.raw, into: $0) } == .bytes(4))
    #expect(bytes.withUnsafeMutableBytes { Transfer.receive(first.raw, into: $0) } == .bytes(2))
    #expect(bytes.withUnsafeMutableBytes { Transfer.receive(first.raw, into: $0) } == .wouldBlock)
    pair = nil
    // A process that another test is just spawning has the other end until it executes.
    try eventually("the end") {
      bytes.withUnsafeMutableBytes { Transfer.receive(first.raw, into: $0) } == .ended
    }
  }
}
