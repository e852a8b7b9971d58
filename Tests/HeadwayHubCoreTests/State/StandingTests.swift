import Testing

@testable import HeadwayHubCore
@testable import HeadwayModel

/// Pause and resume by a person, suspension by the system.
@Suite struct StandingTests {
  private let toWorker = ConnectionID(1)

  @Test("a pause reaches the worker, and is answered from the record")
  func pauses() throws {
    var bench = benchWithPausable()
    let effects = bench.pause(.a)
    #expect(effects.contains(.tellWorker(toWorker, .a, .pause(by: .user))))
    #expect(effects.afterCommits == [.reply(.on(2, 4), .done)])
    #expect(effects.saved.last?.halt.isPausedByPerson == true)
    #expect(bench.changes == [.changed(.a, .listing)])
    #expect(try bench.task(.a).state == .paused)
    let again = bench.pause(.a)
    #expect(again.ordersToWorkers.isEmpty && again.afterCommits == [.reply(.on(2, 4), .done)])
    #expect(bench.resume(.a).ordersToWorkers == [.resume(by: .user)])
    #expect(try bench.task(.a).state == .running)
    let running = bench.resume(.a)
    #expect(running.ordersToWorkers.isEmpty && running.afterCommits == [.reply(.on(2, 4), .done)])
  }

  @Test("what has no way to stand still, is being cancelled or has ended is refused")
  func refusals() throws {
    let one = try number(1)
    var bench = benchWithTask()
    #expect(bench.pause(.a).immediateReplies == [.refused(.notPausable(one))])
    var pausable = benchWithPausable()
    _ = pausable.send(.cancelRequested(.key(.a), isForced: false, .on(2)))
    #expect(pausable.pause(.a).immediateReplies == [.refused(.notRunning(one))])
    _ = pausable.end(.a)
    #expect(pausable.pause(.a).immediateReplies == [.refused(.alreadyEnded(one))])
    #expect(pausable.resume(.b).immediateReplies == [.refused(.unknownTask(.key(.b)))])
  }

  @Test("a command that is just being started is paused as soon as it runs, or not if resumed")
  func starting() throws {
    for isResumed in [false, true] {
      var bench = HubBench(settings: .slots(1))
      bench.connect(1, isSupervisor: true)
      bench.connect(2)
      bench.connect(9)
      #expect(bench.submit(.a).launches == [.a])
      let paused = bench.pause(.a)
      #expect(paused.saved.last?.halt.isPausedByPerson == true)
      #expect(paused.afterCommits == [.reply(.on(2, 4), .done)])
      #expect(try bench.task(.a).state == .starting)
      if isResumed { #expect(bench.resume(.a).afterCommits == [.reply(.on(2, 4), .done)]) }
      let begun = bench.begin(.a, report: .halted(.none))
      #expect(begun.ordersToWorkers == (isResumed ? [] : [.pause(by: .user)]))
      #expect(try bench.task(.a).state == (isResumed ? .running : .paused))
    }
  }

  @Test("the clocks stand while it does, and rate and ETA don't count that time")
  func clocksStand() throws {
    var bench = benchWithPausable()
    for step in 1...9 {
      bench.step(.seconds(1))
      _ = bench.update(.a, .done(Int64(step * 10), of: 200))
    }
    let before = try bench.task(.a).progress
    _ = bench.pause(.a)
    bench.step(.seconds(3600))
    _ = bench.send(.wakeUpReached(.a))
    #expect(try bench.task(.a).stall.kind == nil)
    #expect(bench.resume(.a).wakeUps == [.seconds(5)], "the ETA ends")
    bench.step(.seconds(1))
    _ = bench.update(.a, .done(100, of: 200))
    let after = try bench.task(.a).progress
    #expect(before.eta != nil && after.eta != nil)
    let (earlier, later) = (try #require(before.rate), try #require(after.rate))
    #expect(abs(earlier - later) < 0.5)
  }

  @Test("a person's pause outranks the system's suspension, whichever came first")
  func pauseOutranks() throws {
    var bench = benchWithPausable()
    #expect(bench.suspend(.a, "AC power").ordersToWorkers == [.pause(by: .system)])
    #expect(try bench.task(.a).state == .suspended && bench.task(.a).terms.blockedOn == "AC power")
    #expect(bench.pause(.a).ordersToWorkers == [.pause(by: .user)])
    #expect(try bench.task(.a).state == .paused)
    #expect(bench.unsuspend(.a).ordersToWorkers.isEmpty)
    #expect(try bench.task(.a).state == .paused)
    #expect(bench.suspend(.a, "AC power").ordersToWorkers.isEmpty)
    #expect(bench.resume(.a).ordersToWorkers == [.pause(by: .system)])
    #expect(try bench.task(.a).state == .suspended)
    let refused = bench.resume(.a).immediateReplies
    #expect(refused == [.refused(.suspended(try number(1), because: "AC power"))])
    #expect(bench.unsuspend(.a).ordersToWorkers == [.resume(by: .system)])
    #expect(try bench.task(.a).state == .running)
  }

  @Test("the system doesn't resume what Ctrl-Z stopped; a person does, in the background")
  func ownStop() throws {
    var bench = benchWithPausable()
    _ = bench.suspend(.a, "AC power")
    _ = bench.update(.a, .paused(true))
    #expect(bench.unsuspend(.a).ordersToWorkers == [.resume(by: .system)])
    #expect(try bench.task(.a).state == .paused)
    #expect(bench.resume(.a).ordersToWorkers == [.resume(by: .user)])
    #expect(try bench.task(.a).state == .paused)
    _ = bench.update(.a, .paused(false))
    #expect(try bench.task(.a).state == .running)
  }

  @Test("whoever lets it go on at its terminal has the last word")
  func woken() throws {
    var bench = benchWithPausable()
    _ = bench.pause(.a)
    let effects = bench.update(.a, .halted(.woken))
    #expect(effects.saved.last?.halt.isPausedByPerson == false)
    #expect(try bench.task(.a).state == .running)
  }

  @Test("a pause survives the hub, and the supervisor that comes back agrees")
  func survives() throws {
    var bench = benchWithPausable()
    let record = try #require(bench.pause(.a).saved.last)
    var later = HubBench()
    _ = later.send(.recordLoaded([record], highestNumber: 1))
    #expect(try later.task(.a).state == .paused)
    later.connect(1, isSupervisor: true)
    #expect(later.begin(.a, report: .halted(.paused)).ordersToWorkers.isEmpty)
    #expect(try later.task(.a).state == .paused)
    _ = later.disconnect(1)
    later.connect(1, isSupervisor: true)
    #expect(
      later.begin(.a, report: .halted(.none)).ordersToWorkers == [.pause(by: .user)])
    _ = later.disconnect(1)
    #expect(later.resume(.a).ordersToWorkers.isEmpty)
    later.connect(1, isSupervisor: true)
    #expect(
      later.begin(.a, report: .halted(.paused)).ordersToWorkers == [.resume(by: .system)])
    #expect(try later.task(.a).state == .running)
  }

