import HeadwayHubCore
import HeadwayModel
import Testing

/// What random stories of a queue have found, each by itself.
@Suite("Found by random stories") struct StoryFindingTests {
  @Test("a task that was cancelled while it waited doesn't come back to life; its worker is told")
  func beginAfterCancel() throws {
    var bench = HubBench()
    let earliest = bench.inAnHour
    bench.submitOwn(.a) { $0.earliest = earliest }
    _ = bench.carryOut(.cancelRequested(.key(.a), isForced: false, .on(9, 2)))
    let ended = try bench.task(.a)
    let effects = bench.begin(.a, by: 1, request: 3)
    #expect(try bench.task(.a) == ended)
    #expect(effects.saved.isEmpty)
    let order = CancelOrder(reason: .cancelled(by: .user), grace: TaskDescription.defaultGrace)
    #expect(effects.ordersToWorkers == [.cancel(order)])
    #expect(bench.state.isLive(.a) == false && bench.state.endTurn().hasLiveTasks == false)
  }

  @Test("the supervisor of an earlier launch that is back doesn't begin the next launch")
  func lateBegin() throws {
    var bench = HubBench()
    bench.runOnce(.a, retries: 1)
    _ = bench.end(.a, .failed)
    #expect(try bench.task(.a).state == .queued)
    bench.connect(2, isSupervisor: true)
    let effects = bench.begin(.a, by: 2, request: 1)
    #expect(try bench.task(.a).state == .queued && effects.saved.isEmpty)
    let end = bench.end(.a, .failed, by: 2, request: 2)
    #expect(try bench.task(.a).state == .queued)
    #expect(end.afterCommits.count == 1 && end.immediateReplies.isEmpty)
  }

  @Test("who submits again what has left the list, or the record, makes no second task")
  func submittedAgain() throws {
    var bench = HubBench()
    bench.connect(9)
    let submission = Submission(TaskDescription(key: .a, title: "Train"), LaunchTerms())
    let event = HubEvent.taskSubmitted(submission, .on(9, 1))
    #expect(bench.state.forgottenKey(in: event, at: bench.now) == .a)
    _ = bench.carryOut(event)
    #expect(bench.state.forgottenKey(in: event, at: bench.now) == nil)
    _ = bench.send(.launchFailed(.a, launch: 1, "no such program"))
    _ = bench.send(.cleanRequested([.key(.a)], .on(9, 2)))
    #expect(bench.send(event).immediateReplies == [.refused(.keyCleaned(.a))])
    #expect(bench.state.keysByAge.isEmpty)
  }

  @Test("a begin that is not of this moment is looked up, wherever the wall clock was set")
  func oldBegin() {
    let bench = HubBench()
    for (age, isLookedUp) in [(0, false), (4, false), (6, true), (-6, true), (3600, true)] {
      var task = TaskDescription(key: .a, title: "Export")
      task.startedAt = bench.now.wall.advanced(by: .seconds(-age))
      let event = HubEvent.taskBegan(task, WorkerReport(), .on(1, 1))
      #expect(bench.state.forgottenKey(in: event, at: bench.now) == (isLookedUp ? .a : nil))
    }
  }

