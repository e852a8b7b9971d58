@testable import HeadwayHubCore
@testable import HeadwayModel
import Testing

/// What a person changes of tasks that wait, while the record hasn't got it.
@Suite struct ChangeTests {
  private static let unwritable = HubReply.refused(.changeUnrecorded("disk is full"))

  @Test(
    "what the record can't take was never changed",
    arguments: [
      .adjustmentRequested(.key(.c), .priority(7), .on(9, 4)),
      .adjustmentRequested(.key(.c), .title("Evaluate"), .on(9, 4)),
      .adjustmentRequested(.key(.c), .place(of: .key(.b)), .on(9, 4)),
      .adjustmentRequested(.key(.c), .command(["./other"], in: "/usr"), .on(9, 4)),
      .adjustmentRequested(.key(.c), .edit(everything), .on(9, 4)),
      .adjustmentRequested(.key(.c), .start, .on(9, 4)),
      .adjustmentRequested(.key(.d), .start, .on(9, 4)),
      .pauseRequested(.key(.c), .on(9, 4)), .resumeRequested(.key(.d), .on(9, 4)),
      .cancelRequested(.key(.c), isForced: false, note: "no need", .on(9, 4)),
      .restartRequested(.key(.e), .on(9, 4)),
    ] as [HubEvent])
  func refused(_ event: HubEvent) throws {
    var bench = try Self.bench()
    let (before, records) = (bench.state.snapshots(at: bench.now), bench.records)
    let asked = bench.send(event)
    #expect(asked.immediateReplies.isEmpty && asked.launches.isEmpty)
    #expect(bench.records != records)
    let effects = bench.send(.recordRefused("disk is full"))
    #expect(effects.immediateReplies == [Self.unwritable])
    #expect(bench.state.snapshots(at: bench.now) == before)
    #expect(bench.records == records)
    #expect(Set(effects.saved.map(\.description.key)).isSubset(of: Set(records.map(\.key))))
    #expect(bench.send(.recordRefused("disk is full")).isEmpty, "nothing is left to take back")
    #expect(bench.commit(asked).isEmpty, "too late")
  }

  @Test("the last change is taken back first")
  func severalRefused() throws {
    var bench = try Self.bench()
    let before = bench.state.snapshots(at: bench.now)
    _ = bench.send(.restartRequested(.key(.e), .on(9, 4)))
    _ = bench.send(.adjustmentRequested(.key(.e), .title("Once more"), .on(9, 5)))
    _ = bench.send(.adjustmentRequested(.key(.e), .place(of: .key(.b)), .on(9, 6)))
    _ = bench.send(.cancelRequested(.key(.b), isForced: false, .on(9, 7)))
    let effects = bench.send(.recordRefused("disk is full"))
    #expect(effects.immediateReplies == Array(repeating: Self.unwritable, count: 4))
    #expect(bench.state.snapshots(at: bench.now) == before)
  }

  @Test("a new command's environment goes with it")
  func payload() throws {
    var bench = try Self.bench()
    let event = HubEvent.adjustmentRequested(.key(.c), .command(["./other"]), .on(9, 4))
    #expect(bench.send(event).contains(.keepPayload(.c, from: ConnectionID(9))))
    #expect(bench.send(.recordRefused("disk is full")).contains(.dropPayload(.c)))
  }

  @Test("an edit makes all its changes at once, and the new command's directory is the task's")
  func wholeEdit() throws {
    var bench = try Self.bench()
    let asked = bench.send(.adjustmentRequested(.key(.c), .edit(Self.everything), .on(9, 4)))
    #expect(asked.contains(.keepPayload(.c, from: ConnectionID(9))))
    #expect(asked.recordedChanges.count == 1)
    #expect(bench.commit(asked).immediateReplies == [.done])
    let task = try bench.task(.c)
    #expect(task.title == "Evening" && task.terms.priority == 7)
    #expect(task.command == ["./other", "-n"] && task.directory == "/usr")
    #expect(bench.end(.a).launches == [.c], "its priority is higher now")
  }

  @Test("an edit of which a part is refused changes nothing")
  func refusedEdit() throws {
    var bench = try Self.bench()
    bench.connect(2, isSupervisor: true)
    _ = bench.submit(TaskKey(high: 0, low: 0xF), by: 2) { $1.launcher = .worker }
    let before = bench.state.snapshots(at: bench.now)
    let key = TaskReference.key(TaskKey(high: 0, low: 0xF))
    let asked = bench.send(.adjustmentRequested(key, .edit(Self.everything), .on(9, 4)))
    #expect(asked.count == 1 && asked.saved.isEmpty)
    guard case .refused(.cannotRestart)? = asked.immediateReplies.first else {
      Issue.record("not refused: \(asked)")
      return
    }
    #expect(bench.state.snapshots(at: bench.now) == before)
  }

  @Test("a title that was the command's line follows the new command, unless another is given")
  func titleOfCommand() throws {
    var bench = try Self.bench()
    _ = bench.carryOut(.adjustmentRequested(.key(.b), .title("./train"), .on(9, 4)))
    _ = bench.carryOut(.adjustmentRequested(.key(.b), .command(["./other", "-n"]), .on(9, 5)))
    #expect(try bench.task(.b).title == "./other -n")
    _ = bench.carryOut(.adjustmentRequested(.key(.b), .edit(Self.everything), .on(9, 6)))
    #expect(try bench.task(.b).title == "Evening")
  }

