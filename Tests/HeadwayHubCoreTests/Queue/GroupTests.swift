import HeadwayHubCore
import HeadwayModel
import Testing

@Suite("Groups that commands make, change and pause")
struct GroupTests {
  private static var settings: HubSettings {
    var settings = HubSettings.slots(1)
    settings.queue.groups = ["ml": 1]
    return settings
  }

  private static func bench(_ settings: HubSettings = settings) -> HubBench {
    var bench = HubBench(settings: settings)
    bench.connect(9)
    bench.connect(1, isSupervisor: true)
    return bench
  }

  @Test("a paused group starts nothing, also nothing new, and says so; other groups go on")
  func pause() throws {
    var bench = Self.bench()
    let paused = bench.order(.pause("ml"))
    #expect(paused.savedGroups.map(\.pause) == [.person])
    #expect(paused.immediateReplies == [.done])
    #expect(bench.submit(.a) { task, _ in task.group = "ml" }.launches.isEmpty)
    #expect(bench.submit(.b).launches == [.b])
    #expect(try bench.task(.a).obstacleWords == "waits for the paused group ml, position 1")
    let notice = try #require(bench.state.noticeOfPause(.a))
    #expect(
      notice == "task 1 waits for the paused group ml; to go on: headway resume --group ml")
    #expect(bench.state.noticeOfPause(.b) == nil)
    #expect(bench.order(.resume("ml")).launches == [.a])
  }

  @Test("the answer comes once the record has the pause; a full disk takes the pause back")
  func unwritten() throws {
    var bench = Self.bench()
    let sent = bench.send(.groupsOrdered(.pause(nil), .on(9, 5)))
    #expect(sent.immediateReplies.isEmpty && sent.recordedChanges.count == 1)
    #expect(bench.submit(.a, isCommitted: false).launches.isEmpty)
    let refused = bench.send(.recordRefused("no space left"))
    #expect(refused.refusals.contains(.changeUnrecorded("no space left")))
    #expect(refused.savedGroups.map(\.isEmpty) == [true])
    #expect(bench.submit(.b).launches == [.b])
  }

  @Test("a group without slots of its own pauses alone, and shares the slots again afterwards")
  func label() throws {
    var bench = Self.bench()
    _ = bench.submit(.a) { task, _ in task.group = "photos" }
    _ = bench.submit(.b) { task, _ in task.group = "photos" }
    _ = bench.submit(.c)
    _ = bench.order(.pause("photos"))
    bench.begin(.a)
    #expect(bench.end(.a).launches == [.c], "a task of another group passes")
    #expect(bench.order(.resume("photos")).launches.isEmpty, "the one slot is taken")
    bench.begin(.c)
    #expect(bench.end(.c).launches == [.b])
  }

  @Test("pause --all holds every group; resume of one group lets only that one go on")
  func all() throws {
    var bench = Self.bench()
    #expect(bench.order(.pauseAll).savedGroups.map(\.name) == ["", "ml"])
    _ = bench.submit(.a)
    _ = bench.submit(.b) { task, _ in task.group = "ml" }
    _ = bench.submit(.c) { task, _ in task.group = "label" }
    #expect(bench.order(.resume("ml")).launches == [.b])
    #expect(try bench.task(.a).terms.blockedOn == "the paused queue")
    let label = bench.order(.resume("label"))
    #expect(
      label.immediateReplies == [
        .noted(
          """
          group label shares the slots of the queue, which is paused; to go on: headway resume \
          --group default
          """)
      ])
    #expect(bench.order(.resumeAll).launches == [.a])
    #expect(bench.state.groupRecords.isEmpty)
  }

  @Test("pause --all holds groups that are made later, until resume --all, also for the next hub")
  func allLater() throws {
    var bench = Self.bench()
    _ = bench.order(.pauseAll)
    #expect(bench.order(.add("new", 1)).savedGroups.map(\.pause) == [.person])
    #expect(bench.submit(.a) { task, _ in task.group = "new" }.launches.isEmpty)
    #expect(bench.order(.resume("new")).launches == [.a], "a person meant this group")
    _ = bench.order(.resume(nil))
    #expect(bench.submit(.b).launches == [.b])
    var settings = Self.settings
    settings.queue.groups["late"] = 2
    _ = bench.send(.settingsChanged(settings))
    let late = bench.submit(.c) { task, _ in task.group = "late" }
    #expect(late.launches.isEmpty)
    #expect(bench.group("late").pausedBecause == "a person paused all groups")
    var next = HubBench(settings: settings)
    _ = next.send(.groupsLoaded(bench.state.groupRecords))
    #expect(next.send(.recordLoaded(late.saved, highestNumber: 3)).launches.isEmpty)
    next.connect(9)
    #expect(next.order(.add("newer", GroupTerms())).savedGroups.map(\.pause) == [.person])
    #expect(next.order(.resume("late")).launches == [.c])
    _ = next.send(.settingsChanged(settings))
    #expect(next.group("late").pausedBecause == nil, "a reload doesn't pause it again")
    _ = next.order(.resumeAll)
    #expect(next.state.groupRecords.map(\.name) == ["new", "newer"])
    #expect(next.order(.add("last", 1)).savedGroups.map(\.pause) == [nil])
  }

  @Test("a group is known by the config, by a command, or while a task of it waits")
  func known() throws {
    var bench = Self.bench()
    bench.begin(.a) { $0.group = "typo" }
    let refused = Refusal.unknownGroup("typo", meant: nil)
    let submission = bench.submit(.b) { ($0.group, $1.needsKnownGroup) = ("typo", true) }
    #expect(submission.refusals == [refused])
    #expect(bench.order(.pause("typo")).refusals == [refused])
    #expect(bench.order(.set("typo", 2)).refusals == [refused])
    _ = bench.submit(.c) { $1.strategy = .hold }
    var edit = TaskEdit()
    edit.group = .set("typo")
    #expect(
      bench.carryOut(.adjustmentRequested(.key(.c), .edit(edit), .on(9, 8))).refusals == [refused])
    _ = bench.order(.add("typo", 1))
    _ = bench.submit(.d) { ($0.group, $1.needsKnownGroup) = ("typo", true) }
    bench.begin(.d)
    #expect(bench.order(.remove("typo")).refusals.isEmpty)
    #expect(bench.order(.pause("typo")).refusals == [refused], "a removed group is unknown")
  }

  @Test("start goes past the pause of a group; --now is refused by it")
  func startNow() throws {
    var bench = Self.bench()
    _ = bench.order(.pause(nil))
    _ = bench.submit(.a)
    #expect(
      bench.submit(.b) { $1.strategy = .fail }.refusals == [.cannotStartNow("the paused queue")])
    #expect(
      bench.carryOut(.adjustmentRequested(.key(.a), .start, .on(9, 6))).launches == [.a])
  }

  @Test(
    "a failure pauses its group if the group says so, before the record has the end",
    arguments: [
      (EndReason.failed, true), (.expired(.stall), true), (.completed, false),
      (.cancelled(by: .user), false),
    ])
  func failure(reason: EndReason, isPaused: Bool) throws {
    var bench = Self.bench()
    _ = bench.order(.set("ml", GroupTerms(pausesOnFailure: true)))
    for key in [TaskKey.a, .b] { _ = bench.submit(key) { task, _ in task.group = "ml" } }
    bench.begin(.a)
    let end = bench.end(.a, reason)
    #expect(end.launches == (isPaused ? [] : [.b]))
    #expect(end.savedGroups.map(\.pause) == (isPaused ? [.failure(try number(1))] : []))
    guard isPaused else { return }
    let saves = end.map { if case .saveGroups = $0 { "group" } else { "" } }
    let ends = end.map { if case .save = $0 { "end" } else { "" } }
    #expect(
      try #require(saves.firstIndex(of: "group")) < #require(ends.firstIndex(of: "end")))
    #expect(try bench.task(.b).terms.blockedOn == "the paused group ml (task 1 failed)")
    let isLogged = end.contains {
      $0
        == .log(
          "group ml is paused, because task 1 failed; to go on: headway resume --group ml")
    }
    #expect(isLogged)
    #expect(bench.order(.resume("ml")).launches == [.b])
  }

  @Test("a failure of a task that tries again pauses nothing before the last attempt")
  func retries() throws {
    var bench = Self.bench()
    _ = bench.order(.set(nil, GroupTerms(pausesOnFailure: true)))
    _ = bench.submit(.a) { $1.retries = 1 }
    bench.begin(.a)
    #expect(bench.end(.a, .failed).savedGroups.isEmpty)
    bench.step(.seconds(5))
    _ = bench.send(.wakeUpReached(.a))
    bench.begin(.a) { $0.launch = 2 }
    let end = bench.send(
      .taskEnded(.key(.a), TaskEnding(reason: .failed), launch: 2, .on(1, 2)))
    #expect(end.savedGroups.map(\.name) == [""])
  }

  @Test("slots by command count at once: fewer stop nothing, 0 pauses, unlimited starts all")
  func slots() throws {
    var bench = Self.bench()
    for key in [TaskKey.a, .b, .c] { _ = bench.submit(key) }
    #expect(bench.order(.set(nil, 2)).launches == [.b])
    #expect(bench.order(.set(nil, 0)).launches.isEmpty)
    #expect(try bench.task(.c).terms.blockedOn == "the paused queue")
    let notice = try #require(bench.state.noticeOfPause(.c))
    #expect(notice.string.hasSuffix("to give it slots: headway group slots default 1"))
    #expect(
      bench.order(.set(nil, GroupTerms(slots: .unlimited))).launches == [.c])
  }

  @Test("what the config says of a group counts again at a reload; the rest stays")
  func config() throws {
    var settings = Self.settings
    var bench = Self.bench(settings)
    _ = bench.order(.set("ml", 3))
    _ = bench.order(.set(nil, 4))
    _ = bench.order(.pause("ml"))
    #expect(bench.group("ml").source == .command && bench.group("ml").slots == 3)
    let reload = bench.send(.settingsChanged(settings))
    #expect(reload.savedGroups.map(\.name) == ["ml"])
    #expect(bench.group("ml").source == .config && bench.group("ml").slots == 1)
    #expect(bench.group("ml").pausedBecause == "a person paused it")
    #expect(bench.group("default").slots == 4, "the config doesn't say the general slots")
    settings.queue.declaresSlots = true
    _ = bench.send(.settingsChanged(settings))
    #expect(bench.group("default").slots == 1 && bench.group("default").source == .config)
  }

  @Test("the groups of the record count before the first task of it has its turn")
  func restart() throws {
    var bench = Self.bench()
    _ = bench.order(.add("new", 2))
    _ = bench.order(.pause("new"))
    let queued = bench.submit(.a) { task, _ in task.group = "new" }
    var next = HubBench(settings: Self.settings)
    _ = next.send(.groupsLoaded(bench.state.groupRecords))
    let loaded = next.send(.recordLoaded(queued.saved, highestNumber: 1))
    #expect(loaded.launches.isEmpty)
    #expect(next.group("new").queued == 1 && next.group("new").slots == 2)
    next.connect(9)
    #expect(next.order(.resume("new")).launches == [.a])
  }

  @Test("add, remove and set refuse what would lose something or means nothing")
  func refusals() throws {
    var bench = Self.bench()
    #expect(bench.order(.add("default", 1)).refusals == [.groupReserved])
    #expect(bench.order(.add("ml", 1)).refusals == [.groupExists("ml")])
    #expect(
      bench.order(.add("ml", GroupTerms())).immediateReplies
        == [.noted("there is a group ml already")])
    #expect(bench.order(.remove("ml")).refusals == [.groupOfConfig("ml")])
    #expect(bench.order(.set("mll", 2)).refusals == [.unknownGroup("mll", meant: "ml")])
    #expect(bench.order(.pause("mll")).refusals == [.unknownGroup("mll", meant: "ml")])
    _ = bench.order(.add("new", 0))
    _ = bench.submit(.a) { ($0.group, $1.needsKnownGroup) = ("new", true) }
    #expect(
      bench.order(.remove("new")).refusals == [.groupInUse("new", [try number(1)], count: 1)])
    _ = bench.carryOut(.cancelRequested(.key(.a), isForced: false, .on(9, 7)))
    #expect(bench.order(.remove("new")).savedGroups.map(\.isEmpty) == [true])
    #expect(bench.state.groups.map(\.shownName) == ["default", "ml"])
  }

  @Test("commands make at most a thousand groups")
  func limit() throws {
    var bench = Self.bench()
    for place in 0..<GroupRecord.limit {
      #expect(bench.order(.add(SanitisedText("g\(place)"), GroupTerms())).refusals.isEmpty)
    }
    #expect(
      bench.order(.add("more", GroupTerms())).refusals
        == [.tooManyGroups(limit: GroupRecord.limit)])
    #expect(bench.order(.pause("g7")).refusals.isEmpty)
    _ = bench.order(.remove("g7"))
    #expect(bench.order(.add("more", GroupTerms())).refusals.isEmpty)
  }
}

extension HubBench {
  /// Carries out an order, and returns its effects and its answers, those after a commit too.
  fileprivate mutating func order(_ order: GroupOrder) -> [HubEffect] {
    carryOut(.groupsOrdered(order, .on(9, 5)))
  }

  fileprivate func group(_ name: String) -> GroupSnapshot {
    state.groups.first { $0.shownName == name } ?? GroupSnapshot(name: nil)
  }
}
