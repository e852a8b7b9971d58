import HeadwayHubCore
import HeadwayModel
import Testing

@Suite("More than one attempt at a task")
struct AttemptTests {
  @Test("a failure is followed by another attempt, after pauses that grow")
  func retry() throws {
    var bench = HubBench()
    try bench.run(.a, retries: 2)
    let effects = bench.end(.a, .failed)
    var task = try bench.task(.a)
    #expect(task.state == .queued && task.attempt == 2)
    let due = bench.now.wall.advanced(by: .seconds(5))
    #expect(task.obstacleWords == "waits for the next attempt at \(due)")
    #expect(task.terms.retries == 1 && task.terms.retriesAt == due)
    #expect(effects.contains(.wakeUp(.a, after: .seconds(5))))
    #expect(effects.saved.last?.earlierEnds.map(\.ending.reason) == [.failed])
    #expect(effects.afterCommits.count == 1)
    bench.step(.seconds(5))
    #expect(bench.send(.wakeUpReached(.a)).launches == [.a])
    bench.connect(3, isSupervisor: true)
    bench.begin(.a, by: 3) { $0.launch = 2 }
    #expect(bench.end(.a, .failed, launch: 2, by: 3).contains(.wakeUp(.a, after: .seconds(10))))
    bench.step(.seconds(10))
    _ = bench.send(.wakeUpReached(.a))
    bench.connect(4, isSupervisor: true)
    bench.begin(.a, by: 4) { $0.launch = 3 }
    _ = bench.end(.a, .failed, launch: 3, by: 4)
    task = try bench.task(.a)
    #expect(task.state == .ended && task.attempt == 3 && task.number.value == 1)
  }

  @Test("what the hub launches has no terminal of a person, even before its worker says so")
  func noForeground() throws {
    var bench = HubBench()
    try bench.run(.a, retries: 1)
    #expect(try !bench.task(.a).worker.foreground)
    let record = try #require(bench.end(.a, .failed).saved.last)
    var later = HubBench()
    later.step(.seconds(5))
    #expect(later.send(.recordLoaded([record], highestNumber: 1)).launches == [.a])
    later.connect(3, isSupervisor: true)
    later.begin(.a, by: 3) { $0.launch = 2 }
    #expect(try !later.task(.a).worker.foreground)
  }

  @Test("a later hub holds it until then too, and no longer")
  func retryAcrossHubs() throws {
    var bench = HubBench()
    try bench.run(.a, retries: 1)
    let record = try #require(bench.end(.a, .failed).saved.last)
    #expect(record.submission.retriesAt == bench.now.wall.advanced(by: .seconds(5)))
    var later = HubBench()
    later.step(.seconds(2))
    let effects = later.send(.recordLoaded([record], highestNumber: 1))
    #expect(effects.launches.isEmpty && effects.wakeUps == [.seconds(3)])
    let due = try #require(record.submission.retriesAt)
    #expect(try later.task(.a).obstacleWords == "waits for the next attempt at \(due)")
    later.step(.seconds(3))
    #expect(later.send(.wakeUpReached(.a)).launches == [.a])
    var last = HubBench()
    last.step(.seconds(5))
    #expect(last.send(.recordLoaded([record], highestNumber: 1)).launches == [.a])
  }

  @Test(
    "never after a cancel, a success or a loss",
    arguments: [
      EndReason.completed, .cancelled(by: .terminal), .lost,
    ])
  func noRetry(reason: EndReason) throws {
    var bench = HubBench()
    try bench.run(.a, retries: 2)
    _ = bench.end(.a, reason)
    #expect(try bench.task(.a).state == .ended)
  }

  @Test("a task that expired is tried again, but not once a person has killed it")
  func expired() throws {
    for isForced in [false, true] {
      var bench = HubBench()
      try bench.run(.a, retries: 1) { $0.stallPolicy = StallPolicy(action: .expire) }
      bench.step(.seconds(30))
      _ = bench.send(.wakeUpReached(.a))
      bench.step(.seconds(30))
      let orders = bench.send(.wakeUpReached(.a)).ordersToWorkers
      #expect(!orders.isEmpty)
      if isForced { _ = bench.send(.cancelRequested(.key(.a), isForced: true, .on(9, 3))) }
      _ = bench.end(.a, .expired(.stall))
      #expect(try bench.task(.a).state == (isForced ? .ended : .queued))
    }
  }

