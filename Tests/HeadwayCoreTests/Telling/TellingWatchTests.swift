import Testing

@testable import HeadwayCore

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