  @Test("another command for what the hub doesn't launch is refused")
  func foreignCommand() throws {
    var bench = HubBench()
    let earliest = bench.inAnHour
    bench.submitOwn(.a) { $0.earliest = earliest }
    let effects = bench.send(.adjustmentRequested(.key(.a), .command(["make"]), .on(9, 2)))
    #expect(
      effects.immediateReplies
        == [.refused(.cannotRestart(try number(1), command: nil, directory: nil))])
  }

  @Test("who waits for the end of a task that never was one is answered, once")
  func awaitedSubmission() {
    var bench = HubBench()
    bench.connect(1)
    bench.connect(9)
    var terms = LaunchTerms()
    terms.launcher = .worker
    let submission = Submission(TaskDescription(key: .a, title: "Train"), terms)
    _ = bench.send(.taskSubmitted(submission, .on(1, 1)))
    _ = bench.send(.endAwaited(.key(.a), .on(9, 2)))
    _ = bench.disconnect(1)
    _ = bench.send(.spoolFoundEmpty(.a))
    _ = bench.send(.endAwaited(.key(.a), .on(9, 3)))
    let replies = bench.send(.recordRefused("no space left"))
    let refusal = HubReply.refused(.recordUnwritable("no space left"))
    #expect(replies.contains(.abandon([.a])))
    #expect(replies.contains(.reply(.on(9, 2), refusal)))
    #expect(replies.contains(.reply(.on(9, 3), refusal)))
    #expect(replies.immediateReplies.count == 3)
  }

  @Test("who submits what ends at once and is cleaned before it is in the record is answered")
  func cleanedBeforeRecorded() throws {
    var bench = HubBench()
    bench.runOnce(.a)
    _ = bench.end(.a, .failed)
    var task = TaskDescription(key: .c, title: "Train")
    task.identifier = "train"
    var terms = LaunchTerms()
    terms.earliest = bench.inAnHour
    _ = bench.carryOut(.taskSubmitted(Submission(task, terms), .on(9, 2)))
    task.key = .d
    terms.dependencies = [Dependency(.key(.a), needsSuccess: true)]
    let second = Submission(task, terms)
    let effects = bench.send(.taskSubmitted(second, .on(9, 3)))
    #expect(try bench.task(.d).state == .ended)
    _ = bench.send(.cleanRequested([.key(.d)], .on(9, 4)))
    #expect(bench.commit(effects).immediateReplies == [.refused(.unknownTask(.key(.d)))])
    #expect(try bench.task(.c).state == .queued)
  }

  @Test("a later hub ends what a program waits with where what that needs had no success")
  func unmetOfAProgram() throws {
    var bench = HubBench()
    bench.runOnce(.a)
    bench.submitOwn(.b, by: 3) { $0.dependencies = [Dependency(.key(.a), needsSuccess: true)] }
    let waiting = try #require(bench.state.records.first { $0.description.key == .b })
    _ = bench.end(.a, .failed)
    let failed = try #require(bench.state.records.first { $0.description.key == .a })
    var later = HubBench()
    let effects = later.send(.recordLoaded([failed, waiting], highestNumber: 2))
    #expect(try later.task(.b).ending?.reason == .cancelled(by: .dependency))
    #expect(!effects.saved.contains { $0.state == .starting })
  }

  @Test("what waits for a slot waits for a restarted task too, unless the restart is taken back")
  func restartedDependency() throws {
    var settings = HubSettings.bench
    settings.queue.slots = 1
    var bench = HubBench(settings: settings)
    bench.runOnce(.a)
    bench.submitOwn(.b, by: 3) { $0.dependencies = [Dependency(.key(.a), needsSuccess: true)] }
    bench.submitOwn(.c, by: 4) { $0.priority = 5 }
    _ = bench.end(.a)
    #expect(try bench.task(.c).state == .starting && bench.task(.b).terms.waitsFor.count == 1)
    _ = bench.send(.restartRequested(.key(.a), .on(9, 2)))
    #expect(try bench.task(.b).terms.waitsFor == ["task 1", "a free slot"])
    _ = bench.send(.recordRefused("no space left"))
    #expect(try bench.task(.b).terms.waitsFor == ["a free slot"])
    _ = bench.carryOut(.restartRequested(.key(.a), .on(9, 3)))
    _ = bench.send(.taskEnded(.key(.c), TaskEnding(reason: .completed), .on(4, 5)))
    #expect(try bench.task(.a).state == .starting && bench.task(.b).state == .queued)
  }

  @Test("what a task needs is looked up before the task is restarted")
  func restartAfterFailure() throws {
    var bench = HubBench()
    bench.runOnce(.a)
    bench.queue(.b, after: .a)
    _ = bench.end(.a, .failed)
    let records = bench.state.records
    let restart = HubEvent.restartRequested(.key(.b), .on(9, 2))
    var later = HubBench()
    #expect(later.state.unknownReferences(in: restart) == [.key(.b)])
    _ = later.send(.recordLoaded(records.filter { $0.description.key == .b }, highestNumber: 2))
    #expect(later.state.unknownReferences(in: restart) == [.key(.a)])
    _ = later.send(.recordLoaded(records.filter { $0.description.key == .a }, highestNumber: 2))
    let refusal = Refusal.cannotSucceed(try number(2), try number(1))
    #expect(later.send(restart).immediateReplies == [.refused(refusal)])
  }

  @Test("subscribers hear of a task's process, and of its place while the config has a problem")
  func toldChanges() throws {
    var settings = HubSettings.bench
    settings.configProblem = "line 3"
    var bench = HubBench(settings: settings)
    bench.connect(9)
    for key in [TaskKey.a, .b] {
      let submission = Submission(TaskDescription(key: key, title: "Train"), LaunchTerms())
      _ = bench.carryOut(.taskSubmitted(submission, .on(9, 1)))
    }
    let adjustment = QueueAdjustment.priority(5)
    let effects = bench.send(.adjustmentRequested(.key(.b), adjustment, .on(9, 2)))
    _ = bench.commit(effects)
    #expect(try bench.task(.a).terms.position == 2)
    #expect(bench.changes.contains(.changed(.a, .progress)))
    settings.configProblem = nil
    _ = bench.send(.settingsChanged(settings))
    _ = bench.send(.supervisorStarted(.b, launch: 1, .numbered(7)))
    #expect(bench.changes == [.changed(.b, .listing)])
  }
}

extension HubBench {
  fileprivate var inAnHour: EarliestStart {
    EarliestStart(now.wall.advanced(by: .seconds(3600)), words: "in an hour")
  }

  /// A task that a program submits and waits with; connection 9 is a person's.
  fileprivate mutating func submitOwn(
    _ key: TaskKey, by connection: UInt64 = 1, _ adjust: (inout LaunchTerms) -> Void
  ) {
    connect(connection)
    connect(9)
    var terms = LaunchTerms()
    terms.launcher = .worker
    adjust(&terms)
    let submission = Submission(TaskDescription(key: key, title: "Train"), terms)
    _ = carryOut(.taskSubmitted(submission, .on(connection, 1)))
  }

  /// A task for the hub to launch once another has completed.
  fileprivate mutating func queue(_ key: TaskKey, after other: TaskKey) {
    var terms = LaunchTerms()
    terms.dependencies = [Dependency(.key(other), needsSuccess: true)]
    let submission = Submission(TaskDescription(key: key, title: "Train"), terms)
    _ = carryOut(.taskSubmitted(submission, .on(9, 1)))
  }

  /// A task that the hub has launched, and that connection 1 has begun.
  fileprivate mutating func runOnce(_ key: TaskKey, retries: Int = 0) {
    connect(9)
    var terms = LaunchTerms()
    terms.retries = retries
    let submission = Submission(TaskDescription(key: key, title: "Train"), terms)
    _ = carryOut(.taskSubmitted(submission, .on(9, 1)))
    connect(1, isSupervisor: true)
    begin(key)
  }
}
