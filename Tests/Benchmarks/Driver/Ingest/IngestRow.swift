import Glibc
import HeadwaySystem

/// Updates of many workers taken in on one core, latest state to one subscriber: the hub against
/// brokers, each fresh, in turns, with the same payloads.
enum IngestRow {
  private static let workers = 64
  private static let updates = 2_000_000

  static func measure(_ bench: Bench) throws -> [TableRow] {
    try Processor.pin(to: Processor.drivers)
    defer { try? Processor.unpin() }
    let rounds = bench.rounds(5)
    var results: [[IngestRun.Result]] = [[], [], []]
    for round in 0..<rounds {
      results[0].append(try ofHeadway(bench, round))
      if bench.isAlone { continue }
      results[1].append(try ofBroker(Broker.mosquitto(bench, round)))
      results[2].append(try ofBroker(Broker.nats(bench, round)))
    }
    let rates = results.map { median($0.map(\.perSecond)) }
    let costs = results.map { median($0.map { $0.cpuPerUpdate / .nanoseconds(1) }) }
    if bench.isAlone { return [row("nobody", rates, costs, 0, atLeast: 1)] }
    return [
      row("mosquitto QoS 0", rates, costs, 1, atLeast: 5),
      row("NATS core", rates, costs, 2, atLeast: 1),
    ]
  }

  private static func row(
    _ name: String, _ rates: [Double], _ costs: [Double], _ peer: Int, atLeast bar: Double
  ) -> TableRow {
    TableRow(
      what: "updates taken in on one core, \(workers) workers → 1 subscriber / \(name)",
      ours: figures(rates[0], costs[0]), peer: figures(rates[peer], costs[peer]),
      result: decimal(rates[0] / rates[peer]) + "×", bar: "≥ \(decimal(bar, 0))×",
      isMet: rates[0] >= bar * rates[peer])
  }

  private static func figures(_ rate: Double, _ cost: Double) -> String {
    "\(decimal(rate / 1000, 0)) k/s, \(decimal(cost, 0)) ns CPU"
  }

  private static func median(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.sorted()[values.count / 2]
  }

  private static func ofHeadway(_ bench: Bench, _ round: Int) throws -> IngestRun.Result {
    try Processor.pin(to: Processor.servers)
    let hub = try BenchHub(headway: bench.headway, directory: "\(bench.directory)/ingest\(round)")
    defer { hub.stop() }
    try Processor.pin(to: Processor.drivers)
    let dialect = HeadwayDialect(path: hub.paths.socket)
    var run = try IngestRun(
      dialect: dialect, process: try hub.process(), workers: workers, updates: updates)
    return try run.perform()
  }

  private static func ofBroker(_ broker: Broker) throws -> IngestRun.Result {
    defer { broker.stop() }
    return try broker.measure(workers: workers, updates: updates)
  }
}
