import HeadwayHubCore
import HeadwayModel
import Testing

/// How much one event may set off: chains, fans and nests as large as somebody makes them.
@Suite("Chains of tasks") struct ChainTests {
  private static let length = 10_000

  @Test("a chain ends with its first step, however long")
  func chain() throws {
    var bench = HubBench(settings: Self.settings)
    bench.connect(1)
    bench.submitChain(of: Self.length)
    let effects = bench.failLaunch(of: .step(0))
    #expect(effects.saved.count { $0.ending != nil } == Self.length)
    #expect(bench.endReasons == [.failed: 1, .dependency: Self.length - 1])
  }

  @Test("a hub that finds a chain whose first step failed ends the chain while it loads the record")
  func load() throws {
    var bench = HubBench(settings: Self.settings)
    bench.connect(1)
    bench.submitChain(of: Self.length)
    var records = bench.state.records
    let first = try #require(records.firstIndex { $0.description.key == .step(0) })
    records[first].ending = TaskEnding(reason: .failed)
    records[first].state = .ended
    var later = HubBench(settings: Self.settings)
    _ = later.send(.recordLoaded(records, highestNumber: Self.length))
    #expect(later.endReasons == [.failed: 1, .dependency: Self.length - 1])
  }

  @Test("a step that fails ends all that needed it, and frees those that only waited for its end")
  func fan() throws {
    var bench = HubBench(settings: Self.settings)
    bench.connect(1)
    bench.queue(.step(0))
    for number in 1..<Self.length {
      bench.queue(.step(number), after: [0], needsSuccess: number.isMultiple(of: 2))
    }
    _ = bench.failLaunch(of: .step(0))
    #expect(bench.endReasons[.dependency] == Self.length / 2 - 1)
    #expect(bench.state.snapshots(at: bench.now).count { $0.state == .starting } == 1)
  }

  @Test("layers that all need each other end once each")
  func layers() throws {
    var bench = HubBench(settings: Self.settings)
    bench.connect(1)
    let width = 50
    for number in 0..<width { bench.queue(.step(number)) }
    for layer in 1..<20 {
      for place in 0..<width {
        let before = (0..<width).map { (layer - 1) * width + $0 }
        bench.queue(.step(layer * width + place), after: before)
      }
    }
    let effects = bench.failLaunch(of: .step(0))
    #expect(effects.saved.count { $0.ending?.reason == .dependency } == 19 * width)
    #expect(bench.endReasons[.dependency] == 19 * width)
  }

  @Test("a cancel reaches each of 1,000 tasks nested in one supervisor once, the innermost first")
  func nest() throws {
    let depth = 1000
    var bench = HubBench(settings: Self.settings)
    bench.connect(1, isSupervisor: true)
    for number in 0..<depth {
      bench.begin(.step(number)) { $0.parent = number == 0 ? nil : .step(number - 1) }
    }
    let effects = bench.send(.cancelRequested(.key(.step(0)), isForced: false, .on(1, 5)))
    #expect(bench.state.snapshots(at: bench.now).allSatisfy { $0.state == .cancelling })
    #expect(effects.count < depth * 8)
    let told = effects.compactMap { effect in
      if case .tellWorker(_, let key, .cancel) = effect { key } else { nil }
    }
    #expect(told == [.step(depth - 1)])
  }

  @Test("parents in a ring are cancelled once each")
  func ring() throws {
    var bench = HubBench(settings: Self.settings)
    bench.connect(1, isSupervisor: true)
    for number in 0..<100 { bench.begin(.step(number)) { $0.parent = .step((number + 1) % 100) } }
    let effects = bench.send(.cancelRequested(.key(.step(0)), isForced: true, .on(1, 5)))
    #expect(effects.saved.count == 100)
  }

  private static var settings: HubSettings {
    var settings = HubSettings.bench
    settings.taskLimit = 200_000
    return settings
  }
}

extension HubBench {
  /// Submits a first step, which starts at once, and further ones that need the step before.
  fileprivate mutating func submitChain(of length: Int) {
    queue(.step(0))
    for number in 1..<length { queue(.step(number), after: [number - 1]) }
  }

  fileprivate mutating func queue(
    _ key: TaskKey, after dependencies: [Int] = [], needsSuccess: Bool = true
  ) {
    var terms = LaunchTerms()
    terms.dependencies = dependencies.map {
      Dependency(.key(.step($0)), needsSuccess: needsSuccess)
    }
    let submission = Submission(TaskDescription(key: key, title: "Step"), terms)
    _ = carryOut(.taskSubmitted(submission, .on(1, 1)))
  }

  fileprivate mutating func failLaunch(of key: TaskKey) -> [HubEffect] {
    carryOut(.launchFailed(key, launch: 1, "no such program"))
  }

  fileprivate var endReasons: [EndReason: Int] {
    state.snapshots(at: now).reduce(into: [:]) { counts, task in
      if let reason = task.ending?.reason { counts[reason, default: 0] += 1 }
    }
  }
}

extension EndReason {
  fileprivate static var dependency: EndReason { .cancelled(by: .dependency) }
}

extension TaskKey {
  fileprivate static func step(_ number: Int) -> TaskKey { TaskKey(high: 1, low: UInt64(number)) }
}
