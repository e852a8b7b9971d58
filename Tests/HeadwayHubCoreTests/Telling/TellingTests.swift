import HeadwayHubCore
import HeadwayModel
import Testing

@Suite("Who is told of what")
struct TellingTests {
  @Test("an end after the threshold is shown, a short one isn't, unless it was asked for")
  func threshold() {
    var bench = HubBench(settings: .telling { $0.desktop = true })
    bench.connect(1)
    bench.begin(.a, "Short")
    bench.begin(.b, "Asked for") { $0.notifiesOfEnd = true }
    bench.begin(.c, "Long")
    bench.step(.seconds(29))
    #expect(bench.end(.a).gatherings.isEmpty)
    #expect(bench.end(.b).gatherings == [.seconds(1)])
    bench.step(.seconds(1))
    #expect(bench.end(.c).gatherings.isEmpty, "the first has begun the gathering")
    let notification = bench.gathered().onDesktop.first
    #expect(notification?.summary == "2 tasks completed")
    #expect(
      notification?.body == "Asked for: completed after 29 s\nLong: completed after 30 s")
    #expect(bench.gathered() == [])
  }

  @Test(
    "each end is an entry of the journal, once, unless the config says no or the task is sensitive")
  func journal() {
    var bench = HubBench(settings: .telling { $0.journal = true })
    bench.connect(1)
    bench.begin(.a, "Backup")
    bench.begin(.b, "Secret") { $0.sensitive = true }
    #expect(bench.end(.a, .cancelled(by: .user)).journal.count == 1)
    #expect(bench.end(.b).journal.isEmpty)
    var quiet = HubBench(settings: .telling { $0.journal = false })
    quiet.connect(1)
    quiet.begin(.a, "Backup")
    #expect(quiet.end(.a).journal.isEmpty)
  }

  @Test("what a person cancelled, and what is a part of something that goes on, is no news")
  func nothingNew() {
    var bench = HubBench(settings: .telling { ($0.desktop, $0.onFinish) = (true, "hook") })
    bench.connect(1)
    bench.begin(.a, "Whole")
    bench.begin(.b, "Part") { $0.parent = .a }
    bench.step(.seconds(60))
    let part = bench.end(.b)
    #expect(part.gatherings.isEmpty && part.hooks.isEmpty)
    let whole = bench.end(.a, .cancelled(by: .user))
    #expect(whole.gatherings.isEmpty)
    #expect(whole.hooks.map { $0.variables["HEADWAY_TASK_END_REASON"] } == ["cancelled"])
  }

  @Test("many are counted, those that need somebody last, and five are named")
  func many() throws {
    var bench = HubBench(settings: .telling { $0.desktop = true })
    bench.connect(1)
    let keys = (0..<7).map { TaskKey(high: 1, low: $0) }
    for key in keys { bench.begin(key, "Job") }
    bench.begin(.a, "Quiet one") { $0.stallPolicy.after = .seconds(300) }
    bench.step(.seconds(300))
    for (index, key) in keys.enumerated() {
      _ = bench.end(key, index < 4 ? .completed : index < 6 ? .failed : .expired(.stall))
    }
    _ = bench.send(.wakeUpReached(.a))
    let notification = try #require(bench.gathered().onDesktop.first)
    #expect(
      notification.summary == "4 tasks completed, 2 failed, 1 expired, 1 needs you")
    #expect(notification.body.split(separator: "\n").count == 6)
    #expect(notification.body.hasSuffix("and 3 more") && notification.isUrgent)
  }

  @Test("a question that was withdrawn meanwhile isn't told, and neither is a wait that is over")
  func withdrawn() {
    var bench = HubBench(settings: .telling { $0.desktop = true })
    bench.connect(1)
    bench.begin(.a)
    bench.step(.seconds(30))
    #expect(bench.send(.wakeUpReached(.a)).gatherings == [.seconds(1)])
    _ = bench.update(.a, .done(1))
    #expect(bench.gathered() == [])
  }

  @Test("nobody is told who looks at a monitor, and nobody in the quiet hours")
  func quiet() throws {
    var bench = HubBench(
      settings: .telling {
        $0.tmux = true
        $0.quiet = QuietHours("22:00-07:00")
      })
    bench.connect(1)
    bench.connect(2)
    for key in [TaskKey.a, .b, .c] { bench.begin(key, "Export") }
    bench.step(.seconds(60))
    _ = bench.send(.focusReported(ConnectionID(2), isFocused: true))
    #expect(bench.end(.a).gatherings == [.seconds(1)] && bench.gathered() == [])
    _ = bench.disconnect(2)
    _ = bench.end(.b)
    #expect(bench.gathered(at: try #require(TimeOfDay("23:00"))) == [])
    _ = bench.end(.c)
    let morning = bench.gathered(at: try #require(TimeOfDay("07:00")))
    #expect(morning.inTmux.map(\.summary) == ["Export"])
  }

  @Test("a wait for input is told once: at once without a terminal, else after the threshold")
  func input() {
    var bench = HubBench(
      settings: .telling { ($0.desktop, $0.after, $0.onInput) = (true, .seconds(10), "hook") })
    bench.connect(1, isSupervisor: true)
    bench.begin(.a, report: .waiting(.password, foreground: true))
    bench.step(.seconds(9))
    #expect(bench.send(.wakeUpReached(.a)).gatherings.isEmpty)
    bench.step(.seconds(1))
    let told = bench.send(.wakeUpReached(.a))
    #expect(told.gatherings == [.seconds(1)])
    #expect(told.hooks.map { $0.variables["HEADWAY_TASK_WAITS_FOR"] } == ["password"])
    #expect(bench.gathered().onDesktop.map(\.body) == ["waiting for a password"])
    bench.step(.seconds(60))
    #expect(bench.send(.wakeUpReached(.a)).gatherings.isEmpty)
    _ = bench.update(.a, .waiting(.none, foreground: false))
    #expect(bench.update(.a, .waiting(.input, foreground: false)).wakeUps == [.zero])
    #expect(bench.send(.wakeUpReached(.a)).gatherings == [.seconds(1)])
  }

  @Test("a task with --notify is told of when it waits for input, without any setting")
  func requestedInput() {
    var bench = HubBench()
    bench.connect(1, isSupervisor: true)
    bench.begin(.a, report: .waiting(.input, foreground: false)) { $0.notifiesOfEnd = true }
    let told = bench.send(.wakeUpReached(.a))
    #expect(told.gatherings == [.seconds(1)])
    let shown = bench.gathered().onDesktop
    #expect(shown.map(\.body) == ["waiting for your input, but its terminal is gone"])
    bench.begin(.b, report: .waiting(.input, foreground: false))
    let untold = bench.send(.wakeUpReached(.b))
    #expect(untold.gatherings.isEmpty)
  }

  @Test("a wait for input that was told of is no news to a later hub; the next one is")
  func inputAcrossHubs() throws {
    let settings = HubSettings.telling { ($0.desktop, $0.onInput) = (true, "hook") }
    var bench = HubBench(settings: settings)
    bench.connect(1, isSupervisor: true)
    bench.begin(.a, report: .waiting(.input, foreground: false))
    let told = bench.send(.wakeUpReached(.a))
    #expect(told.hooks.count == 1)
    let records = told.compactMap { effect -> TaskRecord? in
      if case .save(let record, _) = effect { record } else { nil }
    }
    var later = HubBench(settings: settings)
    _ = later.send(.recordLoaded(records, highestNumber: 1))
    later.connect(1, isSupervisor: true)
    later.begin(.a, report: .waiting(.input, foreground: false))
    #expect(later.send(.wakeUpReached(.a)).hooks.isEmpty)
    #expect(try later.task(.a).waitingForInput == .input)
    let over = later.update(.a, .waiting(.none, foreground: false)).contains { effect in
      if case .save(let record, _) = effect { !record.isInputTold } else { false }
    }
    #expect(over, "the record knows that the wait is over")
    _ = later.update(.a, .waiting(.input, foreground: false))
    #expect(later.send(.wakeUpReached(.a)).hooks.count == 1)
  }

  @Test("without a word in the config only tasks that asked for it are told of; off is off")
  func channels() {
    var bench = HubBench(settings: .telling { $0.tmux = false })
    bench.connect(1)
    bench.begin(.a, "One")
    bench.begin(.b, "Other") { $0.notifiesOfEnd = true }
    bench.step(.seconds(60))
    #expect(bench.end(.a).gatherings.isEmpty)
    _ = bench.end(.b)
    let effects = bench.gathered()
    #expect(effects.onDesktop.map(\.summary) == ["Other"] && effects.inTmux.isEmpty)
    #expect(effects.inMonitors.map(\.summary) == ["Other"])
  }

  @Test("the terminals of monitors are told by the same rules, and of no title that is sensitive")
  func terminals() {
    var bench = HubBench(settings: .telling { $0.terminal = true })
    bench.connect(1)
    bench.begin(.a, "Secret") { $0.sensitive = true }
    bench.begin(.b, "Short")
    bench.step(.seconds(30))
    #expect(bench.end(.a).gatherings == [.seconds(1)])
    let told = bench.gathered()
    #expect(told.inMonitors.map(\.line) == ["Task 1: completed after 30 s"])
    #expect(told.onDesktop.isEmpty)
  }
}

