import Testing

@testable import HeadwayHubCore
@testable import HeadwayModel

@Suite("Commands that tell, and fail") struct TellingWatchTests {
  private let early = WallTime(millisecondsSinceEpoch: 1_000)
  private let late = WallTime(millisecondsSinceEpoch: 2_000)

  @Test("the last failure is said, of each setting one is kept, and a success forgets it")
  func failures() throws {
    var bench = HubBench(settings: .telling { ($0.onFinish, $0.onStall) = ("a", "b") })
    bench.connect(1)
    bench.begin(.a, "Job") { $0.stallPolicy.after = .seconds(300) }
    bench.step(.seconds(300))
    let stall = try #require(bench.send(.wakeUpReached(.a)).hooks.first)
    let finish = try #require(bench.end(.a).hooks.first)
    var watch = TellingWatch()
    #expect(watch.note(.ended(status: 0), of: finish, at: early) == nil)
    #expect(watch.lastFailure == nil)
    let words = "on-finish of [tell] failed for task 1: exit code 3"
    #expect(watch.note(.ended(status: 3), of: finish, at: early) == words)
    #expect(watch.lastFailure == "\(words) (\(early))")
    #expect(watch.note(.overdue(.seconds(60)), of: stall, at: late)?.hasPrefix("on-stall") == true)
    #expect(watch.lastFailure?.hasPrefix("on-stall") == true)
    #expect(watch.note(.ended(status: 0), of: stall, at: late) == nil)
    #expect(watch.lastFailure?.hasPrefix("on-finish") == true)
    #expect(watch.note(.ended(status: 0), of: finish, at: late) == nil)
    #expect(watch.lastFailure == nil)
  }

  @Test("a drop is said once at first, then with the number, and until the config is read again")
  func drops() {
    var watch = TellingWatch()
    #expect(watch.noteDropped(DroppedCommands(), at: early) == nil && watch.noteDrained() == nil)
    #expect(watch.noteDropped(DroppedCommands(hooks: 1), at: early)?.hasPrefix("too many") == true)
    #expect(
      watch.lastFailure
        == "1 hook of [tell] was dropped because too many waited, the last at \(early)")
    let more = DroppedCommands(hooks: 2, notifications: 1)
    #expect(watch.noteDropped(more, at: late) == nil)
    let words = "3 hooks and 1 notification of [tell] were dropped because too many waited"
    #expect(watch.lastFailure == "\(words), the last at \(late)")
    watch.forgetFailures()
    #expect(watch.lastFailure == nil)
    #expect(watch.noteDrained() == "\(words); all others have started")
    #expect(watch.noteDrained() == nil)
    #expect(watch.noteDropped(DroppedCommands(notifications: 2), at: late) != nil)
    #expect(watch.noteDrained()?.hasPrefix("2 notifications of [tell] were dropped") == true)
  }

  @Test("a failure and a drop are both said")
  func both() {
    var watch = TellingWatch()
    _ = watch.note(.ended(status: 3), of: .command, forTask: nil, at: early)
    _ = watch.noteDropped(DroppedCommands(hooks: 2), at: late)
    #expect(
      watch.lastFailure
        == "command of [tell] failed: exit code 3 (\(early)); 2 hooks of [tell] were dropped "
        + "because too many waited, the last at \(late)")
  }

  @Test(
    "what a shell can't find or run is said in words",
    arguments: [
      (TellingOutcome.ended(status: 127), "not found"), (.ended(status: 126), "can't be run"),
      (.unknown("it was killed"), "it was killed"),
    ])
  func problems(_ outcome: TellingOutcome, _ words: String) {
    #expect(outcome.problem?.contains(words) == true)
  }
}

extension TellingWatch {
  fileprivate mutating func note(
    _ outcome: TellingOutcome, of hook: HookCommand, at now: WallTime
  ) -> String? {
    note(outcome, of: hook.setting, forTask: hook.task, at: now)
  }
}
