import HeadwayModel
import HeadwaySystem

/// What one update costs the real hub, each read by itself at 10,000 a second in all: with 10,000
/// tasks, and with 10; on ten connections, and on one for each task.
enum UpdateCostRow {
  private static let rate = 10_000

  static func measure(_ bench: Bench) throws -> [TableRow] {
    let few = try Side(bench, tasks: 10, connections: 10)
    let shared = try Side(bench, tasks: 10_000, connections: 10)
    let alone = try Side(bench, tasks: 10_000, connections: 10_000)
    let samples = try interleaved(rounds: bench.rounds(8), [few.cost, shared.cost, alone.cost])
    [few, shared, alone].forEach { $0.stop() }
    return [
      row("10,000 tasks on 10 connections / 10 tasks", samples[1], samples[0]),
      row("10,000 tasks on 10,000 connections / 10 on 10", samples[2], samples[0]),
    ]
  }

  private static func row(_ what: String, _ ours: Samples, _ base: Samples) -> TableRow {
    let ratio = ours.median / base.median
    return TableRow(
      what: "hub's CPU for one update, \(what)", ours: microseconds(ours.median),
      peer: microseconds(base.median), result: decimal(ratio) + "×", bar: "≤ 1.2×",
      isMet: ratio <= 1.2)
  }

  private static func microseconds(_ duration: Duration) -> String {
    decimal(duration / .microseconds(1)) + " µs"
  }

  private final class Side {
    private let hub: BenchHub
    private let meter: ProcessMeter
    private let generator: LoadGenerator

    init(_ bench: Bench, tasks: Int, connections: Int) throws {
      hub = try BenchHub(
        headway: bench.headway, directory: "\(bench.directory)/cost\(tasks)-\(connections)")
      meter = ProcessMeter(process: try hub.process())
      let plan = LoadPlan(
        tasks: tasks, rate: rate / tasks, tasksPerConnection: tasks / connections, subscribers: 0)
      generator = LoadGenerator(plan, socket: hub.paths.socket)
      try generator.gather(within: .seconds(60))
      generator.run(for: .seconds(3))
    }

    /// Of one update.
    func cost() -> Duration {
      let (sent, spent) = (generator.sentCount, meter.cpuTime)
      generator.run(for: .seconds(3))
      return (meter.cpuTime - spent) / max(1, generator.sentCount - sent)
    }

    func stop() {
      generator.endAll()
      hub.stop()
    }
  }
}
