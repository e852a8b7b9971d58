import Testing

@testable import HeadwayHubCore
@testable import HeadwayModel

/// The system is low on memory: which task is asked about, and which one is ended.
@Suite struct MemoryTests {
  private static let gib: Int64 = 1 << 30

  /// Task a is supervised and uses 3 GiB, b 2 GiB, the logger c 2 MiB. Task d uses the most and has
  /// `--on-stall ignore`.
  private static let figures: [TaskKey: Int64] = [
    .a: 3 * gib, .b: 2 * gib, .c: 2 << 20, .d: 8 * gib,
  ]

  private func bench(_ policy: MemoryPolicy = .ask, _ action: StallAction = .ask) -> HubBench {
    var settings = HubSettings.bench
    settings.memoryPolicy = policy
    var bench = HubBench(settings: settings)
    bench.connect(1, isSupervisor: true)
    bench.begin(.a, report: .done(40, of: 100)) { $0.stallPolicy.action = action }
    bench.begin(.b, report: .done(10, of: 100))
    bench.step(.seconds(1))
    bench.begin(.c, "Logger")
    bench.step(.seconds(1))
    bench.begin(.d) { $0.stallPolicy.action = .ignore }
    return bench
  }

  private func asked(_ bench: HubBench) throws -> [TaskKey] {
    try [.a, .b, .c, .d].filter { try bench.task($0).stall.kind == .memory }
  }

