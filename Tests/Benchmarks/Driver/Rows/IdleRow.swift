import Glibc
import HeadwayModel
import HeadwaySystem

/// How often hub and monitor are woken in half a minute in which nothing runs.
enum IdleRow {
  private static let time: Duration = .seconds(30)

  static func measure(_ bench: Bench) throws -> [TableRow] {
    try bench.withHub("idle") { hub in
      let tasks = try hub.tasks(3)
      let monitor = try TerminalChild([bench.headway], rows: 40, columns: 120)
      tasks.forEach { $0.end() }
      let meters = [try hub.process(), monitor.process].map { ProcessMeter(process: $0) }
      // The store's thread, and the deadline of the last hello, have their time.
      drain(monitor, for: .seconds(12))
      let before = meters.map(\.switches)
      drain(monitor, for: time)
      let counts = zip(meters, before).map { $0.switches - $1 }
      monitor.type("q")
      try monitor.finish()
      return [
        TableRow(
          what: "wake-ups of hub / monitor in 30 s, three tasks ended, none running",
          ours: counts.map { "\($0)" }.joined(separator: " / "), result: "–", bar: "0 / 0",
          isMet: counts.allSatisfy { $0 == 0 })
      ]
    }
  }

  private static func drain(_ monitor: TerminalChild, for time: Duration) {
    let deadline = SystemClocks.awake + time
    while SystemClocks.awake < deadline { _ = monitor.read(until: deadline) }
  }
}
