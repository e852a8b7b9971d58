import HeadwayHubCore
import HeadwayModel
import TestClocks
import Testing

/// Commands that run again and again, each time as a task of its own.
@Suite struct SeriesTests {
  private static let hour: Duration = .seconds(3600)

  /// Task a is the first run of a series of every hour, and runs. The time is 22:13:20 on a Tuesday,
  /// UTC.
  private func running(
    _ times: String = "1h", _ adjust: (inout TaskDescription, inout RunSeries) -> Void = { _, _ in }
  ) throws -> HubBench {
    var bench = try waiting(times, adjust)
    if try bench.task(.a).state == .queued { _ = bench.carryOut(.start(.a)) }
    bench.begin(.a)
    return bench
  }

  /// Task a is the next run of a series that nobody has run yet.
  private func waiting(
    _ times: String, _ adjust: (inout TaskDescription, inout RunSeries) -> Void = { _, _ in }
  ) throws -> HubBench {
    var bench = HubBench(settings: .slots(2))
    bench.connect(9)
    bench.connect(1, isSupervisor: true)
    _ = try bench.submitSeries(.a, times, adjust)
    return bench
  }

  @Test("an interval runs at once, and the commit of its turn has the run after it too")
  func firstRun() throws {
    var bench = HubBench(settings: .slots(2))
    bench.connect(9)
    let asked = try bench.submitSeries(.a, "1h", isCommitted: false)
    #expect(asked.launches.isEmpty, "the record doesn't have it yet")
    let effects = bench.commit(asked)
    #expect(effects.launches == [] + effects.launchesOnceRecorded && effects.launches == [.a])
    #expect(effects.contains(.copyPayload(from: .a, to: TaskKey.a.next)))
    let saved = Dictionary(
      effects.saved.map { ($0.description.key, $0) }, uniquingKeysWith: { $1 })
    let (first, next) = try (#require(saved[.a]), #require(saved[TaskKey.a.next]))
    #expect(first.state == .starting && first.submission.terms?.isNextRun == false)
    #expect(next.state == .queued && next.submission.terms?.isNextRun == true)
    #expect(next.submission.terms?.earliest?.time == bench.now.wall.advanced(by: Self.hour))
    #expect(next.number.value == 2 && next.description.title == "Train")
    let words = try bench.task(TaskKey.a.next).obstacleWords
    #expect(words == "every 1h, next \(bench.now.wall.advanced(by: Self.hour))")
  }

  @Test("each run is a task of its own, and comes at its time")
  func chain() throws {
    var (bench, key) = (try running(), TaskKey.a)
    for number in 2...4 {
      _ = bench.end(key, number == 3 ? .failed : .completed)
      bench.step(Self.hour)
      key = key.next
      #expect(bench.send(.wakeUpReached(key)).launches == [key])
      #expect(try bench.task(key).number.value == number)
      bench.begin(key)
    }
    #expect(try bench.task(.a.next).ending?.reason == .failed, "a failure doesn't end the series")
  }

  @Test("a calendar expression waits for its next time")
  func calendar() throws {
    var bench = try waiting("03:00")
    #expect(try bench.task(.a).terms.earliest?.description == "2023-11-15T03:00:00.000Z")
    bench.step(.seconds(4 * 3600 + 46 * 60 + 40))
    #expect(bench.send(.wakeUpReached(.a)).launches == [.a])
    let next = try bench.task(.a.next)
    #expect(next.terms.earliest?.description == "2023-11-16T03:00:00.000Z")
    #expect(next.terms.every == "03:00")
  }

  @Test("a cancel of the next run ends the series and says so; a cancel of a run doesn't")
  func cancels() throws {
    var bench = try running()
    _ = bench.send(.cancelRequested(.key(.a), isForced: false, .on(9, 3)))
    _ = bench.end(.a, .cancelled(by: .user))
    #expect(try bench.task(.a.next).state == .queued)
    let effects = bench.carryOut(.cancelRequested(.key(.a.next), isForced: false, .on(9, 4)))
    #expect(effects.immediateReplies == [.noted("cancelled 2; \"Train\" does not run again")])
    #expect(try bench.task(.a.next).state == .ended)
    #expect(!bench.state.isListed(.a.next.next))
  }

  @Test("a time that comes during a run is skipped")
  func skip() throws {
    var bench = try running()
    bench.step(Self.hour)
    let effects = bench.send(.wakeUpReached(.a.next))
    #expect(effects.launches.isEmpty)
    let next = try bench.task(.a.next)
    #expect(next.terms.earliest == bench.now.wall.advanced(by: Self.hour))
    bench.step(.seconds(60))
    #expect(bench.end(.a).launches.isEmpty)
    bench.step(Self.hour - .seconds(60))
    #expect(bench.send(.wakeUpReached(.a.next)).launches == [.a.next])
  }

  @Test("under the rule queue it waits for the run before it, and no third one comes")
  func queue() throws {
    var bench = try running { $1.overlap = .queue }
    for _ in 1...3 {
      bench.step(Self.hour)
      _ = bench.send(.wakeUpReached(.a.next))
    }
    #expect(try bench.task(.a.next).obstacleWords == "waits for the run before it, task 1")
    #expect(bench.state.records.count == 2)
    let ended = bench.end(.a)
    #expect(ended.launches == [.a.next])
    let third = try bench.task(.a.next.next)
    #expect(third.terms.earliest == bench.now.wall.advanced(by: Self.hour))
  }

  @Test("a hub that starts after the time skips it, unless the series catches up")
  func missed() throws {
    for (catchesUp, pause, isRun) in [
      (false, Self.hour, false), (true, Self.hour, true), (false, .seconds(30), true),
    ] {
      let before = try waiting("03:00") { $1.catchesUp = catchesUp }
      let time = Duration.seconds(4 * 3600 + 46 * 60 + 40) + pause
      var later = HubBench(settings: .slots(2))
      later.step(time)
      let effects = later.send(.recordLoaded(before.state.records, highestNumber: 1))
      #expect(effects.launches.isEmpty && effects.wakeUps == [.zero])
      #expect(later.send(.wakeUpReached(.a)).launches == (isRun ? [.a] : []))
      let next = isRun ? TaskKey.a.next : .a
      #expect(try later.task(next).terms.earliest?.description == "2023-11-16T03:00:00.000Z")
    }
  }

  @Test("a machine that slept through the time is treated like that too")
  func slept() throws {
    var bench = try waiting("03:00")
    bench.suspend(.seconds(5 * 3600))
    #expect(bench.send(.wallClockSet).launches.isEmpty)
    #expect(try bench.task(.a).terms.earliest?.description == "2023-11-16T03:00:00.000Z")
  }

  @Test("a hub that starts finds a run and the run after it, and starts neither twice")
  func reload() throws {
    let before = try running()
    var later = HubBench(settings: .slots(2))
    later.step(.seconds(600))
    let effects = later.send(.recordLoaded(before.state.records, highestNumber: 2))
    #expect(effects.launches.isEmpty)
    #expect(try later.task(.a).state == .running)
    #expect(try later.task(.a.next).state == .queued)
  }

  @Test("a run whose time came goes on to wait for its slot after a restart of the hub")
  func cameBefore() throws {
    var bench = try running { $1.overlap = .queue }
    bench.step(Self.hour)
    _ = bench.send(.wakeUpReached(.a.next))
    var later = HubBench(settings: .slots(2))
    later.step(Self.hour * 3)
    _ = later.send(.recordLoaded(bench.state.records, highestNumber: 2))
    later.connect(1, isSupervisor: true)
    later.begin(.a)
    #expect(later.end(.a).launches == [.a.next])
  }

  @Test("a reboot doesn't put the next run on hold")
  func reboot() throws {
    let before = try waiting("03:00")
    var settings = HubSettings.slots(2)
    settings.bootID = "another"
    var later = HubBench(settings: settings)
    _ = later.send(.recordLoaded(before.state.records, highestNumber: 1))
    #expect(try !later.task(.a).isOnHold)
  }

  @Test("a clock that is set back runs nothing twice for one time")
  func setBack() throws {
    var bench = try waiting("03:00")
    bench.step(.seconds(4 * 3600 + 46 * 60 + 40))
    _ = bench.send(.wakeUpReached(.a))
    bench.begin(.a)
    _ = bench.end(.a)
    bench.setWallClock(by: .seconds(-7200))
    _ = bench.send(.wallClockSet)
    #expect(try bench.task(.a.next).terms.earliest?.description == "2023-11-16T03:00:00.000Z")
    // Even if a person starts the next run ahead of its time.
    _ = bench.carryOut(.start(.a.next))
    let third = try bench.task(.a.next.next)
    #expect(third.terms.earliest?.description == "2023-11-16T03:00:00.000Z")
  }

  @Test("a clock that is set back doesn't put an interval off")
  func intervalSetBack() throws {
    var bench = try running()
    _ = bench.end(.a)
    bench.setWallClock(by: .seconds(-86_400))
    _ = bench.send(.wallClockSet)
    #expect(try bench.task(.a.next).terms.earliest == bench.now.wall.advanced(by: Self.hour))
  }

  @Test("a person who starts the next run early changes none of the times of the calendar")
  func early() throws {
    var bench = try waiting("03:00")
    #expect(bench.carryOut(.start(.a)).launches == [.a])
    #expect(try bench.task(.a.next).terms.earliest?.description == "2023-11-15T03:00:00.000Z")
  }

  @Test("a person who moves the next run moves its time")
  func moved() throws {
    var bench = try waiting("03:00")
    var edit = TaskEdit()
    let time = bench.now.wall.advanced(by: Self.hour)
    edit.earliest = .set(EarliestStart(time, words: "soon"))
    _ = bench.carryOut(.edit(.a, edit))
    bench.step(Self.hour)
    #expect(bench.send(.wakeUpReached(.a)).launches == [.a])
    #expect(try bench.task(.a.next).terms.earliest?.description == "2023-11-16T03:00:00.000Z")
  }

  @Test("an expression that never comes again has no further run, and is refused from the start")
  func lastTime() throws {
    var bench = try waiting("2023-11-15 03:00")
    bench.step(.seconds(4 * 3600 + 46 * 60 + 40))
    #expect(bench.send(.wakeUpReached(.a)).launches == [.a])
    #expect(!bench.state.isListed(.a.next))
    let refused = try bench.submitSeries(.b, "2023-11-15 03:00")
    #expect(refused.refusals == [.neverComes("2023-11-15 03:00")])
    var missed = try waiting("2023-11-15 03:00")
    missed.step(.seconds(6 * 3600))
    _ = missed.send(.wakeUpReached(.a))
    #expect(
      try missed.task(.a).endSentence == "skipped: its time passed, and no later one is left")
  }

