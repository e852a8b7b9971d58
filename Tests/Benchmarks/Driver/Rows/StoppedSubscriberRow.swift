import HeadwayModel
import HeadwaySystem

/// 10,000 updates a second, and one subscriber that stops reading: what it costs the hub, and the
/// others.
enum StoppedSubscriberRow {
  static func measure(_ bench: Bench) throws -> [TableRow] {
    let time = Duration.seconds(bench.stoppedSeconds)
    return try bench.withHub("stopped") { hub in
      let meter = ProcessMeter(process: try hub.process())
      let plan = LoadPlan(tasks: 1000, rate: 10, subscribers: 2)
      let generator = LoadGenerator(plan, socket: hub.paths.socket)
      try generator.gather(within: .seconds(30))
      generator.run(for: .seconds(5))
      generator.forgetLatencies()
      generator.run(for: min(time, .seconds(60)))
      let (memory, p99) = (meter.anonymousMemory, generator.latencies.p99)
      generator.addStoppedSubscriber()
      generator.run(for: .seconds(1))
      generator.forgetLatencies()
      generator.run(for: time)
      let growth = Double(meter.anonymousMemory - memory) / 1024
      let after = generator.latencies.p99
      generator.endAll()
      return [
        TableRow(
          what: "a subscriber stopped for \(bench.stoppedSeconds) s at 10,000 updates/s: "
            + "RssAnon / p99 of two others, before and with it",
          ours: "\(decimal(growth, 1)) MB", peer: "\(decimal(p99, 1)) ms",
          result: "\(decimal(after, 1)) ms", bar: "+ 1 MB, unchanged",
          isMet: growth <= 1 && after <= p99 * 1.1)
      ]
    }
  }
}