  @Test("never where a person had told it to stop, whatever it says of its end")
  func cancelledByHand() throws {
    var bench = HubBench()
    try bench.run(.a, retries: 2)
    _ = bench.send(.cancelRequested(.key(.a), isForced: false, .on(9, 3)))
    _ = bench.end(.a, .failed)
    #expect(try bench.task(.a).state == .ended)
  }

  @Test("of an earlier launch, nothing that is heard late touches the task, which waits or goes on")
  func lateNews() throws {
    var bench = HubBench()
    try bench.run(.a, retries: 1)
    _ = bench.end(.a, .failed)
    let ofLaunch: [HubEvent] = [
      .supervisorStarted(.a, launch: 1, .numbered(7)), .launchFailed(.a, launch: 1, "no program"),
      .supervisorMissing(.a, launch: 1, hasStarted: true),
      .supervisorMissing(.a, launch: 1, hasStarted: false),
    ]
    for event in ofLaunch + [.workerExited(.a), .spoolFoundEmpty(.a)] {
      #expect(bench.send(event).isEmpty, "\(event)")
    }
    #expect(try bench.task(.a).state == .queued)
    bench.step(.seconds(5))
    #expect(bench.send(.wakeUpReached(.a)).launches == [.a])
    for event in ofLaunch { #expect(bench.send(event).isEmpty, "\(event)") }
    #expect(try bench.task(.a).state == .starting)
  }

  @Test("the end of an earlier attempt, said again, ends no later one")
  func stale() throws {
    var bench = HubBench()
    try bench.run(.a, retries: 1)
    _ = bench.end(.a, .failed)
    let again = bench.end(.a, .failed)
    #expect(again.afterCommits.count == 1 && again.immediateReplies.isEmpty && again.saved.isEmpty)
    #expect(try bench.task(.a).state == .queued)
    var spooled = TaskDescription(key: .a, title: "Train")
    spooled.launch = 1
    let effects = bench.send(
      .endFoundInSpool(
        SpooledEnd(
          description: spooled, report: WorkerReport(), ending: TaskEnding(reason: .failed),
          endedAt: nil, process: .numbered(1))))
    #expect(effects.afterCommits == [.removeSpooledEnd(.a)])
    #expect(try bench.task(.a).state == .queued)
  }

  @Test("who waits for the task waits for its last attempt")
  func waiters() throws {
    var bench = HubBench()
    try bench.run(.a, retries: 1)
    _ = bench.send(.endAwaited(.key(.a), .on(9, 7)))
    let first = bench.end(.a, .failed)
    #expect(!first.afterCommits.contains { $0.isAnswer(to: 7) })
    bench.step(.seconds(5))
    _ = bench.send(.wakeUpReached(.a))
    bench.connect(3, isSupervisor: true)
    bench.begin(.a, by: 3) { $0.launch = 2 }
    let last = bench.end(.a, .completed, launch: 2, by: 3)
    #expect(last.afterCommits.contains { $0.isAnswer(to: 7) })
  }

  @Test("a person restarts what has ended: the number stays, nothing of the last try does")
  func restart() throws {
    var bench = HubBench()
    try bench.run(.a)
    #expect(
      bench.send(.restartRequested(.key(.a), .on(9, 3))).immediateReplies
        == [.refused(.stillRuns(try bench.task(.a).number))])
    _ = bench.update(.a, .done(3, of: 4))
    _ = bench.end(.a, .failed)
    let asked = bench.send(.restartRequested(.key(.a), .on(9, 3)))
    #expect(asked.launches.isEmpty && asked.immediateReplies.isEmpty && asked.saved.count == 1)
    let effects = bench.commit(asked)
    #expect(effects.immediateReplies == [.done] && effects.launches == [.a])
    let task = try bench.task(.a)
    #expect(task.attempt == 2 && task.progress.completed == nil && task.ending == nil)
  }

  @Test("a running task is cancelled and queued again at its end, also by a later hub")
  func restartOfRunning() throws {
    var bench = HubBench()
    try bench.run(.a)
    let number = try bench.task(.a).number
    #expect(bench.send(.restartRequested(.key(.a), .on(9, 3))).refusals == [.stillRuns(number)])
    let asked = bench.carryOut(.restartRequested(.key(.a), stopsRunning: true, .on(9, 4)))
    #expect(asked.ordersToWorkers.count == 1)
    let record = try #require(asked.saved.last)
    #expect(record.submission.terms?.restartsAtEnd == true)
    let ended = bench.end(.a, .cancelled(by: .user))
    #expect(ended.launches + bench.commit(ended).launches == [.a])
    bench.connect(3, isSupervisor: true)
    bench.begin(.a, by: 3) { $0.launch = 2 }
    #expect(try bench.task(.a).attempt == 2)
    _ = bench.carryOut(
      .taskEnded(.key(.a), TaskEnding(reason: .completed), launch: 2, .on(3, 2)))
    #expect(try bench.task(.a).state == .ended, "it starts again once")
  }