@Suite("Hooks")
struct HookTests {
  @Test("a hook hears of every end, in its environment, once the record has it")
  func finish() throws {
    var bench = HubBench(settings: .telling { $0.onFinish = "echo $HEADWAY_TASK_TITLE" })
    bench.connect(1)
    bench.begin(.a, "Backup") { task in
      task.command = ["rsync", "-a"]
      task.group = "nightly"
    }
    bench.step(.seconds(3))
    let effects = bench.send(
      .taskEnded(.key(.a), TaskEnding(reason: .failed, status: .code(23)), .on(1, 2)))
    let hook = try #require(effects.hooks.first)
    #expect(effects.afterCommits.last == .runHook(hook) && effects.hooks.count == 1)
    #expect(hook.script == "echo $HEADWAY_TASK_TITLE")
    let expected = [
      "HEADWAY_EVENT": "finish", "HEADWAY_TASK_NUMBER": "1", "HEADWAY_TASK_TITLE": "Backup",
      "HEADWAY_TASK_COMMAND": "rsync -a", "HEADWAY_TASK_GROUP": "nightly",
      "HEADWAY_TASK_END_REASON": "failed", "HEADWAY_TASK_EXIT_CODE": "23",
      "HEADWAY_TASK_ELAPSED": "3", "HEADWAY_SUMMARY": "Backup",
      "HEADWAY_BODY": "failed with exit code 23 after 3 s",
    ]
    for (name, value) in expected { #expect(hook.variables[name] == value, "\(name)") }
    #expect(hook.variables["HEADWAY_TASK"] == nil, "a submit of the hook's is no part of the task")
    #expect(bench.end(.a).hooks.isEmpty, "an end that is resent")
  }

  @Test("a hook can tell the tasks with --notify from the others")
  func requested() {
    var bench = HubBench(settings: .telling { $0.onFinish = "hook" })
    bench.connect(1)
    bench.begin(.a) { $0.notifiesOfEnd = true }
    bench.begin(.b)
    let hooks = bench.end(.a).hooks + bench.end(.b).hooks
    #expect(hooks.map { $0.variables["HEADWAY_TASK_NOTIFY"] } == ["1", nil])
  }

  @Test("of a sensitive task it hears no title, subtitle, command, directory or note")
  func sensitive() throws {
    var bench = HubBench(
      settings: .telling { ($0.onStall, $0.onFinish, $0.command) = ("stall", "finish", "tell") })
    bench.connect(1)
    var report = WorkerReport()
    report.subtitle = "secret subtitle"
    bench.begin(.a, "secret title", report: report) { task in
      task.sensitive = true
      task.command = ["secret", "command"]
      task.directory = "/secret"
    }
    bench.step(.seconds(30))
    var hooks = bench.send(.wakeUpReached(.a)).hooks
    hooks += bench.gathered().hooks
    let note: SanitisedText = "secret note"
    _ = bench.send(.cancelRequested(.key(.a), isForced: false, note: note, .on(1, 3)))
    hooks += bench.end(.a, .cancelled(by: .user)).hooks
    #expect(hooks.map(\.script) == ["stall", "tell", "finish"])
    #expect(!hooks.contains { $0.variables.values.contains { $0.contains("secret") } })
    #expect(
      hooks.first?.variables["HEADWAY_TASK_QUESTION"]
        == "Task 1 has been silent for 30 s. Continue or stop?")
  }

