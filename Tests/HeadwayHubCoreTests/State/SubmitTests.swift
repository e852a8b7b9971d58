import HeadwayHubCore
import HeadwayModel
import Testing

@Suite("Tasks that wait for their turn")
struct SubmitTests {
  private let one: TaskNumber

  init() throws { one = try #require(TaskNumber(1)) }

  @Test("a task with a free slot is in the record as starting before it is launched")
  func start() throws {
    var bench = HubBench(settings: .slots(1))
    bench.connect(9)
    let effects = bench.submit(.a)
    #expect(effects.saved.filter { $0.description.key == .a }.map(\.state) == [.queued, .starting])
    #expect(
      effects.afterCommits.prefix(2) == [.reply(.on(9, 1), .submitted(.a, one)), .noteRecorded(.a)])
    #expect(effects.launchesOnceRecorded == [.a] && effects.launches == [.a])
    #expect(try bench.task(.a).state == .starting)
    bench.connect(1, isSupervisor: true)
    bench.begin(.a, "Train")
    let task = try bench.task(.a)
    #expect(task.state == .running && task.queuedAt != nil && task.startedAt != nil)
  }

  @Test("the next one starts in the turn in which one ends")
  func next() throws {
    var bench = HubBench(settings: .slots(1))
    bench.connect(9)
    _ = bench.submit(.a)
    _ = bench.submit(.b)
    #expect(try bench.task(.b).terms.position == 1)
    bench.connect(1, isSupervisor: true)
    bench.begin(.a)
    let effects = bench.end(.a)
    #expect(effects.launches == [.b])
    #expect(try bench.task(.b).state == .starting)
  }

  @Test("what waits for a slot says of which group, and its place; what is held says only why")
  func slots() throws {
    var settings = HubSettings.slots(1)
    settings.queue.groups = ["ml": 1]
    var bench = HubBench(settings: settings)
    bench.connect(9)
    for key in [TaskKey.a, .b, .c] { _ = bench.submit(key) { task, _ in task.group = "ml" } }
    _ = bench.submit(.d)
    _ = bench.submit(.e)
    #expect(try bench.task(.b).obstacleWords == "waits for a free slot of ml, position 1")
    #expect(try bench.task(.c).obstacleWords == "waits for a free slot of ml, position 2")
    #expect(try bench.task(.e).obstacleWords == "waits for a free slot, position 1")
    _ = bench.carryOut(.pauseRequested(.key(.b), .on(9, 4)))
    #expect(try bench.task(.b).obstacleWords == "waits for your word")
    #expect(try bench.task(.c).obstacleWords == "waits for a free slot of ml, position 1")
  }

  @Test(
    "a time is waited until, anything else for",
    arguments: [
      ("until 22:00", "until 22:00", "would wait until 22:00"),
      ("gpu", "waits for gpu", "would wait for gpu"),
    ] as [(SanitisedText, String, String)])
  func words(of obstacle: SanitisedText, now: String, later: String) {
    #expect(obstacle.waitWords == now)
    #expect(obstacle.wouldWaitWords == later)
  }

