import HeadwayHubCore
import HeadwayModel
import Testing

/// Tasks that a person holds from the beginning, and tasks that a person starts now.
@Suite struct EarlyStartTests {
  /// Task a has the only slot.
  private static func busy() -> HubBench {
    var bench = HubBench(settings: .slots(1))
    bench.connect(9)
    _ = bench.submit(.a)
    return bench
  }

  private static func start(_ key: TaskKey) -> HubEvent {
    .adjustmentRequested(.key(key), .start, .on(9, 4))
  }

  @Test("a task submitted on hold waits for a person, also after a restart of the hub")
  func hold() throws {
    var bench = HubBench(settings: .slots(2))
    bench.connect(9)
    let effects = bench.submit(.b) { $1.strategy = .hold }
    #expect(effects.launches.isEmpty)
    #expect(try bench.task(.b).isOnHold)
    let record = try #require(effects.saved.last { $0.description.key == .b })
    #expect(record.submission.isHeld && record.submission.terms?.strategy == .queue)
    var later = HubBench(settings: .slots(2))
    #expect(later.send(.recordLoaded([record], highestNumber: 1)).launches.isEmpty)
    later.connect(9)
    #expect(later.carryOut(.resumeRequested(.key(.b), .on(9, 4))).launches == [.b])
  }

  @Test("start gives a task its turn without a slot, ahead of its time, and off its hold")
  func start() throws {
    var bench = Self.busy()
    let tomorrow = bench.now.wall.advanced(by: .seconds(86_400))
    _ = bench.submit(.b) {
      $1.strategy = .hold
      $1.earliest = EarliestStart(tomorrow, words: "until tomorrow")
      $1.conditions = [.externalPower]
    }
    #expect(bench.carryOut(Self.start(.b)).launches == [.b])
    #expect(try bench.task(.b).state == .starting)
    #expect(try bench.task(.a).state == .starting, "the other one isn't disturbed")
  }

  @Test("it starts only once the record has the person's word")
  func durable() throws {
    var bench = Self.busy()
    _ = bench.submit(.b)
    let asked = bench.send(Self.start(.b))
    #expect(asked.launches.isEmpty)
    let record = try #require(asked.saved.last { $0.description.key == .b })
    #expect(bench.commit(asked).launches == [.b])
    var later = HubBench(settings: .slots(1))
    let known = try #require(asked.saved.last { $0.description.key == .b })
    #expect(later.send(.recordLoaded([known], highestNumber: 2)).launches == [.b])
    #expect(record.submission.terms?.startsNow == true)
  }

  @Test("it takes no slot: the next one starts when the slot is free")
  func noSlot() throws {
    var bench = Self.busy()
    _ = bench.submit(.b)
    _ = bench.submit(.c)
    _ = bench.carryOut(Self.start(.b))
    #expect(try bench.task(.c).terms.blockedOn == "a free slot")
    bench.connect(1, isSupervisor: true)
    bench.begin(.a)
    #expect(bench.end(.a).launches == [.c])
  }

  @Test("it still waits for its dependencies and for resources")
  func stillWaits() throws {
    var settings = HubSettings.slots(4)
    settings.queue.resources = ["gpu": 1]
    var bench = HubBench(settings: settings)
    bench.connect(9)
    _ = bench.submit(.a) { $1.needs = ["gpu": 1] }
    _ = bench.submit(.b) { $1.needs = ["gpu": 1] }
    _ = bench.submit(.c) { $1.dependencies = [Dependency(.key(.a), needsSuccess: true)] }
    #expect(bench.carryOut(Self.start(.b)).launches.isEmpty)
    #expect(bench.carryOut(Self.start(.c)).launches.isEmpty)
    #expect(try bench.task(.b).terms.blockedOn == "gpu")
    #expect(try bench.task(.c).terms.blockedOn == "task 1")
    bench.connect(1, isSupervisor: true)
    bench.begin(.a)
    #expect(Set(bench.end(.a).launches) == [.b, .c])
  }

  @Test("the next attempt takes a slot again")
  func nextAttempt() throws {
    var bench = Self.busy()
    _ = bench.submit(.b) { $1.retries = 1 }
    _ = bench.carryOut(Self.start(.b))
    bench.connect(2, isSupervisor: true)
    bench.begin(.b, by: 2)
    let effects = bench.end(.b, .failed, by: 2)
    #expect(effects.saved.last { $0.description.key == .b }?.submission.terms?.startsNow == false)
    #expect(bench.carryOut(Self.start(.b)).launches == [.b], "not even the pause before a retry")
  }

  @Test("start resumes a paused task, and refuses one that has ended")
  func others() throws {
    var bench = Self.busy()
    bench.connect(1, isSupervisor: true)
    var report = WorkerReport()
    report.isPausable = true
    bench.begin(.a, report: report)
    _ = bench.carryOut(.pauseRequested(.key(.a), .on(9, 3)))
    #expect(try bench.task(.a).state == .paused)
    _ = bench.carryOut(Self.start(.a))
    #expect(try bench.task(.a).state == .running)
    _ = bench.end(.a)
    let number = try bench.task(.a).number
    #expect(bench.send(Self.start(.a)).refusals == [.notQueued(number)])
  }
}