  @Test("retries stay within a run, and their cancel doesn't end the series")
  func retries() throws {
    var bench = HubBench(settings: .slots(2))
    bench.connect(9)
    bench.connect(1, isSupervisor: true)
    _ = try bench.submitSeries(.a, "1h", retries: 2)
    bench.begin(.a)
    _ = bench.end(.a, .failed)
    #expect(try bench.task(.a).state == .queued)
    bench.step(.seconds(5))
    #expect(bench.send(.wakeUpReached(.a)).launches == [.a])
    #expect(bench.state.records.count == 2)
    bench.begin(.a) { $0.launch = 2 }
    _ = bench.send(.taskEnded(.key(.a), TaskEnding(reason: .failed), launch: 2, .on(1, 2)))
    let cancelled = bench.carryOut(.cancelRequested(.key(.a), isForced: false, .on(9, 4)))
    #expect(cancelled.immediateReplies == [.done])
    let next = try #require(bench.state.record(of: .key(.a.next)))
    #expect(next.state == .queued && next.submission.terms?.retries == 2)
  }

  @Test("a run that is restarted makes no second series, and the next run waits for it")
  func restart() throws {
    var bench = try running { $1.overlap = .queue }
    _ = bench.end(.a)
    bench.step(Self.hour - .seconds(60))
    #expect(bench.carryOut(.restartRequested(.key(.a), .on(9, 5))).launches == [.a])
    #expect(bench.state.records.count == 2)
    bench.begin(.a) { $0.launch = 2 }
    bench.step(.seconds(60))
    #expect(bench.send(.wakeUpReached(.a.next)).launches.isEmpty)
    let ended = bench.send(
      .taskEnded(.key(.a), TaskEnding(reason: .completed), launch: 2, .on(1, 2)))
    #expect(ended.launches == [.a.next])
  }

