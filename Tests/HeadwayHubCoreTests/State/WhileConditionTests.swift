import Testing

@testable import HeadwayHubCore
@testable import HeadwayModel

/// `--while`: work that is suspended without its condition.
@Suite struct WhileConditionTests {
  private static let plugged = MachineConditions.with { $0.hasExternalPower = true }
  private static let unplugged = MachineConditions.with { $0.hasExternalPower = false }

  /// Task a runs under the supervisor of connection 1.
  private func benchWithRunning(_ conditions: [StartCondition], _ now: MachineConditions)
    -> HubBench
  {
    var bench = HubBench(settings: .slots(2))
    bench.connect(9)
    _ = bench.submit(.a) { $1.whileConditions = conditions }
    _ = bench.send(.machineConditionsChanged(now))
    bench.connect(1, isSupervisor: true)
    bench.begin(.a, report: .pausable)
    return bench
  }

  @Test("it waits for its condition to start, is suspended without it, and goes on with it")
  func suspends() throws {
    var bench = HubBench(settings: .slots(1))
    bench.connect(9)
    #expect(
      bench.submit(.a) { $1.whileConditions = [.externalPower] }.lookouts
        == [WatchedConditions([.externalPower])])
    #expect(try bench.task(.a).terms.blockedOn == "AC power")
    let started = bench.send(.machineConditionsChanged(Self.plugged))
    #expect(started.launches == [.a] && started.lookouts.isEmpty)
    bench.connect(1, isSupervisor: true)
    bench.begin(.a, report: .pausable)
    let suspended = bench.send(.machineConditionsChanged(Self.unplugged))
    #expect(suspended.ordersToWorkers == [.pause(by: .system)])
    #expect(suspended.saved.last?.halt.suspension == "AC power")
    #expect(try bench.task(.a).state == .suspended && bench.task(.a).terms.blockedOn == "AC power")
    #expect(bench.send(.machineConditionsChanged(Self.unplugged)).isEmpty)
    let resumed = bench.send(.machineConditionsChanged(Self.plugged))
    #expect(resumed.ordersToWorkers == [.resume(by: .system)])
    #expect(try bench.task(.a).state == .running)
    #expect(bench.end(.a).lookouts == [WatchedConditions()])
  }

  @Test("one whose condition ended before it began is suspended as soon as it has")
  func endsWhileStarting() throws {
    var bench = HubBench(settings: .slots(1))
    bench.connect(9)
    _ = bench.submit(.a) { $1.whileConditions = [.externalPower] }
    _ = bench.send(.machineConditionsChanged(Self.plugged))
    _ = bench.send(.machineConditionsChanged(Self.unplugged))
    bench.connect(1, isSupervisor: true)
    let begun = bench.begin(.a, report: .pausable)
    #expect(begun.ordersToWorkers.contains(.pause(by: .system)))
    #expect(try bench.task(.a).state == .suspended)
  }

  @Test("of several the first that is missing is named, and all have to hold again")
  func several() throws {
    let both = MachineConditions.with {
      $0.hasExternalPower = true
      $0.isOnline = true
    }
    let offline = MachineConditions.with {
      $0.hasExternalPower = true
      $0.isOnline = false
    }
    let neither = MachineConditions.with {
      $0.hasExternalPower = false
      $0.isOnline = false
    }
    var bench = benchWithRunning([.externalPower, .network], both)
    _ = bench.send(.machineConditionsChanged(offline))
    #expect(try bench.task(.a).terms.blockedOn == "the network")
    let changed = bench.send(.machineConditionsChanged(neither))
    #expect(changed.ordersToWorkers.isEmpty && changed.saved.last?.halt.suspension == "AC power")
    #expect(bench.send(.machineConditionsChanged(offline)).ordersToWorkers.isEmpty)
    #expect(try bench.task(.a).state == .suspended)
    #expect(bench.send(.machineConditionsChanged(both)).ordersToWorkers == [.resume(by: .system)])
  }

  @Test("what isn't known changes nothing")
  func unknown() throws {
    var bench = benchWithRunning([.externalPower], Self.plugged)
    #expect(bench.send(.machineConditionsChanged(MachineConditions())).ordersToWorkers.isEmpty)
    _ = bench.send(.machineConditionsChanged(Self.unplugged))
    #expect(bench.send(.machineConditionsChanged(MachineConditions())).ordersToWorkers.isEmpty)
    #expect(try bench.task(.a).state == .suspended)
  }

  @Test("a load about its limit doesn't make a task stop and go in turns")
  func hysteresis() throws {
    var bench = benchWithRunning([.loadBelow(2)], .with { $0.load = 1 })
    let loads: [(Double, TaskState)] = [
      (1.99, .running), (2, .suspended), (1.9, .suspended), (1.51, .suspended), (1.4, .running),
      (1.9, .running), (2.5, .suspended),
    ]
    for (load, state) in loads {
      _ = bench.send(.machineConditionsChanged(.with { $0.load = load }))
      #expect(try bench.task(.a).state == state, "\(load)")
    }
  }

  @Test("another hub goes on with it: suspended until its condition is seen to hold")
  func survives() throws {
    var bench = benchWithRunning([.externalPower], Self.plugged)
    let saved = bench.send(.machineConditionsChanged(Self.unplugged)).saved
    var later = HubBench(settings: .slots(1))
    let loaded = later.send(.recordLoaded(saved, highestNumber: 1))
    #expect(loaded.lookouts == [WatchedConditions([.externalPower])])
    #expect(try later.task(.a).state == .suspended)
    later.connect(1, isSupervisor: true)
    later.begin(.a, report: .pausable)
    #expect(try later.task(.a).state == .suspended)
    _ = later.send(.machineConditionsChanged(Self.plugged))
    #expect(try later.task(.a).state == .running)
  }

  @Test("one that can't stand still goes on, and says without what; once it can, it does")
  func unpausable() throws {
    var bench = HubBench(settings: .slots(2))
    bench.connect(9)
    _ = bench.submit(.a) { $1.whileConditions = [.externalPower] }
    _ = bench.send(.machineConditionsChanged(Self.plugged))
    bench.connect(1)
    bench.begin(.a)
    #expect(try bench.task(.a).defianceWords == nil)
    let effects = bench.send(.machineConditionsChanged(Self.unplugged))
    #expect(effects.ordersToWorkers.isEmpty)
    #expect(bench.changes == [.changed(.a, .listing)])
    #expect(try bench.task(.a).state == .running)
    #expect(try bench.task(.a).defianceWords == "goes on without AC power")
    _ = bench.send(.machineConditionsChanged(Self.plugged))
    #expect(try bench.task(.a).defianceWords == nil)
    _ = bench.send(.machineConditionsChanged(Self.unplugged))
    let able = bench.update(.a, .pausable)
    #expect(able.ordersToWorkers == [.pause(by: .system)])
    #expect(try bench.task(.a).state == .suspended && bench.task(.a).defianceWords == nil)
  }

  @Test("one that a person has paused stays paused, and one that is cancelled ends")
  func orders() throws {
    var bench = benchWithRunning([.externalPower], Self.plugged)
    _ = bench.send(.pauseRequested(.key(.a), .on(9, 3)))
    _ = bench.send(.machineConditionsChanged(Self.unplugged))
    #expect(try bench.task(.a).state == .paused)
    _ = bench.send(.machineConditionsChanged(Self.plugged))
    #expect(try bench.task(.a).state == .paused)
    _ = bench.send(.resumeRequested(.key(.a), .on(9, 4)))
    _ = bench.send(.machineConditionsChanged(Self.unplugged))
    #expect(try bench.task(.a).state == .suspended)
    _ = bench.send(.cancelRequested(.key(.a), isForced: false, .on(9, 5)))
    #expect(bench.send(.machineConditionsChanged(Self.plugged)).ordersToWorkers.isEmpty)
    #expect(try bench.task(.a).state == .cancelling)
  }
}

extension WorkerReport {
  fileprivate static var pausable: WorkerReport {
    var report = WorkerReport()
    report.isPausable = true
    return report
  }
}
