import HeadwayHubCore
import HeadwayModel
import TestClocks
import Testing

/// The state that a program tells of itself.
@Suite("The state that a program tells")
struct ProgramStateTests {
  private func told(_ state: ProgramState, _ message: SanitisedText? = nil) -> WorkerReport {
    var report = WorkerReport()
    (report.programState, report.subtitle) = (state, message)
    return report
  }

  /// A hub that tells, with a working task in the background.
  private func tellingBench(
    _ begin: (inout WorkerReport) -> Void = { _ in },
    _ adjust: (inout TellingSettings) -> Void
  ) -> HubBench {
    var bench = HubBench(settings: .telling(adjust))
    bench.connect(1, isSupervisor: true)
    var report = told(.working)
    report.foreground = false
    begin(&report)
    bench.begin(.a, report: report)
    return bench
  }

  @Test(
    "a program that says that it waits needs a person, also in the foreground",
    arguments: [ProgramState.blocked, .permission, .question, .signIn])
  func blocked(_ state: ProgramState) throws {
    var bench = benchWithTask()
    _ = bench.update(.a, told(state, "Run rm -rf build?"))
    let task = try bench.task(.a)
    #expect(task.needsAnswer && task.programState == state)
    #expect(task.waitSentence == state.words && task.subtitle == "Run rm -rf build?")
    #expect(HubSummary.of(task).needsYou == 1)
    bench.step(.seconds(600))
    #expect(bench.send(.wakeUpReached(.a)).isEmpty, "nobody is asked about it")
    _ = bench.update(.a, told(.working))
    #expect(try !bench.task(.a).needsAnswer && bench.task(.a).programState == nil)
  }

  @Test(
    "output leaves the message of a question alone until the program goes on",
    arguments: [false, true])
  func message(_ isRecognised: Bool) throws {
    var bench = benchWithTask(isSupervisor: true)
    var line = WorkerReport()
    line.subtitle = "noise"
    _ = bench.update(.a, line, isRecognised: true)
    _ = bench.update(.a, told(.permission, "Run rm -rf build?"), isRecognised: isRecognised)
    _ = bench.update(.a, line, isRecognised: true)
    #expect(try bench.task(.a).subtitle == "Run rm -rf build?")
    _ = bench.update(.a, told(.working), isRecognised: isRecognised)
    _ = bench.update(.a, line, isRecognised: true)
    #expect(try bench.task(.a).subtitle == "noise")
    _ = bench.update(.a, told(.question), isRecognised: isRecognised)
    line.subtitle = "more noise"
    _ = bench.update(.a, line, isRecognised: true)
    #expect(try bench.task(.a).subtitle == "more noise", "a question without a message")
  }

  @Test("subtasks that a program tells are shown while it runs, 64 at most")
  func subtasks() throws {
    var bench = benchWithTask()
    var report = told(.working)
    report.toldSubtasks = (0..<100).map { (number: Int) in
      ToldSubtask(id: SanitisedText("n\(number)"), name: "Step", state: .working, percent: number)
    }
    _ = bench.update(.a, report)
    #expect(try bench.task(.a).toldSubtasks.count == 64)
    _ = bench.update(.a, told(.working))
    #expect(try bench.task(.a).toldSubtasks.count == 64, "a report without subtasks leaves them")
    report.toldSubtasks = []
    _ = bench.update(.a, report)
    #expect(bench.changes == [.changed(.a, .listing)])
    #expect(try bench.task(.a).toldSubtasks.isEmpty)
    report.toldSubtasks = [ToldSubtask(id: "n", name: "Step", state: .done)]
    _ = bench.update(.a, report)
    _ = bench.end(.a)
    #expect(try bench.task(.a).toldSubtasks.isEmpty)
  }

  @Test("what the program says goes before what its terminal shows")
  func strongest() throws {
    var bench = benchWithTask()
    var report = told(.permission)
    (report.inputWait, report.isInteractive, report.foreground) = (.input, true, true)
    _ = bench.update(.a, report)
    #expect(try bench.task(.a).waitSentence == "needs you: permission")
    _ = bench.update(.a, told(.working))
    #expect(try !bench.task(.a).needsAnswer, "an editor before its user needs nobody else")
  }