  @Test("a cancel takes back that a running task is to start again")
  func cancelledRestart() throws {
    var bench = HubBench()
    try bench.run(.a)
    _ = bench.carryOut(.restartRequested(.key(.a), stopsRunning: true, .on(9, 4)))
    _ = bench.carryOut(.cancelRequested(.key(.a), isForced: false, .on(9, 5)))
    #expect(bench.end(.a, .cancelled(by: .user)).launches.isEmpty)
    #expect(try bench.task(.a).state == .ended)
  }

  @Test("only what the hub launched says that it can be restarted, once it has ended")
  func restartable() throws {
    var bench = HubBench()
    try bench.run(.a)
    #expect(try !bench.task(.a).isRestartable)
    let record = try #require(bench.end(.a, .failed).saved.last)
    #expect(try bench.task(.a).isRestartable && record.snapshot.isRestartable)
    bench.connect(2, isSupervisor: true)
    bench.begin(.b, by: 2)
    _ = bench.end(.b, .failed, by: 2)
    #expect(try !bench.task(.b).isRestartable)
  }

  @Test("what needs the success of one that had none is refused, until that is restarted")
  func restartWithoutHope() throws {
    var bench = HubBench()
    try bench.run(.a)
    let one = try bench.task(.a).number
    var terms = LaunchTerms()
    terms.dependencies = [Dependency(.key(.a), needsSuccess: true)]
    _ = bench.send(
      .taskSubmitted(Submission(TaskDescription(key: .b, title: "B"), terms), .on(9, 3)))
    _ = bench.end(.a, .failed)
    let two = try bench.task(.b).number
    #expect(
      bench.send(.restartRequested(.key(.b), .on(9, 4))).immediateReplies
        == [.refused(.cannotSucceed(two, one))])
    _ = bench.carryOut(.restartRequested(.key(.a), .on(9, 5)))
    _ = bench.carryOut(.restartRequested(.key(.b), .on(9, 6)))
    #expect(try bench.task(.b).obstacleWords == "waits for task 1")
  }

  @Test(
    "what the hub didn't launch it can't launch again; a command that is surely known is named",
    arguments: [
      (["./train", "--all"], true, false, ["./train", "--all"]), (["./train"], false, false, nil),
      (["./train"], true, true, nil), (nil, true, false, nil),
      (["sh", "-c", "echo a b"], true, false, nil), (["./train", ""], true, false, nil),
    ] as [([SanitisedText]?, Bool, Bool, [String]?)])
  func restartOfOther(
    command: [SanitisedText]?, isSupervisor: Bool, isSensitive: Bool, named: [String]?
  ) throws {
    var bench = benchWithTask(.a, isSupervisor: isSupervisor) {
      ($0.command, $0.directory, $0.sensitive) = (command, "/srv", isSensitive)
    }
    _ = bench.end(.a, .failed)
    let refusal = Refusal.cannotRestart(
      try number(1), command: named, directory: named.map { _ in "/srv" })
    #expect(bench.send(.restartRequested(.key(.a), .on(1, 3))).refusals == [refusal])
  }

  @Test("priority, place, title and a hold of what is queued; nothing of what isn't")
  func adjust() throws {
    var settings = HubSettings.bench
    settings.queue.slots = 1
    var bench = HubBench(settings: settings)
    try bench.run(.a)
    for key in [TaskKey.b, .c, .d] { _ = bench.submit(key) }
    func order() throws -> [Int?] {
      try [TaskKey.b, .c, .d].map { try bench.task($0).terms.position }
    }
    _ = bench.adjust(.d, .priority(1))
    #expect(try order() == [2, 3, 1])
    _ = bench.adjust(.d, .place(of: .key(.c)))
    #expect(try order() == [2, 1, 3])
    _ = bench.carryOut(.pauseRequested(.key(.c), .on(9, 4)))
    #expect(try bench.task(.c).terms.blockedOn == "your word")
    #expect(bench.end(.a).launches == [.b])
    #expect(bench.adjust(.b, .priority(1)).immediateReplies.count == 1)
    _ = bench.adjust(.c, .title("Evaluate"))
    #expect(try bench.task(.c).title == "Evaluate")
    let released = bench.carryOut(.resumeRequested(.key(.c), .on(9, 4)))
    #expect(released.saved.last?.submission.isHeld == false)
    #expect(try bench.task(.c).terms.blockedOn == "a free slot")
  }
}

