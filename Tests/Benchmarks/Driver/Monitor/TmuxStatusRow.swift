import Glibc
import HeadwayModel
import HeadwaySystem

/// What the status line costs tmux: bytes to its client, and runs of another plugin, beside a `#()`
/// that prints the same text at the same time.
enum TmuxStatusRow {
  static func measure(_ bench: Bench) throws -> [TableRow] {
    try bench.withHub("tmux") { hub in
      let tasks = try hub.tasks(3)
      let text = "\(bench.directory)/status.txt"
      let writer = try Child(
        command: [
          "sh", "-c", "exec \(bench.headway) status --follow --format tmux >\(text)",
        ]
      ).start()
      defer {
        kill(writer, SIGTERM)
        _ = Child.wait(for: writer)
      }
      let follow = "\(bench.headway) status --follow --format tmux"
      let servers = [
        try StatusServer("\(bench.directory)/own", follow),
        try StatusServer("\(bench.directory)/other", "tail -n 1 -f \(text)"),
      ]
      defer { servers.forEach { $0.stop() } }
      let seconds = bench.rounds(60)
      run(servers, tasks, from: 0, seconds: 5)
      let before = servers.map(\.figures)
      run(servers, tasks, from: 5, seconds: seconds)
      let costs = zip(servers, before).map { $0.figures - $1 }
      tasks.forEach { $0.end() }
      return rows(costs, seconds)
    }
  }

  private static func rows(
    _ costs: [StatusServer.Figures], _ seconds: Int
  ) -> [TableRow] {
    let (own, other) = (costs[0], costs[1])
    return [
      TableRow(
        what:
          "tmux status that changes every second, \(seconds) s: bytes to the client, beside a #() "
          + "with the same text", ours: "\(own.bytes)", peer: "\(other.bytes)",
        result: decimal(Double(own.bytes) / Double(max(1, other.bytes))), bar: "no more (1.05)",
        isMet: own.bytes > 0 && Double(own.bytes) <= Double(other.bytes) * 1.05),
      TableRow(
        what: "and runs of another plugin's #()", ours: "\(own.runs)", peer: "\(other.runs)",
        result: "–", bar: "no more", isMet: own.runs <= other.runs),
    ]
  }

  /// Another percent every second, in several steps.
  private static func run(
    _ servers: [StatusServer], _ tasks: [BenchTask], from start: Int, seconds: Int
  ) {
    let steps = 5
    for step in 0..<seconds * steps {
      let done = Int64((start * steps + step) * 10_000 / steps) % BenchTask.total
      for task in tasks { task.report(completed: done, subtitle: UpdateMark.none) }
      let end = SystemClocks.awake + .milliseconds(1000 / Int64(steps))
      while SystemClocks.awake < end {
        for server in servers {
          server.look(until: min(end, SystemClocks.awake + .milliseconds(20)))
        }
      }
    }
  }
}

/// A server of tmux with a client that somebody counts the bytes of.
private final class StatusServer {
  private let socket: String
  private let runsFile: String
  private let client: TerminalChild
  private var byteCount = 0

  struct Figures {
    var bytes: Int
    var runs: Int

    static func - (one: Figures, other: Figures) -> Figures {
      Figures(bytes: one.bytes - other.bytes, runs: one.runs - other.runs)
    }
  }

  /// `command` prints the status.
  init(_ place: String, _ command: String) throws {
    (socket, runsFile) = ("\(place).sock", "\(place).runs")
    let options = [
      "set-option -g status-right-length 100", "set-option -g status-right '#(\(command))'",
      "set-option -g status-left '#(echo >>\(runsFile))'", "set-option -g status-interval 15",
    ]
    guard let file = fopen("\(place).conf", "w") else {
      throw BenchmarkError("can't write \(place)")
    }
    fputs(options.joined(separator: "\n") + "\n", file)
    fclose(file)
    client = try TerminalChild(
      ["tmux", "-S", socket, "-f", "\(place).conf", "new-session", "exec cat"], rows: 40,
      columns: 120)
  }

  var figures: Figures {
    let runs = (readProcFile(runsFile) ?? []).count { $0 == UInt8(ascii: "\n") }
    return Figures(bytes: byteCount, runs: runs)
  }

  func look(until deadline: AwakeTime) {
    while case .bytes(let bytes) = client.read(until: deadline) { byteCount += bytes.count }
  }

  func stop() {
    try? Child(command: ["tmux", "-S", socket, "kill-server"]).expectSuccess()
    try? client.finish()
  }
}
