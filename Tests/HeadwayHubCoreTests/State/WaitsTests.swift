import Testing

@testable import HeadwayHubCore
@testable import HeadwayModel

/// What a task that waits says it waits for, and was asked for.
@Suite struct WaitsTests {
  @Test("all that it waits for is said, what tells most first, and all that it was asked for")
  func everything() throws {
    var settings = HubSettings.slots(1)
    settings.queue.resources = ["gpu": 1]
    var bench = HubBench(settings: settings)
    bench.connect(9)
    _ = bench.submit(.a) { $1.needs = ["gpu": 1] }
    _ = bench.submit(.b)
    let time = bench.now.wall.advanced(by: .seconds(60))
    _ = bench.submit(.c) { task, terms in
      terms.needs = ["gpu": 1]
      terms.dependencies = [
        Dependency(.key(.b), needsSuccess: false), Dependency(.key(.a), needsSuccess: true),
      ]
      terms.earliest = EarliestStart(time, words: "until 22:00")
      terms.conditions = [.loadBelow(2), .externalPower]
      terms.whileConditions = [.network]
      terms.retries = 3
    }
    _ = bench.carryOut(.pauseRequested(.key(.c), .on(9, 4)))
    let task = try bench.task(.c)
    #expect(
      task.terms.waitsFor == [
        "your word", "task 1", "task 2", "until 22:00", "AC power", "a load below 2",
        "the network", "gpu", "a free slot",
      ])
    #expect(task.waits == task.terms.waitsFor)
    #expect(task.terms.blockedOn == "your word" && task.obstacleWords == "waits for your word")
    #expect(try task.terms.after == [number(1)] && task.terms.afterAny == [number(2)])
    #expect(task.terms.earliest == time)
    #expect(task.terms.conditions == ["load<2", "ac"] && task.terms.whileConditions == ["network"])
    #expect(task.terms.retries == 3 && task.terms.retriesAt == nil)
  }

  @Test("what has come is no longer waited for; what was asked for stays")
  func fulfilled() throws {
    var bench = HubBench(settings: .slots(1))
    bench.connect(9)
    bench.connect(1, isSupervisor: true)
    _ = bench.submit(.a)
    bench.begin(.a)
    _ = bench.submit(.b) { task, terms in
      terms.dependencies = [Dependency(.key(.a), needsSuccess: true)]
      terms.conditions = [.externalPower]
    }
    #expect(try bench.task(.b).terms.waitsFor == ["task 1", "AC power", "a free slot"])
    _ = bench.end(.a)
    #expect(try bench.task(.b).terms.waitsFor == ["AC power"])
    #expect(try bench.task(.b).terms.after == [number(1)])
  }

  @Test("what waits only for those before it waits for nothing else")
  func turn() throws {
    var bench = HubBench(settings: .slots(1))
    bench.connect(9)
    _ = bench.submit(.a)
    #expect(try bench.task(.a).waits.isEmpty)
    bench.connect(1)
    bench.begin(.b)
    #expect(try bench.task(.b).terms == LaunchTermsView())
  }

  @Test("a suspended one says all that has to hold again")
  func suspended() throws {
    var machineConditions = MachineConditions()
    (machineConditions.hasExternalPower, machineConditions.isOnline) = (true, true)
    var bench = HubBench(settings: .slots(1))
    bench.connect(9)
    _ = bench.submit(.a) { $1.whileConditions = [.externalPower, .network] }
    _ = bench.send(.machineConditionsChanged(machineConditions))
    bench.connect(1, isSupervisor: true)
    var report = WorkerReport()
    report.isPausable = true
    bench.begin(.a, report: report)
    (machineConditions.hasExternalPower, machineConditions.isOnline) = (false, false)
    _ = bench.send(.machineConditionsChanged(machineConditions))
    #expect(try bench.task(.a).waits == ["AC power", "the network"])
  }
}
