import Foundation
import Glibc
import Headway
import HeadwaySystem

/// What reporting costs a program that uses the library, with a hub connected.
enum AdvanceRow {
  private static let count = 20_000_000

  static func measure(_ bench: Bench) throws -> [TableRow] {
    try bench.withHub("advance") { hub in
      let task = beginTask("Advance", total: .max)
      defer { task.end() }
      let progress = Progress(totalUnitCount: .max)
      let samples = try interleaved(
        rounds: bench.rounds(12),
        [
          { try advancing(task) }, { time(count) { task.completed = 7 } },
          { time(count / 10) { progress.completedUnitCount += 1 } },
        ])
      return [
        row("task.advance()", samples[0], over: samples[2], bar: 3),
        row("task.completed =", samples[1], over: samples[2], bar: nil),
        try contended(bench), try worstCall(hub), try sending(hub),
      ]
    }
  }

  /// Each unit is there afterwards.
  private static func advancing(_ task: HeadwayTask) throws -> Duration {
    let before = task.completed
    let time = time(count) { task.advance() }
    let counted = task.completed - before
    guard counted == count else { throw BenchmarkError("\(counted) of \(count) units") }
    return time
  }

  private static func time(_ count: Int, _ body: () -> Void) -> Duration {
    let start = SystemClocks.awake
    for _ in 0..<count { body() }
    return (SystemClocks.awake - start) / count
  }

  private static func row(
    _ what: String, _ ours: Samples, over peer: Samples, bar: Double?
  ) -> TableRow {
    let median = ours.median / .nanoseconds(1)
    return TableRow(
      what: "\(what), hub connected / Foundation's Progress += 1", ours: nanoseconds(median),
      peer: nanoseconds(peer.median / .nanoseconds(1)),
      result: decimal(ours.median / peer.median) + "×",
      bar: bar.map { "≤ \(decimal($0, 0)) ns" } ?? "–", isMet: bar.map { median <= $0 } ?? true)
  }

  /// Four threads on one task.
  private static func contended(_ bench: Bench) throws -> TableRow {
    let threads = 4
    let each = 1_000_000
    var lost: Int64 = 0
    var samples = Samples()
    for _ in 0..<bench.rounds(8) {
      let task = beginTask("Contended", total: .max)
      let start = SystemClocks.awake
      DispatchQueue.concurrentPerform(iterations: threads) { _ in
        for _ in 0..<each { task.advance() }
      }
      samples.add((SystemClocks.awake - start) / each)
      lost += Int64(threads * each) - task.completed
      task.end()
    }
    let median = samples.median / .nanoseconds(1)
    return TableRow(
      what: "task.advance() from \(threads) threads on one task, \(lost) units lost",
      ours: nanoseconds(median), peer: "–", result: "–", bar: "≤ 40 ns",
      isMet: median <= 40 && lost == 0)
  }

  /// While the hub stands still.
  private static func worstCall(_ hub: BenchHub) throws -> TableRow {
    let task = beginTask("Worst call", total: .max)
    let process = try hub.process()
    kill(process, SIGSTOP)
    var worst = Duration.zero
    let deadline = SystemClocks.awake + .seconds(10)
    var before = cpuTime
    while SystemClocks.awake < deadline {
      for _ in 0..<1000 { task.advance() }
      let now = cpuTime
      (worst, before) = (max(worst, now - before), now)
    }
    kill(process, SIGCONT)
    task.end()
    let milliseconds = worst / .milliseconds(1)
    return TableRow(
      what: "1,000 × task.advance(), the worst in 10 s of a stopped hub, on the processor",
      ours: decimal(milliseconds, 3) + " ms", peer: "–", result: "–", bar: "≤ 10 ms",
      isMet: milliseconds <= 10)
  }

  /// 100 tasks that change all the time.
  private static func sending(_ hub: BenchHub) throws -> TableRow {
    let tasks = (0..<100).map { beginTask("Sending \($0)", total: .max) }
    defer { tasks.forEach { $0.end() } }
    let meter = ProcessMeter(process: getpid())
    let own = cpuTime
    let before = meter.cpuTime
    let start = SystemClocks.awake
    while SystemClocks.awake - start < .seconds(5) {
      tasks.forEach { $0.advance() }
      usleep(10_000)
    }
    let spent = (meter.cpuTime - before) - (cpuTime - own)
    let share = spent / (SystemClocks.awake - start) * 100
    return TableRow(
      what: "CPU of the sending thread, 100 tasks changing constantly",
      ours: decimal(share) + " %", peer: "–", result: "–", bar: "≤ 2 %", isMet: share <= 2)
  }

  /// Of this thread.
  private static var cpuTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  private static func nanoseconds(_ value: Double) -> String { decimal(value, 1) + " ns" }
}