  @Test(
    "a program that rests isn't asked about; one that says it is done may be one of several",
    arguments: [(ProgramState.idle, false), (.done, true), (.error, true)])
  func resting(_ state: ProgramState, isAsked: Bool) throws {
    var bench = benchWithTask()
    _ = bench.update(.a, told(state))
    #expect(try !bench.task(.a).needsAnswer && bench.task(.a).programState == state)
    bench.step(.seconds(600))
    _ = bench.send(.wakeUpReached(.a))
    #expect(try (bench.task(.a).stall.kind != nil) == isAsked && bench.task(.a).state == .running)
    guard !isAsked else { return }
    _ = bench.update(.a, told(.working))
    bench.step(.seconds(30))
    _ = bench.send(.wakeUpReached(.a))
    #expect(try bench.task(.a).stall.kind == .silent)
  }

  @Test("a queued task that says that it waits is never ended for that")
  func neverExpires() throws {
    var bench = benchWithTask { $0.stallPolicy.action = .expire }
    var report = told(.permission)
    report.foreground = false
    _ = bench.update(.a, report)
    for _ in 0..<20 {
      bench.step(.seconds(600))
      _ = bench.send(.wakeUpReached(.a))
    }
    #expect(try bench.task(.a).state == .running && bench.task(.a).stall.kind == nil)
  }

  @Test("a program that blocks again and again is told of at most every 30 s, and not at once")
  func telling() {
    var bench = tellingBench { ($0.desktop, $0.onInput) = (true, "hook") }
    var hooks = 0
    for _ in 0..<200 {
      hooks += bench.update(.a, told(.question)).hooks.count
      bench.step(.milliseconds(100))
      hooks += bench.send(.wakeUpReached(.a)).hooks.count
      hooks += bench.update(.a, told(.working)).hooks.count
    }
    #expect(hooks == 0, "no block stood for a second")
    for _ in 0..<20 {
      _ = bench.update(.a, told(.question))
      bench.step(.seconds(3))
      hooks += bench.send(.wakeUpReached(.a)).hooks.count
      _ = bench.update(.a, told(.working))
    }
    #expect((1...3).contains(hooks), "\(hooks) in a minute")
  }

  @Test(
    "a program that says that it is done or has failed is news, once, and goes on",
    arguments: [(ProgramState.done, "says it is done"), (.error, "says it failed")])
  func outcome(_ state: ProgramState, words: String) throws {
    var bench = tellingBench { ($0.desktop, $0.onDone) = (true, "hook") }
    #expect(bench.update(.a, told(state, "Wrote 3 files")).hooks.isEmpty)
    bench.step(.seconds(2))
    let hooks = bench.send(.wakeUpReached(.a)).hooks
    #expect(hooks.map(\.setting) == [.onDone])
    #expect(hooks.first?.variables["HEADWAY_EVENT"] == state.rawValue)
    #expect(hooks.first?.variables["HEADWAY_BODY"] == "\(words): Wrote 3 files")
    #expect(try bench.task(.a).state == .running)
    for _ in 0..<5 {
      bench.step(.seconds(60))
      _ = bench.update(.a, told(state))
      #expect(bench.send(.wakeUpReached(.a)).hooks.isEmpty)
    }
    _ = bench.update(.a, told(.question))
    bench.step(.seconds(2))
    #expect(bench.send(.wakeUpReached(.a)).hooks.isEmpty, "there is no hook for that")
    #expect(try bench.task(.a).needsAnswer)
  }

