import HeadwayHubCore
import HeadwayModel
import Testing

@Suite("What queued tasks wait for around them")
struct ConditionTests {
  private static let lastHour = EarliestStart(
    WallTime(millisecondsSinceEpoch: 1_700_003_600_000), words: "until 22:00")

  @Test("not unless its conditions hold; what has no news is looked at once all else holds")
  func conditions() throws {
    var bench = HubBench(settings: .slots(1))
    bench.connect(9)
    let effects = bench.submit(.a) { $1.conditions = [.externalPower, .loadBelow(2)] }
    #expect(effects.lookouts == [WatchedConditions([.externalPower])])
    let plugged = bench.send(.machineConditionsChanged(.with { $0.hasExternalPower = true }))
    #expect(plugged.lookouts == [WatchedConditions([.externalPower, .loadBelow(2)])])
    #expect(try bench.task(.a).terms.blockedOn == "a load below 2")
    let quiet = MachineConditions.with {
      $0.hasExternalPower = true
      $0.load = 0.5
    }
    let started = bench.send(.machineConditionsChanged(quiet))
    #expect(started.launches == [.a] && started.lookouts == [WatchedConditions()])
  }

  @Test("nobody starts on what was so when it was last looked at, some time ago")
  func stale() throws {
    var bench = HubBench(settings: .slots(2))
    bench.connect(9)
    _ = bench.submit(.a) { $1.conditions = [.loadBelow(2)] }
    let quiet = MachineConditions.with { $0.load = 0.5 }
    #expect(bench.send(.machineConditionsChanged(quiet)).launches == [.a])
    let later = bench.submit(.b) { $1.conditions = [.loadBelow(2)] }
    #expect(later.launches.isEmpty && later.lookouts == [WatchedConditions([.loadBelow(2)])])
    #expect(bench.send(.machineConditionsChanged(quiet)).launches == [.b])
  }

  @Test("a condition that ends while its task waits for a slot holds it again")
  func ends() throws {
    var bench = HubBench(settings: .slots(1))
    bench.connect(9)
    _ = bench.submit(.a)
    _ = bench.submit(.b) { $1.conditions = [.network] }
    _ = bench.send(.machineConditionsChanged(.with { $0.isOnline = true }))
    #expect(try bench.task(.b).terms.blockedOn == "a free slot")
    _ = bench.send(.machineConditionsChanged(.with { $0.isOnline = false }))
    #expect(try bench.task(.b).terms.blockedOn == "the network")
    bench.connect(1, isSupervisor: true)
    bench.begin(.a)
    #expect(bench.end(.a).launches.isEmpty)
    #expect(bench.send(.machineConditionsChanged(.with { $0.isOnline = true })).launches == [.b])
  }

  @Test("nothing is looked at for a task that a person, a time or another task holds")
  func heldOtherwise() throws {
    var bench = HubBench(settings: .slots(2))
    bench.connect(9)
    _ = bench.submit(.a)
    let effects = bench.submit(.b) { task, terms in
      terms.conditions = [.idle(.seconds(600))]
      terms.dependencies = [Dependency(.key(.a), needsSuccess: true)]
    }
    #expect(effects.lookouts.isEmpty)
    bench.connect(1, isSupervisor: true)
    bench.begin(.a)
    #expect(bench.end(.a).lookouts == [WatchedConditions([.idle(.seconds(600))])])
    let paused = bench.carryOut(.pauseRequested(.key(.b), .on(9, 4)))
    #expect(paused.lookouts == [WatchedConditions()])
    let resumed = bench.carryOut(.resumeRequested(.key(.b), .on(9, 4)))
    #expect(resumed.lookouts == [WatchedConditions([.idle(.seconds(600))])])
    let cancelled = bench.carryOut(.cancelRequested(.key(.b), isForced: false, .on(9, 5)))
    #expect(cancelled.lookouts == [WatchedConditions()])
  }

  @Test("a clock that is set brings the time nearer, or takes it away")
  func clockSet() throws {
    var bench = HubBench(settings: .slots(1))
    bench.connect(9)
    let effects = bench.submit(.a) { $1.earliest = Self.lastHour }
    #expect(effects.lookouts == [WatchedConditions(wallClock: true)])
    #expect(effects.wakeUps == [.seconds(3600)])
    bench.suspend(.seconds(3000))
    let woken = bench.send(.wallClockSet)
    #expect(woken.wakeUps == [.seconds(600)] && woken.launches.isEmpty)
    bench.setWallClock(by: .seconds(-1800))
    #expect(bench.send(.wallClockSet).wakeUps.isEmpty)
    bench.step(.seconds(600))
    #expect(bench.send(.wakeUpReached(.a)).wakeUps == [.seconds(1800)])
    bench.setWallClock(by: .seconds(1800))
    let started = bench.send(.wallClockSet)
    #expect(started.launches == [.a] && started.lookouts == [WatchedConditions()])
  }

  @Test("the next look is when something could have changed, and none where the machine tells")
  func nextLook() {
    let idle = StartCondition.idle(.seconds(600))
    let typed = MachineConditions.with { $0.idleTime = .seconds(90) }
    let away = MachineConditions.with { $0.idleTime = .seconds(700) }
    let nearly = MachineConditions.with { $0.idleTime = .milliseconds(599_999) }
    #expect(MachineConditions().nextLook(at: [.network, .externalPower]) == nil)
    #expect(
      MachineConditions().nextLook(at: [.network], untold: [.network])
        == MachineConditions.lookInterval)
    #expect(typed.nextLook(at: [idle, .network]) == .seconds(510))
    #expect(away.nextLook(at: [idle]) == MachineConditions.lookInterval)
    #expect(nearly.nextLook(at: [idle]) == .seconds(1))
    #expect(typed.nextLook(at: [idle, .loadBelow(1)]) == MachineConditions.lookInterval)
  }
}

extension MachineConditions {
  static func with(_ change: (inout MachineConditions) -> Void) -> MachineConditions {
    var machineConditions = MachineConditions()
    change(&machineConditions)
    return machineConditions
  }
}

extension [HubEffect] {
  /// What the shell is told to look out for, in order.
  var lookouts: [WatchedConditions] {
    compactMap { if case .observe(let watchedConditions) = $0 { watchedConditions } else { nil } }
  }
}