  @Test("a group that must be known is one of the config or of a waiting task; a near name is said")
  func knownGroup() throws {
    var settings = HubSettings.slots(1)
    settings.queue.groups = ["nightly": 1]
    settings.keepEnded = .seconds(60)
    var bench = HubBench(settings: settings)
    bench.connect(9)
    bench.connect(1)
    #expect(
      bench.submit(.a, toKnown: "nigthly").refusals
        == [.unknownGroup("nigthly", meant: "nightly")])
    #expect(bench.submit(.a, toKnown: "ml").refusals == [.unknownGroup("ml", meant: nil)])
    #expect(bench.state.snapshots(at: bench.now).isEmpty)
    #expect(bench.submit(.a, toKnown: "nightly").refusals.isEmpty)
    _ = bench.submit(.e)
    #expect(bench.submit(.b) { task, _ in task.group = "ml" }.refusals.isEmpty, "as of old")
    let known = bench.submit(.c, toKnown: "ml")
    #expect(known.refusals.isEmpty)
    #expect(known.saved.last?.submission.terms?.needsKnownGroup == false)
    #expect(bench.submit(.d, toKnown: "mll").refusals == [.unknownGroup("mll", meant: "ml")])
    let label = TaskKey(high: 0, low: 0xF)
    bench.begin(label) { $0.group = "label" }
    let refused = [Refusal.unknownGroup("label", meant: nil)]
    #expect(bench.submit(.d, toKnown: "label").refusals == refused, "nobody asked for it")
    _ = bench.end(label)
    #expect(bench.submit(.d, toKnown: "label").refusals == refused, "a typo stays one")
  }

  @Test("a group is unknown again once no task of it waits")
  func forgottenGroup() {
    var bench = HubBench(settings: .slots(1))
    bench.connect(9)
    _ = bench.submit(.a)
    _ = bench.submit(.b) { task, _ in task.group = "ml" }
    #expect(bench.submit(.c, toKnown: "ml").refusals.isEmpty)
    for key in [TaskKey.b, .c] {
      _ = bench.carryOut(.cancelRequested(.key(key), isForced: false, .on(9, 3)))
    }
    #expect(bench.submit(.d, toKnown: "ml").refusals == [.unknownGroup("ml", meant: nil)])
  }

  @Test("submitting again changes nothing")
  func again() {
    var bench = HubBench(settings: .slots(1))
    bench.connect(9)
    _ = bench.submit(.a)
    let effects = bench.submit(.a)
    #expect(effects.afterCommits == [.reply(.on(9, 1), .submitted(.a, one))])
  }

  @Test("what the machine doesn't have is refused, and what can't start now")
  func refused() {
    var settings = HubSettings.slots(1)
    settings.queue.resources = ["gpu": 1]
    var bench = HubBench(settings: settings)
    bench.connect(9)
    #expect(bench.submit(.a) { $1.needs = ["tpu": 1] }.refusals == [.resourceUnknown("tpu")])
    #expect(
      bench.submit(.a) { $1.needs = ["gpu": 2] }.refusals == [.resourceExceeded("gpu", size: 1)])
    _ = bench.submit(.b) { $1.needs = ["gpu": 1] }
    let effects = bench.submit(.c) { _, terms in
      terms.needs = ["gpu": 1]
      terms.strategy = .fail
    }
    #expect(effects == [.reply(.on(9, 1), .refused(.cannotStartNow("gpu")))])
    #expect(bench.state.snapshot(of: .c, at: bench.now) == nil)
    #expect(
      bench.submit(.d) { $1.strategy = .fail }.refusals == [.cannotStartNow("a free slot")])
  }

  @Test(
    "a task waits for another's success, and is cancelled with its failure, all along the chain")
  func dependencies() throws {
    var bench = HubBench(settings: .slots(4))
    bench.connect(9)
    bench.connect(1, isSupervisor: true)
    _ = bench.submit(.a)
    bench.begin(.a)
    _ = bench.submit(.b) { $1.dependencies = [Dependency(.number(one), needsSuccess: true)] }
    _ = bench.submit(.c) { $1.dependencies = [Dependency(.key(.b), needsSuccess: true)] }
    _ = bench.submit(.d) { $1.dependencies = [Dependency(.key(.a), needsSuccess: false)] }
    #expect(try bench.task(.b).terms.blockedOn == "task 1")
    let effects = bench.end(.a, .failed)
    for key in [TaskKey.b, .c] {
      #expect(try bench.task(key).ending?.reason == .cancelled(by: .dependency))
    }
    #expect(effects.launches == [.d])
  }

  @Test("a task that waits for what failed already is over at once")
  func lateDependency() throws {
    var bench = HubBench(settings: .slots(4))
    bench.connect(9)
    bench.connect(1)
    bench.begin(.a)
    _ = bench.end(.a, .failed)
    _ = bench.submit(.b) { $1.dependencies = [Dependency(.key(.a), needsSuccess: true)] }
    #expect(try bench.task(.b).ending?.reason == .cancelled(by: .dependency))
  }

  @Test("not before its time, by the clock on the wall")
  func earliest() throws {
    var bench = HubBench(settings: .slots(1))
    bench.connect(9)
    let earliest = EarliestStart(
      bench.now.wall.advanced(by: .seconds(60)), words: "until 22:00")
    let effects = bench.submit(.a) { $1.earliest = earliest }
    #expect(effects.contains(.wakeUp(.a, after: .seconds(60))))
    #expect(try bench.task(.a).obstacleWords == "until 22:00")
    bench.step(.seconds(59))
    #expect(bench.send(.wakeUpReached(.a)).afterCommits.isEmpty)
    bench.step(.seconds(1))
    #expect(bench.send(.wakeUpReached(.a)).launches == [.a])
  }

  @Test("a task that waits is cancelled at once, without grace")
  func cancelled() throws {
    var bench = HubBench(settings: .slots(1))
    bench.connect(9)
    _ = bench.submit(.a)
    _ = bench.submit(.b)
    let effects = bench.carryOut(.cancelRequested(.key(.b), isForced: false, .on(9, 3)))
    #expect(effects.immediateReplies == [.done])
    #expect(effects.saved.map(\.ordered) == [.cancelled(by: .user), nil])
    #expect(try bench.task(.b).ending?.reason == .cancelled(by: .user))
  }

  @Test("a worker that submitted its own task begins when it is told to")
  func worker() throws {
    var bench = HubBench(settings: .slots(1))
    bench.connect(9)
    _ = bench.submit(.a)
    bench.connect(1)
    _ = bench.submit(.b, by: 1) { $1.launcher = .worker }
    bench.connect(2, isSupervisor: true)
    bench.begin(.a, by: 2)
    #expect(bench.end(.a, by: 2).afterCommits.contains(.tellToBegin(.b, units: [:])))
    bench.begin(.b)
    #expect(try bench.task(.b).state == .running)
  }

  @Test("a worker that goes before its turn leaves a cancelled task, not a lost one")
  func workerGone() throws {
    var bench = HubBench(settings: .slots(1))
    bench.connect(9)
    _ = bench.submit(.a)
    bench.connect(1)
    _ = bench.submit(.b, by: 1) { $1.launcher = .worker }
    _ = bench.disconnect(1)
    #expect(bench.send(.workerExited(.b)) == [.searchSpool(.b)])
    _ = bench.send(.spoolFoundEmpty(.b))
    #expect(try bench.task(.b).ending?.reason == .cancelled(by: .terminal))
  }

  @Test("another hub goes on where this one was: order, claims, dependencies")
  func restart() throws {
    var settings = HubSettings.slots(1)
    settings.queue.resources = ["gpu": 1]
    settings.bootID = "now"
    var bench = HubBench(settings: settings)
    bench.connect(9)
    var records: [TaskKey: TaskRecord] = [:]
    for key in [TaskKey.a, .b, .c] {
      for record in bench.submit(key, { $1.needs = ["gpu": 1] }).saved {
        records[record.description.key] = record
      }
    }
    var next = HubBench(settings: settings)
    let effects = next.send(
      .recordLoaded(records.values.sorted { $0.number < $1.number }, highestNumber: 3))
    #expect(effects.contains(.searchSupervisor(.a, launch: 1)))
    #expect(try [next.task(.b).terms.position, next.task(.c).terms.position] == [1, 2])
    #expect(try next.task(.b).terms.blockedOn == "gpu")
    let started = next.send(.supervisorMissing(.a, launch: 1, hasStarted: false))
    #expect(started.launches == [.a])
  }

  @Test("a failure whose dependents weren't ended yet ends them under the next hub, in any order")
  func failureBeforeRestart() throws {
    var bench = HubBench(settings: .slots(1))
    bench.connect(9)
    var failed = try #require(bench.submit(.a).saved.last)
    (failed.state, failed.ending) = (.ended, TaskEnding(reason: .failed))
    failed.endedAt = bench.now.wall
    let waiting = bench.submit(.b) {
      $1.dependencies = [Dependency(.key(.a), needsSuccess: true)]
    }.saved
    var next = HubBench(settings: .slots(1))
    let effects = next.send(.recordLoaded(waiting + [failed], highestNumber: 2))
    #expect(effects.launches.isEmpty)
    #expect(try next.task(.b).ending?.reason == .cancelled(by: .dependency))
  }

  @Test("what was queued before the machine restarted waits for a person's word")
  func reboot() throws {
    var settings = HubSettings.slots(1)
    settings.bootID = "before"
    var bench = HubBench(settings: settings)
    bench.connect(9)
    _ = bench.submit(.a)
    let records = bench.submit(.b).saved
    settings.bootID = "after"
    var next = HubBench(settings: settings)
    let effects = next.send(.recordLoaded(records, highestNumber: 2))
    #expect(effects.afterCommits.isEmpty)
    #expect(try next.task(.b).obstacleWords == "waits for your word after the restart")
    settings.holdsAfterReboot = false
    next = HubBench(settings: settings)
    #expect(
      next.send(.recordLoaded(records, highestNumber: 2)).launches == [.b])
  }

  @Test("what the record can't take was never submitted: no card, no place, no launch")
  func recordRefused() throws {
    var bench = HubBench(settings: .slots(1))
    bench.connect(9)
    _ = bench.submit(.a)
    _ = bench.submit(.b) { task, _ in task.identifier = "x" }
    let submitted = bench.submit(.c, isCommitted: false) { task, _ in task.identifier = "x" }
    #expect(submitted.launches.isEmpty)
    _ = bench.send(.endAwaited(.key(.c), .on(9, 7)))
    let refused = bench.send(.recordRefused("database or disk is full"))
    let refusal = HubReply.refused(.recordUnwritable("database or disk is full"))
    #expect(
      refused == [
        .abandon([.c]), .reply(.on(9, 1), refusal), .reply(.on(9, 7), refusal),
      ])
    #expect(bench.changes.contains(.removed(.c)))
    #expect(bench.state.snapshots(at: bench.now).count == 2)
    #expect(try bench.task(.b).terms.position == 1, "what it was to take the place of")
    #expect(bench.send(.recordRefused("again")).isEmpty)
    let again = bench.submit(.d) { task, _ in task.identifier = "x" }
    let reply = HubReply.submitted(.d, try number(4), replacing: try number(2))
    #expect(again.afterCommits.contains(.reply(.on(9, 1), reply)))
    #expect(bench.state.snapshot(of: .b, at: bench.now) == nil)
  }

  @Test("a slot that what can't be recorded had taken is free again")
  func recordRefusedInSlot() throws {
    var bench = HubBench(settings: .slots(1))
    bench.connect(9)
    #expect(bench.submit(.a, isCommitted: false).launchesOnceRecorded == [.a])
    _ = bench.send(.recordRefused("full"))
    #expect(bench.submit(.b).launches == [.b])
  }

  @Test("with a config that isn't understood nothing starts, and what waits says so")
  func configProblem() throws {
    var settings = HubSettings.slots(1)
    settings.configProblem = "line 2, column 9: no value"
    var bench = HubBench(settings: settings)
    bench.connect(9)
    #expect(bench.submit(.a).launches.isEmpty)
    #expect(try bench.task(.a).obstacleWords == "waits for the config to be corrected, position 1")
    #expect(
      bench.submit(.b) { $1.strategy = .fail }.refusals
        == [.cannotStartNow("the config to be corrected")])
    settings.configProblem = nil
    #expect(bench.send(.settingsChanged(settings)).launches == [.a])
  }

  @Test("a worker that says it was begun before it waited began when its turn came")
  func startAfterWait() throws {
    var bench = HubBench(settings: .slots(1))
    let before = bench.now.wall
    bench.step(.seconds(1))
    bench.connect(1, isSupervisor: true)
    _ = bench.submit(.a, by: 1) { task, terms in
      terms.launcher = .worker
      task.startedAt = before
    }
    bench.step(.seconds(60))
    bench.begin(.a) { $0.startedAt = before }
    #expect(try bench.task(.a).startedAt == bench.now.wall)
    #expect(try bench.task(.a).elapsed == .zero)
  }

  @Test("a program that waits for its turn may end the wait, and says what ended it")
  func endOfWait() throws {
    var bench = HubBench(settings: .slots(1))
    bench.connect(9)
    _ = bench.submit(.a)
    bench.connect(1, isSupervisor: true)
    _ = bench.submit(.b, by: 1) { $1.launcher = .worker }
    _ = bench.submit(.c)
    let ending = TaskEnding(reason: .cancelled(by: .terminal), status: .signal(15))
    let effects = bench.send(.taskEnded(.key(.b), ending, .on(1, 2)))
    #expect(effects.afterCommits.contains(.reply(.on(1, 2), .ended(.b, try number(2), ending))))
    #expect(try bench.task(.b).ending == ending && bench.task(.b).startedAt == nil)
    #expect(try bench.task(.c).terms.position == 1)
    #expect(bench.disconnect(1).isEmpty)
  }

  @Test("what can't be launched has failed, and says why")
  func launchFailed() throws {
    var bench = HubBench(settings: .slots(1))
    bench.connect(9)
    _ = bench.submit(.a)
    _ = bench.submit(.b)
    let effects = bench.send(.launchFailed(.a, launch: 1, "no such program"))
    let task = try bench.task(.a)
    #expect(task.ending?.reason == .failed && task.subtitle == "no such program")
    #expect(effects.launches == [.b])
  }
}

extension HubSettings {
  static func slots(_ count: Int) -> HubSettings {
    var settings = HubSettings.bench
    settings.queue.slots = .count(count)
    return settings
  }
}

extension HubBench {
  mutating func submit(
    _ key: TaskKey, by connection: UInt64 = 9, isCommitted: Bool = true,
    _ adjust: (inout TaskDescription, inout LaunchTerms) -> Void = { _, _ in }
  ) -> [HubEffect] {
    var (task, terms) = (TaskDescription(key: key, title: "Train"), LaunchTerms())
    adjust(&task, &terms)
    let effects = send(.taskSubmitted(Submission(task, terms), .on(connection, 1)))
    return isCommitted ? effects + commit(effects) : effects
  }
}

extension HubBench {
  /// A submission whose group must be known.
  fileprivate mutating func submit(_ key: TaskKey, toKnown group: SanitisedText) -> [HubEffect] {
    submit(key) { ($0.group, $1.needsKnownGroup) = (group, true) }
  }
}
