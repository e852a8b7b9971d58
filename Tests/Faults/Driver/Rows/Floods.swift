import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire
import TestSupport
import TestProcesses
import TestHarness

extension FaultRow {
  /// Beyond the matrix: a client that asks for more than its share keeps no other waiting, and costs
  /// little memory, which comes back. The count is the seconds of each flood.
  static let floods = FaultRow(
    number: 34, fault: "floods of requests beside an honest client", unit: "s each", fullCount: 10,
    shortCount: 2, limit: .seconds(1800)
  ) { scene in
    var table: [String] = []
    for taskCount in scene.isShort ? [2000] : [200, 2000, 19_000] {
      table += try await scene.flood(beside: taskCount)
    }
    scene.finding.extent = table.joined(separator: "; ")
  }
}

extension FaultScene {
  private static let memoryBar = 65_536
  /// Over the quietest state before the floods, 10 s after one.
  private static let restBar = 8192

  fileprivate func flood(beside taskCount: Int) async throws -> [String] {
    let hub = try await startHub()
    let worker = try HotTasks(paths, count: taskCount)
    let honest = try HonestClient(paths)
    var quiet = Samples()
    try honest.measure(for: .seconds(1), into: &quiet) { worker.step() }
    var rows = [
      "\(taskCount) tasks, quiet: p50 \(quiet.percentile(50).shown), p99 \(quiet.percentile(99).shown)"
    ]
    for kind in Abuse.allCases {
      for connections in kind == .monitor ? [50] : isShort ? [8] : [1, 8] {
        let flood = Flooding(kind: kind, connections: connections, taskCount: taskCount)
        rows.append(try await flood.run(self, hub, honest, worker))
      }
    }
    try await hub.kill9()
    try await eventually("the record's lock") {
      (try? await run("exec headway hub start"))?.code == 0 ? () : nil
    }
    _ = try await run("exec headway hub stop")
    return rows
  }

  fileprivate struct Flooding {
    let kind: Abuse
    let connections: Int
    let taskCount: Int

    var name: String { "\(taskCount) tasks, \(connections) × \(kind.rawValue)" }

    func run(
      _ scene: FaultScene, _ hub: HubProcess, _ honest: HonestClient, _ worker: HotTasks
    ) async throws -> String {
      let before = ProcessTable.residentKibibytes(hub.pid)
      let driver = ProcessEnvironment.executablePath ?? ""
      let abuse = try Program([
        driver, "abuse", "--kind", kind.rawValue, "--connections", "\(connections)",
      ])
      try timeUntil("the flood") { exists("abused") }
      var samples = Samples()
      var highest = before
      try honest.measure(for: .seconds(scene.count), into: &samples) {
        worker.step()
        highest = max(highest, ProcessTable.residentKibibytes(hub.pid))
      }
      try touch("enough")
      await scene.check(
        abuse.end(within: .seconds(10)) == 0, "\(name): the flood failed: \(abuse.errorText)")
      for file in ["enough", "abused"] { _ = try await scene.run("rm -f \(file)") }
      judge(scene, &samples, grown: highest - before)
      try comeBack(scene, hub, to: before)
      return
        "\(name): p50 \(samples.percentile(50).shown), p99 \(samples.percentile(99).shown), "
        + "worst \(samples.worst.shown), + \(max(0, highest - before) / 1024) MB"
    }

    /// The short form runs beside other tests and has few samples: its bars tell a flood that is
    /// shared from one that isn't, which took seconds.
    private func judge(_ scene: FaultScene, _ samples: inout Samples, grown: Int) {
      scene.check(samples.count > 20, "\(name): \(samples.count) answers")
      let bars: (percentile: Duration, worst: Duration) =
        scene.isShort
        ? (.milliseconds(100), .milliseconds(500)) : (.milliseconds(20), .milliseconds(100))
      let percentile = samples.percentile(99)
      if percentile > bars.percentile {
        scene.finding.late.append(
          "\(name): p99 \(percentile.shown), the bar is \(bars.percentile.shown)")
      }
      if samples.worst > bars.worst {
        scene.finding.late.append(
          "\(name): worst \(samples.worst.shown), the bar is \(bars.worst.shown)")
      }
      scene.check(grown <= FaultScene.memoryBar, "\(name): memory + \(grown) KiB")
    }

    private func comeBack(_ scene: FaultScene, _ hub: HubProcess, to before: Int) throws {
      let bar = before + FaultScene.restBar
      let isBack =
        (try? timeUntil("memory", within: .seconds(10)) {
          ProcessTable.residentKibibytes(hub.pid) <= bar
        }) != nil
      let now = ProcessTable.residentKibibytes(hub.pid)
      scene.check(isBack, "\(name): memory is \(now) KiB 10 s later, it was \(before)")
    }
  }
}

/// Live tasks of one worker, of which the first 200 move ten times a second.
final class HotTasks {
  private let connection: HubConnection
  private let count: Int
  private var completed = 0
  private var nextMove = SystemClocks.awake

  init(_ paths: HeadwayPaths, count: Int) throws {
    self.count = count
    connection = try HubConnection(to: paths, mayStart: false)
    connection.send(ClientHello(role: .worker))
    for number in 0..<count {
      let task = TaskDescription(key: Self.key(number), title: "hot")
      connection.queue(BeginMessage(task, WorkerReport(), request: number))
      if number.isMultiple(of: 64) { exchange() }
    }
    var begun = 0
    try timeUntil("\(count) tasks", within: .seconds(60)) {
      connection.flush()
      begun += try connection.receive().count { if case .begun = $0 { true } else { false } }
      return begun == count || begunBefore + begun == count
    }
  }

  private var begunBefore = 0

  private func exchange() {
    connection.flush()
    begunBefore +=
      (try? connection.receive())?.count { if case .begun = $0 { true } else { false } } ?? 0
  }

  static func key(_ number: Int) -> TaskKey { TaskKey(high: 34, low: UInt64(number)) }

  /// Sends what is due.
  func step() {
    _ = try? connection.receiveLines()
    guard SystemClocks.awake >= nextMove else { return connection.flush() }
    nextMove = SystemClocks.awake + .milliseconds(100)
    completed += 1
    for number in 0..<min(200, count) {
      var report = WorkerReport()
      report.reading = ProgressReading(completed: Int64(completed), total: 100_000)
      connection.queue(UpdateMessage(task: .key(Self.key(number)), report))
    }
    connection.flush()
  }
}

/// A client that asks for the summary about a hundred times a second, and waits for each answer.
final class HonestClient {
  private let connection: HubConnection

  init(_ paths: HeadwayPaths) throws {
    connection = try HubConnection(to: paths, mayStart: false)
    connection.send(ClientHello(role: .command))
  }

  func measure(
    for time: Duration, into samples: inout Samples, _ meanwhile: () throws -> Void
  ) throws {
    let end = SystemClocks.awake + time
    while SystemClocks.awake < end {
      try meanwhile()
      let start = SystemClocks.awake
      connection.send(SummaryRequest(request: 3))
      try awaitAnswer(until: start + .seconds(20))
      samples.add(SystemClocks.awake - start)
      pass(.milliseconds(8))
    }
  }

  private func awaitAnswer(until deadline: AwakeTime) throws {
    while true {
      for case .summary in try connection.receive() { return }
      guard SystemClocks.awake < deadline else { throw HarnessError("no answer for 20 s") }
      var poller = Poller()
      poller.watch(connection.descriptor, .readable)
      poller.wait(until: deadline)
    }
  }
}
