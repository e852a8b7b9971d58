import HeadwayModel
import HeadwaySystem

/// What an update of the one card in view costs the terminal: ten a second, on a screen of 120 by 40.
enum CardBytesRow {
  private static let pause: Duration = .milliseconds(100)

  static func measure(_ bench: Bench) throws -> [TableRow] {
    try bench.withHub("card") { hub in
      let task = try hub.tasks(1)[0]
      let monitor = try TerminalChild([bench.headway], rows: 40, columns: 120)
      _ = count(monitor, for: .seconds(2))
      let updates = bench.rounds(200)
      let steps = (1...updates).map { step in
        send(step, UpdateMark.none, to: task)
        return count(monitor, for: pause)
      }
      let texts = (1...updates).map { step in
        send(updates + step, UpdateMark.text(step, turn: step), to: task)
        return count(monitor, for: pause)
      }
      monitor.type("q")
      try monitor.finish()
      task.end()
      return [row(steps), row(texts, "and the whole subtitle")]
    }
  }

  private static func row(_ counts: [Int], _ also: String = "") -> TableRow {
    let mean = Double(counts.reduce(0, +)) / Double(counts.count)
    let what = "bytes to the terminal for an update of one card: units" + (also.isEmpty ? "" : ", ")
    return TableRow(
      what: what + also + " (\(counts.count) updates)", ours: "mean \(decimal(mean, 1))",
      result: "most \(counts.max() ?? 0)", bar: "≤ 120", isMet: mean <= 120 && mean > 0)
  }

  /// Every ten steps are another percent.
  private static func send(_ step: Int, _ subtitle: String, to task: BenchTask) {
    task.report(completed: Int64(step) * 1000 + Int64(step % 7), subtitle: subtitle)
  }

  private static func count(_ monitor: TerminalChild, for time: Duration) -> Int {
    let end = SystemClocks.awake + time
    var count = 0
    while case .bytes(let bytes) = monitor.read(until: end) { count += bytes.count }
    return count
  }
}
