import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire
import TestClocks
import TestHarness

/// A task of the row's own and a monitor that looks at it: from an update to its sight.
final class Probe {
  private let worker: HubConnection
  private let monitor: MonitorLink
  private let key: TaskKey
  private var sent: Int64 = 0
  private var sentAt: AwakeTime = .zero
  private var seen: Int64 = 0

  private static let pause: Duration = .milliseconds(50)

  init(_ paths: HeadwayPaths) throws {
    var dice = SystemRandomNumberGenerator()
    key = .random(using: &dice)
    worker = try HubConnection(to: paths, mayStart: false)
    worker.send(ClientHello(role: .worker))
    worker.send(BeginMessage(TaskDescription(key: key, title: "probe"), WorkerReport()))
    monitor = MonitorLink(paths: paths, subject: .tasks, mayStartHub: false)
    monitor.setInterest([key])
    var first = Samples()
    try measure(for: .milliseconds(500), into: &first) {}
    if first.count == 0 { throw HarnessError("the probe's updates aren't shown") }
  }

  /// One update at a time, about 20 a second; `meanwhile` is done about once a second.
  func measure(for time: Duration, into samples: inout Samples, _ meanwhile: () throws -> Void)
    throws
  {
    let end = SystemClocks.awake + time
    var nextSend = SystemClocks.awake
    var nextMeanwhile = SystemClocks.awake + .seconds(1)
    while SystemClocks.awake < end {
      let now = SystemClocks.awake
      if seen == sent, now >= nextSend {
        report()
        nextSend = now + Self.pause
      }
      if now >= nextMeanwhile {
        try meanwhile()
        nextMeanwhile = now + .seconds(1)
      }
      look(until: min(end, max(nextSend, now + .milliseconds(5))), &samples)
      if seen < sent, now - sentAt > .seconds(10) {
        throw HarnessError("an update wasn't shown for 10 s")
      }
    }
  }

  private func report() {
    sent += 1
    sentAt = SystemClocks.awake
    var report = WorkerReport()
    report.reading = ProgressReading(completed: sent)
    worker.send(UpdateMessage(task: .key(key), report))
  }

  private func look(until deadline: AwakeTime, _ samples: inout Samples) {
    var poller = Poller()
    if let descriptor = monitor.descriptor {
      poller.watch(descriptor, monitor.wantsWrite ? [.readable, .writable] : .readable)
    }
    poller.wait(until: monitor.nextDeadline.map { min($0, deadline) } ?? deadline)
    for event in monitor.step(now: SystemClocks.awake) {
      guard let completed = completed(event), completed > seen else { continue }
      seen = completed
      if seen == sent { samples.add(SystemClocks.awake - sentAt) }
    }
    _ = try? worker.receiveLines()
  }

  private func completed(_ event: MonitorLink.Event) -> Int64? {
    switch event {
    case .changed(let task) where task.key == key: task.progress.completed
    case .stepped(let steps): steps.last { $0.key == key }?.progress.completed
    default: nil
    }
  }
}