  @Test("a suspension and Ctrl-Z survive the hub as what they are")
  func otherStandsSurvive() throws {
    var bench = benchWithPausable()
    let suspended = try #require(bench.suspend(.a, "AC power").saved.last)
    var later = HubBench()
    _ = later.send(.recordLoaded([suspended], highestNumber: 1))
    #expect(try later.task(.a).state == .suspended)
    #expect(later.unsuspend(.a).saved.last?.state == .running)
    _ = bench.unsuspend(.a)
    _ = bench.update(.a, .paused(true))
    let stopped = bench.update(.a, WorkerReport(), request: 3).saved
    var another = HubBench()
    _ = another.send(.recordLoaded(stopped, highestNumber: 1))
    #expect(try another.task(.a).state == .paused)
    another.connect(1, isSupervisor: true)
    _ = another.begin(.a, report: .halted(.none))
    _ = another.update(.a, .paused(false))
    #expect(try another.task(.a).state == .running)
  }

  @Test("a hub without a record believes a supervisor that says that it was paused")
  func believed() throws {
    var bench = HubBench()
    bench.connect(1, isSupervisor: true)
    #expect(bench.begin(.a, report: .halted(.paused)).ordersToWorkers.isEmpty)
    #expect(try bench.task(.a).state == .paused)
    #expect(bench.resume(.a).ordersToWorkers == [.resume(by: .user)])
    #expect(
      bench.begin(.b, report: .halted(.suspended)).ordersToWorkers == [.resume(by: .system)])
    #expect(try bench.task(.b).state == .running)
  }

  @Test("a cancel goes through at once, and ends the pause")
  func cancelWakes() throws {
    var bench = benchWithPausable()
    _ = bench.pause(.a)
    let effects = bench.send(.cancelRequested(.key(.a), isForced: false, .on(2)))
    let order = CancelOrder(reason: .cancelled(by: .user), grace: .seconds(5))
    #expect(effects.ordersToWorkers == [.cancel(order)])
    #expect(effects.saved.last?.halt.isPausedByPerson == false)
    #expect(try bench.task(.a).state == .cancelling)
  }
}

/// What a command runs stands still with it.
@Suite struct StandingPartsTests {
  private func benchWithPart() -> HubBench {
    var bench = benchWithPausable()
    bench.connect(3)
    bench.begin(.b, by: 3) { $0.parent = .a }
    return bench
  }

  @Test("a part stands still with its command, isn't asked about, and goes on with it")
  func partsStand() throws {
    var bench = benchWithPart()
    _ = bench.pause(.a)
    #expect(try bench.task(.b).state == .paused)
    bench.step(.seconds(600))
    _ = bench.send(.wakeUpReached(.b))
    #expect(try bench.task(.b).stall.kind == nil)
    _ = bench.resume(.a)
    #expect(try bench.task(.b).state == .running)
    _ = bench.update(.a, .paused(true))
    #expect(try bench.task(.b).state == .paused)
    let record = try #require(bench.update(.b, WorkerReport(), by: 3, request: 9).saved.last)
    #expect(record.state == .running)
  }

