import HeadwayHubCore
import HeadwayModel
import SeededRandomness
import Testing

/// Random events of running tasks against what must hold whatever happens. A failing seed runs again
/// alone. Queues, the record and a hub that is killed have stories of their own: `HubStoryTests`.
@Suite struct InvariantTests {
  @Test("whatever happens the hub keeps its promises", arguments: 0..<60)
  func whateverHappensTheHubKeepsItsPromises(_ seed: UInt64) {
    var generator = SplitMix(seed: seed)
    var bench = HubBench(settings: Self.settings)
    var watch = InvariantWatch()
    for _ in 0..<400 {
      bench.step(.milliseconds(Int64.random(in: 0...4000, using: &generator)))
      let event = randomEvent(using: &generator)
      let before = bench.state.snapshots(at: bench.now)
      let effects = bench.send(event)
      watch.check(effects, before: before, after: bench)
    }
  }

  private static var settings: HubSettings {
    var settings = HubSettings.bench
    settings.keepEnded = .seconds(20)
    settings.taskLimit = 6
    return settings
  }

  private func randomEvent(using generator: inout SplitMix) -> HubEvent {
    let key = TaskKey(high: 0, low: .random(in: 1...10, using: &generator))
    let connection = UInt64.random(in: 1...4, using: &generator)
    let requester = Requester.on(
      connection, Bool.random(using: &generator) ? Int.random(in: 0...9, using: &generator) : nil)
    switch Int.random(in: 0..<18, using: &generator) {
    case 0...1:
      let peer = ConnectionPeer(
        process: .numbered(connection), isSupervisor: connection.isMultiple(of: 2))
      return .connectionOpened(ConnectionID(connection), peer)
    case 2: return .connectionClosed(ConnectionID(connection))
    case 3...5: return .taskBegan(description(key, &generator), report(&generator), requester)
    case 6...8:
      return .reportReceived(
        reference(key, &generator), report(&generator),
        isRecognised: Bool.random(using: &generator), requester)
    case 9: return .heartbeatReceived(.key(key), estimated: 3, requester)
    case 10: return .taskEnded(reference(key, &generator), TaskEnding(reason: .failed), requester)
    case 11:
      return .cancelRequested(.key(key), isForced: Bool.random(using: &generator), requester)
    case 12:
      return .answerGiven(.key(key), Bool.random(using: &generator) ? .stop : .continue, requester)
    case 13: return .endAwaited(.key(key), requester)
    case 14: return Bool.random(using: &generator) ? .workerExited(key) : .spoolFoundEmpty(key)
    case 15: return .pauseRequested(reference(key, &generator), requester)
    case 16: return .resumeRequested(.key(key), requester)
    default: return .wakeUpReached(key)
    }
  }

  private func description(_ key: TaskKey, _ generator: inout SplitMix) -> TaskDescription {
    var task = TaskDescription(key: key, title: "Export")
    task.identifier = Bool.random(using: &generator) ? "export" : nil
    task.stallPolicy = StallPolicy(
      action: StallAction.allCases.randomElement(using: &generator) ?? .ask)
    return task
  }

  private func reference(_ key: TaskKey, _ generator: inout SplitMix) -> TaskReference {
    Bool.random(using: &generator) ? .key(key) : .identifier("export")
  }

  private func report(_ generator: inout SplitMix) -> WorkerReport {
    let numbers: [Int64?] = [nil, .min, 0, 1, 5, 50, 100, 101, .max]
    var report = WorkerReport()
    report.reading.completed = numbers.randomElement(using: &generator) ?? nil
    report.reading.total = numbers.randomElement(using: &generator) ?? nil
    report.reading.phase = Int.random(in: 0..<9, using: &generator) == 0 ? "two" : nil
    let halts: [HaltReport?] = [nil, nil, nil, HaltReport.none, .paused, .suspended, .woken]
    report.halt = halts.randomElement(using: &generator) ?? nil
    report.isPausable = report.halt != nil
    if Int.random(in: 0..<20, using: &generator) == 0 { report.assertion = "index" }
    report.isPaused = Int.random(in: 0..<9, using: &generator) == 0 ? true : nil
    return report
  }
}