  @Test("a cancelled next run that is restarted goes on with the series")
  func revival() throws {
    var bench = try waiting("03:00")
    _ = bench.carryOut(.cancelRequested(.key(.a), isForced: false, .on(9, 4)))
    bench.step(.seconds(6 * 3600))
    _ = bench.carryOut(.restartRequested(.key(.a), .on(9, 5)))
    #expect(bench.send(.wakeUpReached(.a)).launches.isEmpty)
    #expect(try bench.task(.a).terms.earliest?.description == "2023-11-16T03:00:00.000Z")
  }

  @Test("a submission under the identifier replaces the series, and keeps the distance to its run")
  func identifier() throws {
    var bench = try running { task, _ in task.identifier = "backup" }
    bench.step(.seconds(600))
    let effects = try bench.submitSeries(.b, "2h") { task, _ in task.identifier = "backup" }
    #expect(effects.launches.isEmpty)
    let answer = HubReply.submitted(.b, try number(3), replacing: try number(2))
    #expect(effects.afterCommits.contains(.reply(.on(9, 1), answer)))
    let next = try bench.task(.b)
    #expect(next.terms.earliest == bench.now.wall.advanced(by: .seconds(7200 - 600)))
    #expect(!bench.state.isShown(.a.next))
    _ = bench.end(.a)
    bench.step(.seconds(6600))
    #expect(bench.send(.wakeUpReached(.b)).launches == [.b])
  }