  @Test("what leaves the queue unrun by a person's word has no end to hear of; a retry neither")
  func unrun() {
    var bench = HubBench(settings: .telling { $0.onFinish = "hook" })
    bench.connect(9)
    bench.connect(1, isSupervisor: true)
    var terms = LaunchTerms()
    terms.retries = 1
    let submission = Submission(TaskDescription(key: .a, title: "Train"), terms)
    _ = bench.send(.taskSubmitted(submission, .on(9, 1)))
    bench.begin(.a)
    #expect(bench.end(.a, .failed).hooks.isEmpty)
    let cancel = bench.carryOut(.cancelRequested(.key(.a), isForced: false, .on(9, 2)))
    #expect(cancel.saved.last?.state == .ended && cancel.hooks.isEmpty)
  }
}

extension HookTests {
  @Test("a hook is told of the log of a task that ran, and of none of a task that never ran")
  func noLog() throws {
    var bench = HubBench(settings: .telling { $0.onFinish = "hook" })
    bench.connect(9)
    bench.connect(1, isSupervisor: true)
    _ = bench.submit(.a)
    _ = bench.submit(.b) { $1.dependencies = [Dependency(.key(.a), needsSuccess: true)] }
    bench.begin(.a)
    let hooks = bench.end(.a, .failed).hooks
    #expect(try bench.task(.b).ending?.reason == .cancelled(by: .dependency))
    #expect(hooks.map { $0.task?.value } == [1, 2] && hooks.map { $0.log?.key } == [.a, nil])
  }
}