  @Test("it takes over from the record as it was")
  func partsSurvive() throws {
    var bench = benchWithPart()
    var records = bench.pause(.a).saved
    records += bench.update(.b, WorkerReport(), by: 3, request: 9).saved
    var later = HubBench()
    _ = later.send(.recordLoaded(records, highestNumber: 2))
    #expect(try later.task(.b).state == .paused)
    _ = later.resume(.a)
    #expect(try later.task(.b).state == .running)
  }

  @Test("what happened meanwhile reaches it merged, the latest of each kind, when it goes on")
  func merged() throws {
    var bench = benchWithPart()
    _ = bench.pause(.a)
    for isForeground in [false, true, false] {
      #expect(bench.update(.a, .foreground(isForeground)).ordersToWorkers.isEmpty)
    }
    let effects = bench.resume(.a)
    #expect(
      effects.ordersToWorkers == [.resume(by: .user), .terminalMoved(isAttached: false)])
    #expect(bench.pause(.a).ordersToWorkers == [.pause(by: .user)])
    #expect(bench.resume(.a).ordersToWorkers == [.resume(by: .user)])
  }

  @Test("a cancel lets the command go on first, so that its parts hear of it")
  func cancelWakesParts() throws {
    var bench = benchWithPart()
    _ = bench.pause(.a)
    let effects = bench.send(.cancelRequested(.key(.a), isForced: false, .on(2)))
    let order = WorkerOrder.cancel(
      CancelOrder(reason: .cancelled(by: .user), grace: .seconds(5)))
    #expect(effects.ordersToWorkers == [.resume(by: .user), order])
    #expect(try bench.task(.b).state == .cancelling)
  }

  @Test("what is asserted is finished before the system suspends, in its time")
  func assertionsDelay() throws {
    var bench = benchWithPart()
    _ = bench.update(.b, .asserting("index"), by: 3)
    #expect(
      bench.suspend(.a, "AC power").ordersToWorkers == [.assertionAwaited(within: .seconds(30))])
    #expect(try bench.task(.a).state == .running)
    let effects = bench.update(.b, .asserting(""), by: 3)
    #expect(effects.ordersToWorkers == [.pause(by: .system)])
    #expect(try bench.task(.a).state == .suspended)
  }

  @Test("an assertion that is held on to is waited for no longer than half a minute")
  func assertionTimesOut() throws {
    var bench = benchWithPart()
    _ = bench.update(.b, .asserting("index"), by: 3)
    _ = bench.suspend(.a, "AC power")
    bench.step(.seconds(29))
    _ = bench.send(.wakeUpReached(.a))
    #expect(try bench.task(.a).state == .running)
    bench.step(.seconds(1))
    let orders = bench.send(.wakeUpReached(.a)).ordersToWorkers
    #expect(orders.last == .pause(by: .system))
    #expect(try bench.task(.a).state == .suspended)
  }

  @Test("a suspension that is withdrawn in time never happens")
  func withdrawn() throws {
    var bench = benchWithPart()
    _ = bench.update(.b, .asserting("index"), by: 3)
    _ = bench.suspend(.a, "AC power")
    #expect(bench.unsuspend(.a).ordersToWorkers == [.assertionAwaited(within: nil)])
    #expect(bench.update(.b, .asserting(""), by: 3).ordersToWorkers.isEmpty)
    #expect(try bench.task(.a).state == .running)
  }
}

/// A hub with a supervisor (connection 1) whose task `a` can be paused, and a person (connection 2).
private func benchWithPausable() -> HubBench {
  var bench = HubBench()
  bench.connect(1, isSupervisor: true)
  bench.connect(2)
  bench.begin(.a, report: .halted(.none))
  return bench
}

extension HubBench {
  fileprivate mutating func pause(_ key: TaskKey) -> [HubEffect] {
    send(.pauseRequested(.key(key), .on(2, 4)))
  }

  fileprivate mutating func resume(_ key: TaskKey) -> [HubEffect] {
    send(.resumeRequested(.key(key), .on(2, 4)))
  }

  fileprivate mutating func suspend(_ key: TaskKey, _ reason: SanitisedText) -> [HubEffect] {
    noteCondition(of: key, lacks: reason)
  }

  fileprivate mutating func unsuspend(_ key: TaskKey) -> [HubEffect] {
    noteCondition(of: key, lacks: nil)
  }
}

extension HubBench {
  /// As the queue notes it for a running task.
  private mutating func noteCondition(
    of key: TaskKey, lacks condition: SanitisedText?
  ) -> [HubEffect] {
    state.hub.begin(at: now)
    state.hub.happened(.conditionChanged(key, lacks: condition))
    return state.settle()
  }
}

extension WorkerReport {
  /// Of a worker that can stand still.
  fileprivate static func halted(_ halt: HaltReport) -> WorkerReport {
    var report = WorkerReport()
    (report.isPausable, report.halt) = (true, halt)
    return report
  }

  fileprivate static func foreground(_ isForeground: Bool) -> WorkerReport {
    var report = WorkerReport()
    report.foreground = isForeground
    return report
  }

  fileprivate static func asserting(_ assertion: SanitisedText) -> WorkerReport {
    var report = WorkerReport()
    report.assertion = assertion
    return report
  }
}
