import TestClocks
import Testing

@testable import HeadwaySupervisor

@Suite("A thread that waits for the terminal, and the others") struct ReaderCompanyTests {
  private var company = ReaderCompany()

  private mutating func rests(
    at second: Int, turns: UInt64 = 1, busy: Duration = .zero, outputs: Int = 0
  ) -> Bool {
    let sight = ReaderCompany.Sight(
      reader: 7, readerTurns: turns, othersTime: busy, outputCount: outputs)
    return company.rests(6, sight, now: .seconds(second))
  }

  @Test("stillness is needed")
  mutating func stillnessIsNeeded() {
    #expect(!rests(at: 0) && !rests(at: 2) && rests(at: 3) && rests(at: 60))
  }

  @Test("a runtime may look after itself")
  mutating func aRuntimeMayLookAfterItself() {
    #expect(!rests(at: 0) && rests(at: 4, busy: .milliseconds(8)))
    #expect(!rests(at: 5, busy: .milliseconds(100)))
  }

  @Test("each disturbance doubles the patience")
  mutating func eachDisturbanceDoublesThePatience() {
    #expect(!rests(at: 0) && rests(at: 4))
    #expect(!rests(at: 5, outputs: 1) && !rests(at: 10, outputs: 1) && rests(at: 11, outputs: 1))
    #expect(!rests(at: 12, busy: .seconds(1), outputs: 1))
    #expect(!rests(at: 23, busy: .seconds(1), outputs: 1))
    #expect(rests(at: 24, busy: .seconds(1), outputs: 1))
  }

  @Test("a program that writes for ever beside its reader has a longest patience")
  mutating func longestPatience() {
    for look in 0..<500 { #expect(!rests(at: look, outputs: look)) }
    #expect(!rests(at: 1098, outputs: 499) && rests(at: 1099, outputs: 499))
  }

  @Test("another wait begins anew")
  mutating func anotherWaitBeginsAnew() {
    #expect(!rests(at: 0) && !rests(at: 2, outputs: 1) && !rests(at: 3, turns: 2, outputs: 1))
    #expect(rests(at: 6, turns: 2, outputs: 1))
    company.forget(allBut: [])
    #expect(!rests(at: 7, turns: 2, outputs: 1))
  }
}
