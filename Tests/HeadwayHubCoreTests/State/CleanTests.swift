@testable import HeadwayHubCore
@testable import HeadwayModel
import TestClocks
import Testing

@Suite("Tasks that leave the record")
struct CleanTests {
  /// A task that ended, `.a`, and one that lives, `.b`.
  private static func bench() -> HubBench {
    var bench = benchWithTask(.a)
    _ = bench.end(.a)
    bench.begin(.b)
    return bench
  }

  @Test("what has ended leaves the list, and the answer waits for the record")
  func named() throws {
    var bench = Self.bench()
    let effects = bench.send(.cleanRequested([.number(try number(1))], .on(1, 7)))
    #expect(
      effects == [.forget([.a], then: [.reply(.on(1, 7), .cleaned(count: 1, next: nil))])])
    #expect(bench.changes == [.removed(.a)])
    #expect(bench.state.snapshot(of: .a, at: bench.now) == nil)
  }

  @Test("with one that lives, or that there is none of, all stay")
  func refused() throws {
    var bench = Self.bench()
    let two = try number(2)
    let live = bench.send(.cleanRequested([.key(.a), .number(two)], .on(1, 7)))
    #expect(live.immediateReplies == [.refused(.stillLive(two))])
    let unknown = bench.send(.cleanRequested([.key(.a), .key(.c)], .on(1, 7)))
    #expect(unknown.immediateReplies == [.refused(.unknownTask(.key(.c)))])
    #expect(bench.state.snapshot(of: .a, at: bench.now) != nil)
  }

  @Test("of what the record has, what began again meanwhile stays")
  func found() {
    var bench = Self.bench()
    let effects = bench.send(.cleanableFound([.a, .b, .c], next: 9, for: .on(1, 7)))
    #expect(
      effects == [.forget([.a, .c], then: [.reply(.on(1, 7), .cleaned(count: 2, next: 9))])])
  }

  @Test("what a queued task depends on stays until that one has begun")
  func dependedOn() throws {
    var settings = HubSettings.bench
    settings.queue.slots = 1
    var bench = benchWithTask(.a, settings: settings)
    _ = bench.end(.a)
    bench.connect(9)
    var terms = LaunchTerms()
    terms.dependencies = [Dependency(.key(.a), needsSuccess: true)]
    terms.conditions = [.externalPower]
    let waiting = TaskDescription(key: .b, title: "Evaluate")
    _ = bench.send(.taskSubmitted(Submission(waiting, terms), .on(9, 1)))
    let named = bench.send(.cleanRequested([.key(.a)], .on(1, 7)))
    #expect(
      named.immediateReplies == [.refused(.awaited(try number(1), by: try number(2)))])
    let found = bench.send(.cleanableFound([.a], next: nil, for: nil))
    #expect(found == [.forget([], then: [])])
    _ = bench.carryOut(.cancelRequested(.key(.b), isForced: false, .on(9, 2)))
    let later = bench.send(.cleanableFound([.a], next: nil, for: nil))
    #expect(later == [.forget([.a], then: [])])
  }

  @Test("whoever resends what was cleaned makes no task of it, and its end leaves the spool")
  func resent() throws {
    var bench = Self.bench()
    _ = bench.send(.cleanRequested([.key(.a)], .on(1, 7)))
    #expect(bench.begin(.a).refusals == [.unknownTask(.key(.a))])
    #expect(bench.end(.a).refusals == [.unknownTask(.key(.a))])
    let end = SpooledEnd(
      description: TaskDescription(key: .a, title: "Export"), report: WorkerReport(),
      ending: TaskEnding(reason: .completed), endedAt: bench.now.wall, process: .numbered(1))
    #expect(
      bench.send(.endFoundInSpool(end)) == [.forget([.a], then: [.removeSpooledEnd(.a)])])
    #expect(bench.state.snapshot(of: .a, at: bench.now) == nil)
  }

  @Test("of cleaned tasks the last are known, and no more than so many")
  func bound() {
    var cleaned = CleanedTasks()
    let count = UInt64(CleanedTasks.limit)
    for low in 0..<count + 2 { cleaned.note(TaskKey(high: 1, low: low)) }
    cleaned.note(TaskKey(high: 1, low: count))
    #expect(
      !cleaned.contains(TaskKey(high: 1, low: 0)) && !cleaned.contains(TaskKey(high: 1, low: 1)))
    #expect((2..<count + 2).allSatisfy { cleaned.contains(TaskKey(high: 1, low: $0)) })
  }

  @Test("of what comes again the settings keep runs; without them, the last hundred")
  func runs() {
    var retention = Retention()
    #expect(retention.keepsRun(inPlace: 100, writtenAgo: .seconds(1_000_000)))
    #expect(!retention.keepsRun(inPlace: 101, writtenAgo: .zero))
    retention.time = .seconds(60)
    #expect(retention.keepsRun(inPlace: 2, writtenAgo: .seconds(60)))
    #expect(!retention.keepsRun(inPlace: 2, writtenAgo: .seconds(61)))
    retention.taskCount = 3
    #expect(retention.keepsRun(inPlace: 3, writtenAgo: .zero))
    #expect(!retention.keepsRun(inPlace: 4, writtenAgo: .zero))
  }

  @Test("numbers aren't given again")
  func numbers() throws {
    var bench = Self.bench()
    _ = bench.end(.b)
    _ = bench.send(.cleanRequested([.key(.a), .key(.b)], .on(1, 7)))
    bench.begin(.c)
    #expect(try bench.task(.c).number == number(3))
  }

  @Test("a hub looks again when enough has ended, not by the clock")
  func pace() {
    var retention = Retention()
    var pace = RetentionPace()
    let never = pace.noteEnds(1, retention, at: .zero)
    #expect(!never)
    retention.time = .seconds(86_400)
    let first = pace.noteEnds(1, retention, at: .zero)
    #expect(first)
    pace.noteLook(at: .zero)
    let soon = (1...99).map { _ in pace.noteEnds(1, retention, at: .seconds(60)) }
    let hundredth = pace.noteEnds(1, retention, at: .seconds(60))
    #expect(!soon.contains(true) && hundredth)
    pace.noteLook(at: .seconds(60))
    let later = pace.noteEnds(1, retention, at: .seconds(3700))
    #expect(later)
    retention.taskCount = 5
    pace.noteLook(at: .seconds(3700))
    let small = pace.noteEnds(1, retention, at: .seconds(3701))
    #expect(small)
  }
}
