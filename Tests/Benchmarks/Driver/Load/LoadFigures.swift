import HeadwayModel
import HeadwaySystem
import Histogram

/// What a hub costs under a load, between two looks at it.
struct LoadFigures {
  private var meter: ProcessMeter
  private var cpu: Duration
  private var at = SystemClocks.awake
  private var sent: Int

  init(hub: CInt, sent: Int) {
    meter = ProcessMeter(process: hub)
    cpu = meter.cpuTime
    self.sent = sent
  }

  /// Heads of the lines that `look` makes.
  static let heads =
    "  time  updates/s  hub CPU  ns/update   RssAnon   fds   p50 ms   p99 ms   max ms"

  /// One line about the time since the last look.
  mutating func look(_ generator: LoadGenerator, since start: AwakeTime, hub: CInt) -> String {
    // After a kill, the next hub's time since its start.
    if hub != meter.process { (meter, cpu) = (ProcessMeter(process: hub), .zero) }
    let now = SystemClocks.awake
    let (seconds, count) = ((now - at) / .seconds(1), generator.sentCount - sent)
    let spent = meter.cpuTime - cpu
    let latencies = generator.latencies
    let cells = [
      decimal((now - start) / .seconds(1), 0) + " s", decimal(Double(count) / seconds, 0),
      decimal(spent / .seconds(1) / seconds * 100, 1) + " %",
      decimal(count > 0 ? spent / .nanoseconds(1) / Double(count) : 0, 0),
      "\(meter.anonymousMemory) K", "\(meter.descriptorCount)",
      milliseconds(latencies.valueAtPercentile(50)), milliseconds(latencies.valueAtPercentile(99)),
      milliseconds(latencies.maxRecorded),
    ]
    (at, cpu, sent) = (now, meter.cpuTime, generator.sentCount)
    return zip(cells, [6, 11, 9, 11, 10, 6, 9, 9, 9]).map { cell, width in
      String(repeating: " ", count: max(1, width - cell.count)) + cell
    }.joined()
  }

  private func milliseconds(_ microseconds: UInt64) -> String {
    decimal(Double(microseconds) / 1000, 2)
  }
}
