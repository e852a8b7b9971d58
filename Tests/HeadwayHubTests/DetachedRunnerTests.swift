import Dispatch
import HeadwayHubCore
import HeadwayModel
import HeadwaySystem
import NIOCore
import NIOPosix
import Synchronization
import TestSupport
import Testing

@testable import HeadwayHub

@Suite("Commands that wait for their turn") struct DetachedRunnerTests {
  private typealias Waiting = WaitingPrograms<Int>

  @Test("3,000 hooks run in order, however slow they are")
  func order() throws {
    let bench = RunnerBench(runningLimit: 1)
    bench.run((0..<3000).map { ("\($0)", .hook) })
    #expect(bench.ran.isEmpty)
    bench.open()
    try eventually("all ran") { bench.ran.count == 3000 && bench.news.last == .drained }
    #expect(bench.ran == (0..<3000).map { "\($0)" })
    #expect(bench.news == [.queued, .drained])
  }

  @Test("four run at a time, and all of them run")
  func fourAtATime() throws {
    let bench = RunnerBench()
    bench.run((0..<100).map { ("\($0)", .hook) })
    try eventually("four run") { bench.mostAtOnce == 4 }
    bench.open()
    try eventually("all ran") { bench.ran.count == 100 && bench.news.last == .drained }
    #expect(Set(bench.ran) == Set((0..<100).map { "\($0)" }))
    #expect(bench.mostAtOnce == 4)
  }

  @Test("beyond the bound those that are dropped are told, and the others run in order")
  func bound() throws {
    let bench = RunnerBench(runningLimit: 1, limits: .init(count: 10))
    bench.run((0..<16).map { ("\($0)", .hook) })
    bench.open()
    try eventually("all ran") { bench.ran.count == 11 && bench.news.last == .drained }
    #expect(bench.ran == (0..<11).map { "\($0)" })
    let drop = DetachedRunner.News.dropped(DroppedCommands(hooks: 1))
    #expect(bench.news == [.queued] + Array(repeating: drop, count: 5) + [.drained])
  }

  @Test("hooks and notifications keep their common order")
  func commonOrder() {
    var waiting = Waiting()
    for number in 0..<10 {
      let rank: Waiting.Rank = number.isMultiple(of: 3) ? .notification : .hook
      #expect(waiting.append(number, as: rank, bytes: 1).isEmpty)
    }
    var order: [Int] = []
    while let number = waiting.popFirst() { order.append(number) }
    #expect(order == Array(0..<10) && waiting.isEmpty)
  }

  @Test("the oldest notifications give way to a hook and to a newer notification, hooks to nothing")
  func givesWay() {
    var waiting = Waiting(limits: .init(count: 3, bytes: 1000))
    _ = waiting.append(0, as: .notification, bytes: 1)
    _ = waiting.append(1, as: .hook, bytes: 1)
    _ = waiting.append(2, as: .notification, bytes: 1)
    #expect(waiting.append(3, as: .hook, bytes: 1) == DroppedCommands(notifications: 1))
    #expect(waiting.append(4, as: .notification, bytes: 1) == DroppedCommands(notifications: 1))
    #expect(waiting.append(5, as: .hook, bytes: 1) == DroppedCommands(notifications: 1))
    #expect(waiting.append(6, as: .hook, bytes: 1) == DroppedCommands(hooks: 1))
    #expect(waiting.append(7, as: .notification, bytes: 1) == DroppedCommands(notifications: 1))
    #expect([waiting.popFirst(), waiting.popFirst(), waiting.popFirst()] == [1, 3, 5])
    #expect(waiting.append(8, as: .notification, bytes: 1).isEmpty)
  }

  @Test("bytes are bounded too, and come back")
  func bytes() {
    var waiting = Waiting(limits: .init(count: 100, bytes: 100))
    #expect(waiting.append(0, as: .hook, bytes: 101) == DroppedCommands(hooks: 1))
    for number in 0..<3 { _ = waiting.append(number, as: .notification, bytes: 20) }
    #expect(waiting.append(3, as: .hook, bytes: 70) == DroppedCommands(notifications: 2))
    #expect(waiting.append(4, as: .hook, bytes: 31) == DroppedCommands(hooks: 1))
    #expect(waiting.popFirst() == 2 && waiting.popFirst() == 3 && waiting.popFirst() == nil)
    #expect(waiting.append(5, as: .hook, bytes: 100).isEmpty)
  }

  @Test("a program's environment is this process's but for the variables of its own")
  func environment() {
    let program = DetachedProgram(
      ["true"], variables: ["PATH": "/own", "HEADWAY_X": "a=b\nc\0EVIL=1", "HEADWAY_E": ""])
    let entries = program.environment.map(\.string)
    #expect(entries.filter { $0.hasPrefix("PATH=") } == ["PATH=/own"])
    #expect(entries.contains("HEADWAY_X=a=b\ncEVIL=1") && entries.contains("HEADWAY_E="))
    #expect(entries.count > 3)
    #expect(program.byteCount > 128)
  }
}

/// A runner whose programs do nothing but wait until they are let go.
private final class RunnerBench: Sendable {
  private struct Seen {
    var ran: [String] = []
    var news: [DetachedRunner.News] = []
    var running = 0
    var mostAtOnce = 0
  }

  private let loop = HubBed.group.next()
  private let gate = DispatchSemaphore(value: 0)
  private let seen = Mutex(Seen())
  private let runner: NIOLoopBoundBox<DetachedRunner?>

  init(runningLimit: Int = 4, limits: DetachedRunner.Waiting.Limits = .init()) {
    runner = .makeEmptyBox(eventLoop: loop)
    // A test waits for its bench as long as anything runs.
    try? loop.submit { [self] in
      runner.value = DetachedRunner(
        loop: loop, runningLimit: runningLimit, limits: limits,
        perform: { [self] in perform($0) },
        handle: { [self] news in seen.withLock { $0.news.append(news) } })
    }.wait()
  }

  var ran: [String] { seen.withLock { $0.ran } }
  var news: [DetachedRunner.News] { seen.withLock { $0.news } }
  var mostAtOnce: Int { seen.withLock { $0.mostAtOnce } }

  private func perform(_ program: DetachedProgram) -> TellingOutcome {
    seen.withLock {
      $0.running += 1
      $0.mostAtOnce = max($0.mostAtOnce, $0.running)
    }
    gate.wait()
    gate.signal()
    seen.withLock {
      $0.running -= 1
      $0.ran.append(program.words[0])
    }
    return .ended(status: 0)
  }

  /// Lets all of them go.
  func open() { gate.signal() }

  func run(_ programs: [(String, DetachedRunner.Waiting.Rank)]) {
    try? loop.submit { [self] in
      for (name, rank) in programs {
        runner.value?.run(DetachedProgram([name]), as: rank) { _ in }
      }
    }.wait()
  }
}