  @Test("an identifier names the run that has begun, and else the next run")
  func naming() throws {
    var bench = try running { task, _ in task.identifier = "backup" }
    _ = bench.send(.cancelRequested(.identifier("backup"), isForced: false, .on(9, 3)))
    #expect(try bench.task(.a).state == .cancelling)
    #expect(try bench.task(.a.next).state == .queued)
    _ = bench.end(.a, .cancelled(by: .user))
    _ = bench.carryOut(.cancelRequested(.identifier("backup"), isForced: false, .on(9, 3)))
    #expect(try bench.task(.a.next).state == .ended)
  }

  @Test("edits give a task times, change them, and take them away")
  func edits() throws {
    var bench = try running()
    var edit = TaskEdit()
    edit.series = .set(EditedSeries(try Recurrence("03:00"), overlap: .queue))
    _ = bench.carryOut(.edit(.a.next, edit))
    let next = try bench.task(.a.next)
    #expect(next.terms.earliest?.description == "2023-11-15T03:00:00.000Z")
    #expect(next.terms.every == "03:00" && next.terms.overlap == .queue)
    edit.series = .set(EditedSeries(try Recurrence("30m")))
    _ = bench.carryOut(.edit(.a.next, edit))
    #expect(try bench.task(.a.next).terms.earliest == bench.now.wall.advanced(by: .seconds(1800)))
    #expect(try bench.task(.a.next).terms.overlap == .queue)
    edit.series = EditedValue.cleared
    _ = bench.carryOut(.edit(.a.next, edit))
    #expect(try bench.task(.a.next).terms.every == nil)
    _ = bench.end(.a)
    bench.step(.seconds(1800))
    #expect(bench.send(.wakeUpReached(.a.next)).launches == [.a.next])
    #expect(!bench.state.isListed(.a.next.next))
  }

  @Test("a run that is tried again can't become a second series")
  func editOfRun() throws {
    var bench = HubBench(settings: .slots(2))
    bench.connect(9)
    bench.connect(1, isSupervisor: true)
    _ = try bench.submitSeries(.a, "1h", retries: 2)
    bench.begin(.a)
    _ = bench.end(.a, .failed)
    var edit = TaskEdit()
    edit.series = .set(EditedSeries(try Recurrence("2h")))
    #expect(bench.carryOut(.edit(.a, edit)).refusals == [.cannotRepeat(try number(1))])
  }

  @Test("a submission that the record refuses leaves no run behind")
  func refused() throws {
    var bench = HubBench(settings: .slots(2))
    bench.connect(9)
    _ = try bench.submitSeries(.a, "1h", isCommitted: false)
    let refused = bench.send(.recordRefused("no space left"))
    #expect(refused.refusals == [.recordUnwritable("no space left")])
    #expect(bench.state.records.isEmpty)
  }

  @Test("a program's own task is no series, and the state of a series isn't a client's to say")
  func hostile() throws {
    var bench = HubBench(settings: .slots(2))
    bench.connect(9)
    let later = bench.now.wall.advanced(by: .seconds(1_000_000))
    _ = try bench.submitSeries(.a, "1h") {
      ($1.doneThrough, $1.runBefore, $1.hasGoneOn) = (later, .b, true)
    }
    #expect(try bench.task(.a.next).terms.earliest == bench.now.wall.advanced(by: Self.hour))
  }

  @Test("the keys of a series look random, and no two are alike")
  func keys() {
    var keys: Set<TaskKey> = [.a]
    var key = TaskKey.a
    for _ in 1...1000 {
      key = key.next
      #expect(keys.insert(key).inserted && key.high > 0xFFFF && key.low > 0xFFFF)
    }
  }
}

extension HubEvent {
  fileprivate static func start(_ key: TaskKey) -> HubEvent {
    .adjustmentRequested(.key(key), .start, .on(9, 6))
  }

  fileprivate static func edit(_ key: TaskKey, _ edit: TaskEdit) -> HubEvent {
    .adjustmentRequested(.key(key), .edit(edit), .on(9, 7))
  }
}

extension HubBench {
  fileprivate mutating func submitSeries(
    _ key: TaskKey, _ times: String, isCommitted: Bool = true, retries: Int = 0,
    _ adjust: (inout TaskDescription, inout RunSeries) -> Void = { _, _ in }
  ) throws -> [HubEffect] {
    var series = RunSeries(try Recurrence(times))
    return submit(key, isCommitted: isCommitted) { task, terms in
      adjust(&task, &series)
      (terms.series, terms.retries) = (series, retries)
    }
  }
}