  @Test("the task that uses the most memory is asked about, with the figure, and no other")
  func asks() throws {
    var bench = bench()
    let measured = bench.send(.memoryPressed).measured
    #expect(measured?.subjects.map(\.key) == [.a, .b, .c] && measured?.others.count == 1)
    #expect(measured?.subjects.allSatisfy(\.isSupervisor) == true)
    let effects = bench.measure(Self.figures)
    #expect(effects.ordersToWorkers == [.questionAsked(.memory)])
    #expect(bench.changes == [.changed(.a, .listing)])
    #expect(try asked(bench) == [.a])
    #expect(try bench.task(.a).stall.memoryBytes == 3 * Self.gib)
    #expect(
      try bench.task(.a).question()
        == "The system is low on memory. Keep Export running? (uses 3.0 GiB)")
    bench.step(.seconds(2))
    let again = bench.send(.memoryPressed)
    #expect(again.measured == nil && again.ordersToWorkers.isEmpty)
    #expect(bench.measure(Self.figures).isEmpty)
    #expect(try asked(bench) == [.a])
  }

  @Test("a small logger is never asked about, nor anybody below 5 % of the memory")
  func smallTasks() throws {
    var bench = bench(.end)
    _ = bench.send(.memoryPressed)
    let below = [TaskKey.a: Self.gib - 1, .b: 2 << 20, .c: 2 << 20]
    #expect(bench.measure(below, total: 20 * Self.gib).isEmpty)
    #expect(try asked(bench).isEmpty)
    bench.step(.seconds(9))
    #expect(bench.send(.memoryPressed).isEmpty, "it isn't measured again and again")
    bench.step(.seconds(1))
    #expect(bench.send(.memoryPressed).measured != nil)
    _ = bench.measure([.a: Self.gib, .b: 2 << 20, .c: 2 << 20], total: 20 * Self.gib)
    #expect(try asked(bench) == [.a])
  }

  @Test("nobody is asked by figures that are missing, or of a machine without a known memory")
  func unknown() throws {
    var bench = bench(.end)
    _ = bench.send(.memoryPressed)
    #expect(bench.measure([:]).isEmpty)
    bench.step(.seconds(10))
    _ = bench.send(.memoryPressed)
    #expect(bench.measure(Self.figures, total: 0).isEmpty)
    #expect(try asked(bench).isEmpty)
  }

  @Test("by default the question has no countdown, however long memory is short")
  func asksOnly() throws {
    var bench = bench()
    _ = bench.send(.memoryPressed)
    _ = bench.measure(Self.figures)
    for _ in 1...300 {
      bench.step(.seconds(2))
      _ = bench.update(.a, WorkerReport())
      #expect(bench.send(.memoryPressed).measured == nil)
      let woken = bench.send(.wakeUpReached(.a))
      #expect(woken.saved.isEmpty)
      #expect(woken.ordersToWorkers.isEmpty)
    }
    let task = try bench.task(.a)
    #expect(task.state == .running && task.stall.kind == .memory && task.stall.expiresIn == nil)
  }

  @Test(
    "with the policy \"end\", or with --on-stall expire, it counts down and ends",
    arguments: [(MemoryPolicy.end, StallAction.ask), (.ask, .expire), (.end, .expire)])
  func expires(_ policy: MemoryPolicy, _ action: StallAction) throws {
    var bench = bench(policy, action)
    _ = bench.send(.memoryPressed)
    _ = bench.measure(Self.figures)
    #expect(try bench.task(.a).stall.expiresIn == .seconds(30))
    for _ in 1...15 {
      bench.step(.seconds(2))
      _ = bench.send(.memoryPressed)
      for key in [TaskKey.a, .b, .c] { _ = bench.update(key, WorkerReport()) }
    }
    let expired = bench.send(.wakeUpReached(.a))
    #expect(expired.saved.last?.ordered == .expired(.resource))
    bench.step(.seconds(2))
    #expect(bench.send(.memoryPressed).isEmpty)
    _ = bench.end(.a, .expired(.resource))
    let ended = try bench.task(.a)
    #expect(ended.ending?.reason == .expired(.resource))
    #expect(ended.endSentence == "stopped by Headway: the system ran low on memory")
    bench.step(.seconds(2))
    #expect(bench.send(.memoryPressed).isEmpty)
    bench.step(.seconds(10))
    _ = bench.send(.memoryPressed)
    _ = bench.measure(Self.figures)
    #expect(try asked(bench) == [.b])
    #expect(try bench.task(.b).stall.expiresIn == (policy == .end ? .seconds(30) : nil))
  }

  @Test("with the policy \"ignore\" nobody is measured or asked")
  func ignores() throws {
    var bench = bench(.ignore, .expire)
    #expect(bench.send(.memoryPressed).isEmpty)
    #expect(bench.measure(Self.figures).isEmpty)
    #expect(try asked(bench).isEmpty)
  }

  @Test("a question goes when memory has not been short for a while")
  func withdrawn() throws {
    var bench = bench()
    _ = bench.send(.memoryPressed)
    #expect(bench.measure(Self.figures).wakeUps == [.seconds(10)])
    bench.step(.seconds(8))
    _ = bench.send(.memoryPressed)
    bench.step(.seconds(2))
    #expect(bench.send(.wakeUpReached(.a)).wakeUps == [.seconds(8)])
    #expect(try asked(bench) == [.a])
    bench.step(.seconds(8))
    let effects = bench.send(.wakeUpReached(.a))
    #expect(effects.saved.isEmpty && bench.changes == [.changed(.a, .listing)])
    #expect(try asked(bench).isEmpty)
    #expect(try bench.task(.a).stall.memoryBytes == nil)
  }

  @Test("a task that is to continue is left alone for a while, and all others for a moment")
  func continues() throws {
    var bench = bench()
    _ = bench.send(.memoryPressed)
    _ = bench.measure(Self.figures)
    _ = bench.send(.answerGiven(.key(.a), .continue, .on(1, 3)))
    #expect(bench.send(.memoryPressed).isEmpty)
    for _ in 1...3 {
      bench.step(.seconds(20))
      for key in [TaskKey.a, .b, .c] { _ = bench.update(key, WorkerReport()) }
    }
    #expect(bench.send(.memoryPressed).measured?.subjects.map(\.key) == [.b, .c])
    _ = bench.measure(Self.figures)
    #expect(try asked(bench) == [.b])
    _ = bench.send(.answerGiven(.key(.b), .stop, .on(1, 4)))
    #expect(try bench.task(.b).state == .cancelling)
    _ = bench.end(.b, .cancelled(by: .question))
    #expect(try bench.task(.b).ending?.reason == .cancelled(by: .question))
  }

  @Test("a part of a command isn't asked about, its command is; without tasks nobody is")
  func parts() throws {
    var bench = HubBench()
    bench.connect(1, isSupervisor: true)
    bench.begin(.a)
    bench.connect(2)
    bench.begin(.b, by: 2) { $0.parent = .a }
    let measured = bench.send(.memoryPressed).measured
    #expect(measured?.subjects.map(\.key) == [.a] && measured?.others == [])
    _ = bench.measure([.a: Self.gib, .b: 2 * Self.gib])
    #expect(try bench.task(.a).stall.kind == .memory && bench.task(.b).stall.kind == nil)
    var empty = HubBench()
    #expect(empty.send(.memoryPressed).isEmpty)
  }

  @Test("figures that come too late ask nobody who ended or was paused meanwhile")
  func late() throws {
    var bench = bench()
    _ = bench.send(.memoryPressed)
    _ = bench.end(.a)
    _ = bench.update(.b, .paused(true))
    #expect(bench.measure(Self.figures).isEmpty)
    #expect(try asked(bench).isEmpty)
  }

  @Test("of a task that stands still and holds the memory both are asked, one after the other")
  func isHalted() throws {
    var bench = bench()
    bench.step(.seconds(30))
    _ = bench.send(.wakeUpReached(.a))
    #expect(try bench.task(.a).stall.kind == .silent)
    _ = bench.send(.memoryPressed)
    _ = bench.measure(Self.figures)
    #expect(try asked(bench) == [.a])
    bench.step(.seconds(10))
    #expect(bench.send(.wakeUpReached(.a)).ordersToWorkers.isEmpty)
    let silent = try bench.task(.a)
    #expect(silent.stall.kind == .silent && silent.stall.memoryBytes == nil)
    #expect(silent.stall.time == .seconds(42))
    _ = bench.send(.memoryPressed)
    _ = bench.measure(Self.figures)
    _ = bench.update(.a, .titled("back"))
    bench.step(.seconds(10))
    _ = bench.send(.wakeUpReached(.a))
    #expect(try bench.task(.a).stall.kind == nil, "it has moved meanwhile")
  }

  @Test("one \"continue\" answers the question about memory and the stall's behind it")
  func continuesBoth() throws {
    var bench = bench()
    bench.step(.seconds(30))
    _ = bench.send(.wakeUpReached(.a))
    _ = bench.send(.memoryPressed)
    _ = bench.measure(Self.figures)
    let answered = bench.send(.answerGiven(.key(.a), .continue, .on(1, 3)))
    #expect(answered.saved.map(\.patience) == [2])
    #expect(try bench.task(.a).stall.kind == nil)
    bench.step(.seconds(59))
    _ = bench.send(.wakeUpReached(.a))
    #expect(try bench.task(.a).stall.kind == nil)
  }

  @Test("a task whose countdown runs already isn't asked about memory too")
  func countsDownAlready() throws {
    var bench = bench(.ask, .expire)
    bench.step(.seconds(30))
    _ = bench.send(.wakeUpReached(.a))
    #expect(try bench.task(.a).stall.expiresIn == .seconds(30))
    #expect(bench.send(.memoryPressed).measured?.subjects.map(\.key) == [.b, .c])
  }

  @Test("a later hub doesn't know the question: it measures by itself")
  func isNotRecorded() throws {
    var bench = bench()
    bench.step(.seconds(30))
    let silent = bench.send(.wakeUpReached(.a))
    #expect(silent.saved.map(\.question?.kind) == [.silent])
    _ = bench.update(.a, .done(50, of: 100))
    _ = bench.send(.memoryPressed)
    _ = bench.measure(Self.figures)
    let saved = bench.update(.a, .done(60, of: 100), request: 5).saved
    #expect(saved.map(\.question) == [nil])
  }
}

extension HubBench {
  fileprivate mutating func measure(
    _ figures: [TaskKey: Int64], total: Int64 = 16 << 30
  ) -> [HubEffect] {
    send(.memoryMeasured(MemoryFigures(total: total, resident: figures)))
  }
}

extension [HubEffect] {
  /// The tasks to be measured, and the processes that count for none.
  fileprivate var measured: (subjects: [MemorySubject], others: [ProcessIdentity])? {
    for case .measureMemory(let subjects, let others) in self {
      return (subjects.sorted { $0.key.description < $1.key.description }, others)
    }
    return nil
  }
}