/// The line for a person who resumes what isn't on hold.
@Suite struct ResumeNoticeTests {
  @Test("resuming what waits for something else says what it waits for, and changes nothing")
  func notices() throws {
    var bench = HubBench(settings: .slots(1))
    bench.connect(9)
    bench.connect(1, isSupervisor: true)
    _ = bench.submit(.a) { $1.retries = 1 }
    let later = EarliestStart(bench.now.wall.advanced(by: .seconds(60)), words: "until 22:00")
    _ = bench.submit(.b) { $1.priority = 995 }
    _ = bench.submit(.c) { $1.earliest = later }
    _ = bench.submit(.d) { $1.dependencies = [Dependency(.key(.c), needsSuccess: true)] }
    _ = bench.submit(.e) {
      ($0.identifier, $1.refresh, $1.earliest) = ("news", .seconds(60), later)
    }
    let cases: [(TaskKey, String)] = [
      (.b, "2 isn't on hold: it waits for a free slot; to start it now: headway start 2"),
      (.c, "3 isn't on hold: it waits until 22:00; to start it now: headway start 3"),
      (
        .d,
        "4 isn't on hold: it waits for task 3; it starts by itself once that task has succeeded"
      ),
      (.e, "5 isn't on hold: it waits until 22:00; to run it soon: headway wake news"),
    ]
    for (key, line) in cases {
      let effects = bench.send(.resumeRequested(.key(key), .on(9, 4)))
      #expect(effects.immediateReplies == [.noted(SanitisedText("task \(line)", limit: .line))])
      #expect(effects.saved.isEmpty)
      #expect(bench.send(.resumeRequested(.key(key), .on(9))).isEmpty, "nobody awaits an answer")
    }
    bench.begin(.a)
    _ = bench.end(.a, .failed)
    let retried = bench.send(.resumeRequested(.key(.a), .on(9, 4))).immediateReplies.first
    guard case .noted(let notice) = retried else {
      Issue.record("no notice: \(String(describing: retried))")
      return
    }
    #expect(notice.string.hasSuffix("to start it now: headway start 1"))
  }

  @Test("what is on hold is released, and says nothing")
  func released() throws {
    var bench = HubBench(settings: .slots(1))
    bench.connect(9)
    _ = bench.submit(.a)
    _ = bench.submit(.b)
    _ = bench.carryOut(.pauseRequested(.key(.b), .on(9, 3)))
    #expect(bench.carryOut(.resumeRequested(.key(.b), .on(9, 4))).immediateReplies == [.done])
    #expect(try bench.task(.b).terms.blockedOn == "a free slot")
  }
}

extension HubBench {
  fileprivate mutating func submit(_ key: TaskKey, retries: Int = 0) -> [HubEffect] {
    var terms = LaunchTerms()
    terms.retries = retries
    let task = TaskDescription(key: key, title: "Train")
    let effects = send(.taskSubmitted(Submission(task, terms), .on(9, 1)))
    return effects + commit(effects)
  }

  /// Submitted, launched and begun by connection 1.
  mutating func run(
    _ key: TaskKey, retries: Int = 0, _ adjust: (inout TaskDescription) -> Void = { _ in }
  ) throws {
    connect(9)
    _ = submit(key) { task, terms in
      terms.retries = retries
      adjust(&task)
    }
    connect(1, isSupervisor: true)
    begin(key, "Train")
    #expect(try task(key).state == .running)
  }

  fileprivate mutating func adjust(_ key: TaskKey, _ adjustment: QueueAdjustment) -> [HubEffect] {
    carryOut(.adjustmentRequested(.key(key), adjustment, .on(9, 4)))
  }

  fileprivate mutating func end(
    _ key: TaskKey, _ reason: EndReason, launch: Int, by connection: UInt64
  ) -> [HubEffect] {
    send(
      .taskEnded(.key(key), TaskEnding(reason: reason), launch: launch, .on(connection, 2)))
  }
}

extension AfterCommit {
  fileprivate func isAnswer(to request: Int) -> Bool {
    if case .reply(let requester, .ended) = self { requester.request == request } else { false }
  }
}