  @Test(
    "a program that says that it rests or is done waits for nobody, though its terminal reads keys",
    arguments: [ProgramState.idle, .done, .error])
  func readingWhileResting(_ state: ProgramState) throws {
    var bench = benchWithTask()
    var report = told(state)
    (report.inputWait, report.isInteractive, report.foreground) = (.input, true, false)
    _ = bench.update(.a, report)
    #expect(try !bench.task(.a).needsAnswer && bench.task(.a).waitSentence == nil)
    #expect(try HubSummary.of(bench.task(.a)).needsYou == 0)
    var password = WorkerReport()
    password.inputWait = .password
    _ = bench.update(.a, password)
    #expect(try bench.task(.a).needsAnswer)
    _ = bench.update(.a, told(.working))
    #expect(try bench.task(.a).needsAnswer)
  }

  @Test("done again and again is told at most every 30 s, also of a program that reads keys")
  func doneAgain() {
    var bench = tellingBench {
      ($0.inputWait, $0.isInteractive) = (.input, true)
    } _: {
      $0.onDone = "hook"
    }
    var hooks = 0
    for _ in 0..<60 {
      hooks += bench.update(.a, told(.done)).hooks.count
      bench.step(.milliseconds(1500))
      hooks += bench.send(.wakeUpReached(.a)).hooks.count
      _ = bench.update(.a, told(.working))
    }
    #expect((2...4).contains(hooks), "\(hooks) in 90 s")
  }

  @Test("a wait that nobody is told of doesn't put off what somebody is told of")
  func untoldWait() {
    var bench = tellingBench { $0.onDone = "hook" }
    _ = bench.update(.a, told(.question))
    bench.step(.seconds(3))
    #expect(bench.send(.wakeUpReached(.a)).hooks.isEmpty)
    _ = bench.update(.a, told(.done))
    bench.step(.seconds(3))
    #expect(bench.send(.wakeUpReached(.a)).hooks.count == 1)
  }

  @Test("a state alone doesn't make the hub forget what is read off the output")
  func recognition() throws {
    var bench = benchWithTask()
    _ = bench.update(.a, told(.blocked, "Which disk?"))
    _ = bench.update(.a, told(.working))
    var read = WorkerReport()
    (read.subtitle, read.reading) = ("copying", ProgressReading(completed: 4, total: 10))
    _ = bench.send(.reportReceived(.key(.a), read, isRecognised: true, .on(1, 9)))
    #expect(try bench.task(.a).subtitle == "copying" && bench.task(.a).progress.fraction == 0.4)
  }

  @Test("what a script told is in the record, and a later hub knows it and asks nobody")
  func recorded() throws {
    var earlier = benchWithTask(isSupervisor: true)
    var effects = earlier.update(.a, told(.question, "Deploy to prod?"), isRecognised: false)
    let record = try #require(effects.saved.first)
    #expect(record.programState == .question && record.isStateMessage)
    var later = HubBench()
    _ = later.send(.recordLoaded([record], highestNumber: 1))
    later.connect(1, isSupervisor: true)
    later.begin(.a)
    #expect(try later.task(.a).programState == .question)
    var line = WorkerReport()
    line.subtitle = "noise"
    _ = later.update(.a, line, isRecognised: true)
    #expect(try later.task(.a).subtitle == "Deploy to prod?")
    later.step(.seconds(600))
    #expect(later.send(.wakeUpReached(.a)).isEmpty)
    // A supervisor repeats what it told itself, so the record need not have it at once.
    effects = earlier.update(.a, told(.permission), isRecognised: true)
    #expect(effects.saved.isEmpty)
  }

  @Test("a halted task and an ended one say nothing of themselves")
  func silent() throws {
    var bench = benchWithTask()
    _ = bench.update(.a, told(.question))
    _ = bench.update(.a, .paused(true))
    #expect(try !bench.task(.a).needsAnswer && bench.task(.a).programState == nil)
    _ = bench.update(.a, .paused(false))
    #expect(try bench.task(.a).needsAnswer)
    _ = bench.end(.a)
    #expect(try bench.task(.a).programState == nil)
  }
}

extension HubSummary {
  fileprivate static func of(_ task: TaskSnapshot) -> HubSummary {
    var summary = HubSummary()
    summary.add(task)
    return summary
  }
}
