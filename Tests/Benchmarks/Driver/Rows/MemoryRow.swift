import Glibc
import HeadwayModel
import HeadwaySystem

/// The hub's anonymous memory: idle, with 10,000 workers and their tasks, and once they are gone.
enum MemoryRow {
  private static let count = 10_000
  private static let bars: [Int64] = [10, 64, 12]

  static func measure(_ bench: Bench) throws -> [TableRow] {
    let hub = try BenchHub(
      headway: bench.headway, directory: "\(bench.directory)/memory",
      config: BenchHub.keepingEnded("1s"))
    defer { hub.stop() }
    let meter = ProcessMeter(process: try hub.process())
    let idle = meter.anonymousMemory
    let full = try fill(hub, meter)
    let after = awaitCalm(meter)
    let figures = [idle, full, after].map { decimal(Double($0) / 1024, 1) }
    let isMet = zip([idle, full, after], bars).allSatisfy { $0 <= $1 * 1024 }
    return [
      TableRow(
        what: "hub's RssAnon, MB: idle / \(count) workers / after they are gone",
        ours: figures.joined(separator: " / "), result: "–", bar: "≤ 10 / 64 / 12", isMet: isMet)
    ]
  }

  private static func fill(_ hub: BenchHub, _ meter: ProcessMeter) throws -> Int64 {
    let plan = LoadPlan(tasks: count, rate: 1, subscribers: 0)
    let generator = LoadGenerator(plan, socket: hub.paths.socket)
    try generator.gather(within: .seconds(60))
    generator.run(for: .seconds(3))
    defer { generator.endAll() }
    return meter.anonymousMemory
  }

  /// The least of what follows, until it has stood still for a while.
  private static func awaitCalm(_ meter: ProcessMeter) -> Int64 {
    var least = meter.anonymousMemory
    var calmSince = SystemClocks.awake
    while SystemClocks.awake - calmSince < .seconds(8) {
      usleep(100_000)
      let now = meter.anonymousMemory
      if now < least { (least, calmSince) = (now, SystemClocks.awake) }
    }
    return meter.anonymousMemory
  }
}
