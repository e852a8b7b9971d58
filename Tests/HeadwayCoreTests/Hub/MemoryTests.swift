import Testing

@testable import HeadwayCore

/// Memory is short: who is asked, and who gives way.
@Suite struct MemoryTests {
  /// a is 40 % done, b 10 %, c doesn't say and is the youngest but for d, which nobody is to ask.
  private func bench() -> HubBench {
    var bench = HubBench()
    bench.connect(1, isSupervisor: true)
    bench.begin(.a, report: .done(40, of: 100))
    bench.begin(.b, report: .done(10, of: 100))
    bench.step(.seconds(1))
    bench.begin(.c)
    bench.step(.seconds(1))
    bench.begin(.d) { $0.stallPolicy.action = .ignore }
    return bench
  }

  private func asked(_ bench: HubBench) throws -> [TaskKey] {
    try [.a, .b, .c, .d].filter { try bench.task($0).stalled == .memory }
  }

  @Test("the one that has come the least far is asked about, and no other")
  func asks() throws {
    var bench = bench()
    let effects = bench.send(.memoryPressed)
    #expect(effects.ordersToWorkers == [.questionAsked(.memory)])
    #expect(effects.wakeUps == [.seconds(10)] && bench.changes == [.changed(.c, .listing)])
    #expect(try asked(bench) == [.c] && bench.task(.c).expiresIn == .seconds(30))
    #expect(
      try bench.task(.c).question()
        == "Memory is short, and Export shows no percent. Continue or stop?")
    bench.step(.seconds(2))
    #expect(bench.send(.memoryPressed).ordersToWorkers.isEmpty)
    #expect(try asked(bench) == [.c])
  }

  @Test("while it stays short and nobody answers, it expires for resources; then the next is asked")
  func expires() throws {
    var bench = bench()
    _ = bench.send(.memoryPressed)
    for _ in 1...15 {
      bench.step(.seconds(2))
      _ = bench.send(.memoryPressed)
      _ = bench.update(.c, WorkerReport())
    }
    let expired = bench.send(.wakeUpReached(.c))
    #expect(expired.saved.last?.ordered == .expired(.resource))
    #expect(expired.saved.last?.cancelNote == "memory was short")
    bench.step(.seconds(2))
    #expect(bench.send(.memoryPressed).isEmpty)
    _ = bench.end(.c, .expired(.resource))
    #expect(try bench.task(.c).ending?.reason == .expired(.resource))
    bench.step(.seconds(2))
    #expect(bench.send(.memoryPressed).isEmpty)
    bench.step(.seconds(10))
    _ = bench.send(.memoryPressed)
    #expect(try asked(bench) == [.b])
  }

  @Test("a question goes when memory has not been short for a while")
  func withdrawn() throws {
    var bench = bench()
    _ = bench.send(.memoryPressed)
    bench.step(.seconds(8))
    _ = bench.send(.memoryPressed)
    bench.step(.seconds(2))
    #expect(bench.send(.wakeUpReached(.c)).wakeUps == [.seconds(8)])
    #expect(try asked(bench) == [.c])
    bench.step(.seconds(8))
    let effects = bench.send(.wakeUpReached(.c))
    #expect(effects.saved.isEmpty && bench.changes == [.changed(.c, .listing)])
    #expect(try asked(bench).isEmpty)
  }

  @Test("who is to continue is left alone for a while, and all others for a moment")
  func continues() throws {
    var bench = bench()
    _ = bench.send(.memoryPressed)
    _ = bench.send(.answerGiven(.key(.c), .continue, .on(1, 3)))
    #expect(bench.send(.memoryPressed).isEmpty)
    bench.step(.seconds(20))
    _ = bench.update(.c, WorkerReport())
    bench.step(.seconds(20))
    _ = bench.update(.c, WorkerReport())
    bench.step(.seconds(20))
    _ = bench.update(.b, WorkerReport())
    _ = bench.send(.memoryPressed)
    #expect(try asked(bench) == [.b])
    _ = bench.send(.answerGiven(.key(.b), .stop, .on(1, 4)))
    #expect(try bench.task(.b).state == .cancelling)
    _ = bench.end(.b, .cancelled(by: .question))
    #expect(try bench.task(.b).ending?.reason == .cancelled(by: .question))
  }

  @Test("a part of a command isn't asked, its command is; what stands still isn't either")
  func parts() throws {
    var bench = HubBench()
    bench.connect(1, isSupervisor: true)
    bench.begin(.a)
    bench.connect(2)
    bench.begin(.b, by: 2) { $0.parent = .a }
    _ = bench.send(.memoryPressed)
    #expect(try bench.task(.a).stalled == .memory && bench.task(.b).stalled == nil)
    var empty = HubBench()
    #expect(empty.send(.memoryPressed).isEmpty)
  }
}
