import Glibc
import HeadwayModel
import HeadwaySystem

/// 1,000 tasks that report ten times a second: what a monitor of 120 by 40 costs beside btop as it
/// comes, what a status line costs, and how soon a key's cells are written.
enum BusyMonitorRow {
  /// From one process with 1,000 connections: btop has hardly a process to show.
  static func measure(_ bench: Bench) throws -> [TableRow] {
    try measure(bench, .connections)
  }

  /// From 1,000 processes, as jobs are: btop shows these, and the monitor what they report.
  static func measureCrowd(_ bench: Bench) throws -> [TableRow] {
    try measure(bench, .processes)
  }

  private static func measure(_ bench: Bench, _ source: MonitorLoad.Source) throws -> [TableRow] {
    try bench.withHub("busy-\(source)") { hub in
      let load = try MonitorLoad(source, bench, hub, seconds: 2 * bench.rounds(40))
      defer { load.stop() }
      try hub.awaitTasks(1000) { try load.expectWhole() }
      let monitor = try TerminalChild([bench.headway], rows: 40, columns: 120)
      let status = try Child(
        command: [bench.headway, "status", "--follow", "--format", "tmux"]).start()
      defer { end(status) }
      let btop = try bench.isAlone ? nil : Btop(pidFile: "\(bench.directory)/btop.pid")
      defer { btop?.quit() }
      drain(monitor, for: .seconds(5))
      let meters = [monitor.process, status] + [try btop?.process()].compactMap { $0 }
      let shares = cpuShares(of: meters) { drain(monitor, for: .seconds(bench.rounds(40))) }
      var keys = KeyRun(monitor)
      try keys.perform(for: .seconds(bench.rounds(40)))
      try load.expectWhole()
      monitor.type("q")
      try monitor.finish()
      return rows(shares, source) + [keys.row]
    }
  }

  private static func rows(_ shares: [Double], _ source: MonitorLoad.Source) -> [TableRow] {
    let btop = shares.count > 2 ? shares[2] : nil
    return [
      TableRow(
        what: "1,000 tasks at 10 Hz \(source.words), 120×40: CPU of the monitor, and of btop",
        ours: percent(shares[0]),
        peer: btop.map(percent) ?? "–", result: "–", bar: "≤ 3 %, below btop",
        isMet: shares[0] <= 0.03 && shares[0] < btop ?? 1),
      TableRow(
        what: "in that load: CPU of status --follow", ours: percent(shares[1]), result: "–",
        bar: "≤ 1 %", isMet: shares[1] <= 0.01),
    ]
  }

  private static func percent(_ share: Double) -> String { decimal(share * 100, 2) + " %" }

  private static func cpuShares(of processes: [CInt], _ body: () -> Void) -> [Double] {
    let meters = processes.map { ProcessMeter(process: $0) }
    let (before, start) = (meters.map(\.cpuTime), SystemClocks.awake)
    body()
    let time = SystemClocks.awake - start
    return zip(meters, before).map { ($0.cpuTime - $1) / time }
  }

  private static func end(_ process: CInt) {
    kill(process, SIGTERM)
    _ = Child.wait(for: process)
  }

  private static func drain(_ monitor: TerminalChild, for time: Duration) {
    let end = SystemClocks.awake + time
    while SystemClocks.awake < end { _ = monitor.read(until: end) }
  }
}

/// btop as it comes, on a terminal of 120 by 40 that script(1) holds.
private struct Btop {
  private let holder: CInt
  private let pidFile: String

  init(pidFile: String) throws {
    self.pidFile = pidFile
    let command = "stty cols 120 rows 40; echo $$ >\(pidFile); exec btop"
    holder = try Child(command: ["/usr/bin/script", "-qefc", command, "/dev/null"]).start()
  }

  func process() throws -> CInt {
    let text = String(decoding: readProcFile(pidFile) ?? [], as: UTF8.self)
    guard let process = CInt(text.prefix(while: \.isNumber)), kill(process, 0) == 0 else {
      throw BenchmarkError("btop doesn't run: is it installed?")
    }
    return process
  }

  func quit() {
    kill(holder, SIGTERM)
    _ = Child.wait(for: holder)
  }
}
