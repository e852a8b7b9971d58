import Dispatch
import Glibc
import Headway
import HeadwayModel
import HeadwaySystem

/// What counting costs when much comes together: threads, tasks, a hub that stands still.
enum StrainRows {
  static func measure(_ bench: Bench, _ hub: BenchHub) throws -> [TableRow] {
    try [contended(bench), worstCall(hub), sending(hub)]
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
      ours: decimal(median, 1) + " ns", peer: "–", result: "–", bar: "≤ 40 ns",
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
}
