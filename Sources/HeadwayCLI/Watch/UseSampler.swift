import HeadwayModel
import HeadwayMonitor
import HeadwaySystem

/// The repeated measurement of tasks for the monitor. Nothing is measured while no card asks for it.
struct UseSampler {
  private var meter = ResourceMeter()
  private var processes: [CardKey: Int32] = [:]
  private var hasLooked = false

  /// The awake time of the next look. Nil if there is nothing to measure.
  private(set) var nextDeadline: AwakeTime?

  /// The time until the second look. The first one has no processor time.
  private static let firstSpan: Duration = .milliseconds(500)
  /// The time between later looks.
  private static let span: Duration = .seconds(2)

  /// Measures exactly these tasks from now on, by the process of each worker.
  mutating func measure(_ processes: [CardKey: Int32], now: AwakeTime) {
    self.processes = processes
    hasLooked = false
    nextDeadline = processes.isEmpty ? nil : now
  }

  /// The figures, if it is time to look. Blocks for at most 20 milliseconds.
  mutating func news(now: AwakeTime) -> MonitorEvent? {
    guard let due = nextDeadline, now >= due else { return nil }
    nextDeadline = SystemClocks.awake + (hasLooked ? Self.span : Self.firstSpan)
    hasLooked = true
    let uses = meter.look(at: Array(processes.values))
    return .measured(processes.compactMapValues { uses[$0] })
  }
}
