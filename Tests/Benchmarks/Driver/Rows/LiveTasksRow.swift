import Glibc
import HeadwayModel
import HeadwaySystem

/// 1,000 tasks that report ten times a second, and a monitor of 120 by 40: what hub and monitor
/// cost, and how soon an update of a card in view is on the screen.
enum LiveTasksRow {
  private static let inView = 10
  private static let others = 990

  static func measure(_ bench: Bench) throws -> [TableRow] {
    try bench.withHub("live") { hub in
      let tasks = try hub.tasks(inView)
      let monitor = try TerminalChild([bench.headway], rows: 40, columns: 120)
      let seconds = bench.rounds(30)
      let load = try startLoad(bench, hub, seconds: seconds)
      var run = UpdateRun(tasks: tasks, monitor: monitor, pause: .milliseconds(100))
      try run.look(for: .seconds(3))
      let meters = [try hub.process(), monitor.process].map { ProcessMeter(process: $0) }
      let before = meters.map(\.cpuTime)
      let start = SystemClocks.awake
      try run.perform(for: .seconds(seconds))
      let time = SystemClocks.awake - start
      let shares = zip(meters, before).map { ($0.cpuTime - $1) / time }
      try run.quit()
      kill(load, SIGTERM)
      _ = Child.wait(for: load)
      tasks.forEach { $0.end() }
      return rows(shares, run)
    }
  }

  private static func rows(_ shares: [Double], _ run: UpdateRun) -> [TableRow] {
    let percents = shares.map { decimal($0 * 100, 1) + " %" }
    return [
      TableRow(
        what: "1,000 tasks at 10 Hz, monitor 120×40: CPU of hub / monitor",
        ours: percents.joined(separator: " / "), result: "–", bar: "≤ 10 % / 3 %",
        isMet: shares[0] <= 0.10 && shares[1] <= 0.03),
      run.row("in that load: update → cells of a card in view"),
    ]
  }

  private static func startLoad(_ bench: Bench, _ hub: BenchHub, seconds: Int) throws -> CInt {
    let options = [
      "--headway", bench.headway, "--directory", bench.directory, "--socket", hub.paths.socket,
      "--tasks", "\(others)", "--rate", "10", "--subscribers", "0", "--seconds", "\(seconds + 30)",
    ]
    return try Child(command: ["/proc/self/exe", "load"] + options).start()
  }
}