  @Test("who waits for the end of a restart that isn't one hears of the end that there was")
  func waiterOfRestart() throws {
    var bench = try Self.bench()
    _ = bench.send(.restartRequested(.key(.e), .on(9, 4)))
    _ = bench.send(.endAwaited(.key(.e), .on(9, 5)))
    let effects = bench.send(.recordRefused("disk is full"))
    let ending = TaskEnding(reason: .failed)
    #expect(
      effects.afterCommits == [.reply(.on(9, 5), .ended(.e, try bench.task(.e).number, ending))])
  }

  @Test("until the record has a change its task doesn't start, and others do")
  func held() throws {
    var bench = try Self.bench()
    let asked = bench.send(.adjustmentRequested(.key(.b), .priority(7), .on(9, 4)))
    #expect(try bench.task(.b).obstacleWords == "waits for the record")
    #expect(bench.end(.a).launches == [.c])
    #expect(bench.end(.c).launches.isEmpty)
    #expect(bench.commit(asked).launches == [.b])
  }

  @Test("two changes of one task: it waits for both")
  func heldTwice() throws {
    var bench = try Self.bench()
    let first = bench.send(.adjustmentRequested(.key(.b), .priority(7), .on(9, 4)))
    let second = bench.send(.adjustmentRequested(.key(.b), .title("Evaluate"), .on(9, 5)))
    #expect(bench.commit(first).immediateReplies == [.done])
    _ = bench.end(.a)
    #expect(try bench.task(.b).obstacleWords == "waits for the record")
    let effects = bench.send(.recordRefused("disk is full"))
    #expect(effects.immediateReplies == [Self.unwritable])
    #expect(bench.commit(second).isEmpty)
    #expect(bench.end(.c).launches == [.b])
    #expect(try bench.task(.b).terms.priority == 7, "what was recorded stays")
  }

  @Test("a cancel waits for its own record, not for that of a change before it")
  func cancelAfterChange() throws {
    var bench = try Self.bench()
    let edited = bench.send(.adjustmentRequested(.key(.c), .title("Evaluate"), .on(9, 4)))
    _ = bench.send(.cancelRequested(.key(.c), isForced: false, .on(9, 5)))
    _ = bench.commit(edited)
    #expect(try bench.task(.c).state == .queued)
    let effects = bench.send(.recordRefused("disk is full"))
    #expect(effects.immediateReplies == [Self.unwritable])
    #expect(try bench.task(.c).state == .queued && bench.task(.c).title == "Evaluate")
    #expect(bench.end(.a).launches.contains(.b))
  }

  @Test("what was cancelled while it waited ends with the next hub, if this one goes before")
  func cancelledBeforeCrash() throws {
    var bench = try Self.bench()
    let cancelled = bench.send(.cancelRequested(.key(.b), isForced: false, note: "no", .on(9, 4)))
    let record = try #require(cancelled.saved.last)
    #expect(record.state == .queued && record.ordered == .cancelled(by: .user))
    var next = HubBench(settings: .slots(1))
    let effects = next.send(.recordLoaded([record], highestNumber: 5))
    #expect(effects.launches.isEmpty)
    let task = try next.task(.b)
    #expect(task.ending?.reason == .cancelled(by: .user) && task.cancelNote == "no")
  }

  @Test("a cancel of one that waits in its own terminal reaches it once the record has it")
  func worker() throws {
    var bench = HubBench(settings: .slots(1))
    bench.connect(9)
    _ = bench.submit(.a)
    bench.connect(1)
    _ = bench.submit(.b, by: 1) { $1.launcher = .worker }
    let asked = bench.send(.cancelRequested(.key(.b), isForced: false, .on(9, 4)))
    #expect(asked.ordersToWorkers.isEmpty)
    #expect(bench.commit(asked).ordersToWorkers.count == 1)
    #expect(try bench.task(.b).state == .ended)
  }

  private static let everything = TaskEdit(
    priority: 7, title: "Evening", command: EditedCommand(["./other", "-n"], in: "/usr"))

  /// One slot: a runs, b and c wait, d is held, e has failed.
  private static func bench() throws -> HubBench {
    var bench = HubBench(settings: .slots(1))
    bench.connect(9)
    bench.connect(1, isSupervisor: true)
    _ = bench.submit(.e)
    bench.begin(.e)
    _ = bench.end(.e, .failed)
    _ = bench.submit(.a)
    bench.begin(.a)
    for key in [TaskKey.b, .c, .d] {
      _ = bench.submit(key) { task, _ in task.command = ["./train"] }
    }
    _ = bench.carryOut(.pauseRequested(.key(.d), .on(9, 3)))
    return bench
  }
}

extension HubBench {
  /// As the record would have them now.
  fileprivate var records: [TaskRecord] {
    state.keysByAge.compactMap { state.hub.tasks[$0] }.map { TaskRecord($0) }
  }
}

extension TaskRecord {
  fileprivate var key: TaskKey { description.key }
}