extension HubSettings {
  static func telling(_ adjust: (inout TellingSettings) -> Void) -> HubSettings {
    var settings = HubSettings.bench
    adjust(&settings.telling)
    return settings
  }
}

extension HubBench {
  /// The gathering is over.
  mutating func gathered(at time: TimeOfDay = .midnight) -> [HubEffect] {
    send(.newsGathered(at: time))
  }
}

extension WorkerReport {
  fileprivate static func waiting(_ wait: InputWaitReport, foreground: Bool) -> WorkerReport {
    var report = WorkerReport()
    (report.inputWait, report.foreground) = (wait, foreground)
    return report
  }
}

extension [HubEffect] {
  fileprivate var journal: [JournalEntry] {
    compactMap { if case .noteInJournal(let entry) = $0 { entry } else { nil } }
  }

  fileprivate var gatherings: [Duration] {
    compactMap { if case .gatherNews(let time) = $0 { time } else { nil } }
  }

  var hooks: [HookCommand] {
    compactMap { if case .runHook(let hook) = $0 { hook } else { nil } }
      + afterCommits.compactMap { if case .runHook(let hook) = $0 { hook } else { nil } }
  }

  fileprivate var onDesktop: [NewsNotification] {
    compactMap { if case .showOnDesktop(let notification) = $0 { notification } else { nil } }
  }

  fileprivate var inMonitors: [NewsNotification] {
    compactMap { if case .showInMonitors(let notification) = $0 { notification } else { nil } }
  }

  fileprivate var inTmux: [NewsNotification] {
    compactMap { if case .showInTmux(let notification) = $0 { notification } else { nil } }
  }
}

extension TimeOfDay {
  fileprivate static var midnight: TimeOfDay {
    guard let time = TimeOfDay(minutes: 0) else { preconditionFailure("midnight") }
    return time
  }
}
