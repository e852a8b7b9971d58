import Glibc
import HeadwayModel
import HeadwaySystem
import TestSupport
import TestHarness

extension FaultRow {
  /// Row 2: nobody waits for a hub that hangs.
  static let hubStopped = FaultRow(
    number: 2, fault: "SIGSTOP the hub", unit: "s stopped", fullCount: 60, shortCount: 2
  ) { scene in
    let hub = try await scene.startHub()
    let workers = try HangingWork(scene)
    let work = try await scene.stopped(hub) { try await workers.watch(for: .seconds(scene.count)) }
    workers.note(within: work)
    try await workers.finish()
    try await LedgerAudit(scene).perform()
  }
}

extension FaultScene {
  /// Does `body` while `hub` is stopped: from when to when.
  func stopped(_ hub: HubProcess, _ body: () async throws -> Void) async throws -> ClosedRange<
    AwakeTime
  > {
    let start = SystemClocks.awake
    hub.send(SIGSTOP)
    defer { hub.send(SIGCONT) }
    try timeUntil("a stopped hub") {
      ProcessStat(process: hub.pid)?.state == UInt8(ascii: "T")
    }
    try await body()
    return start...SystemClocks.awake
  }
}

/// Workers, commands and status lines that go on meanwhile.
private struct HangingWork {
  private let scene: FaultScene
  private let crowd: Program
  private let runs: Program

  private static let script = """
    i=0
    until [ -e stop ]; do
      i=$((i + 1)); code=$((RANDOM % 4))
      headway run --id run.$i -- sh -c "seq $i; exit $code" >bytes 2>>errors
      echo "0 run.$i $code $?" >>runs.1
      seq $i | cmp -s - bytes || echo "run.$i" >>wrong
      sleep 0.1
    done
    """

  init(_ scene: FaultScene) throws {
    self.scene = scene
    let driver = ProcessEnvironment.executablePath ?? ""
    crowd = try Program([
      driver, "crowd", "--workers", "50", "--ledger", "ledger.crowd", "--seed", "\(scene.seed)",
      "--life", "2000",
    ])
    runs = try Program.script(Self.script)
    try eventually("work under way") { Ledger.all("ledger.").count > 150 ? () : nil }
  }

  /// Asks for the status again and again.
  func watch(for time: Duration) async throws {
    let deadline = SystemClocks.awake + time
    var samples = Samples()
    while SystemClocks.awake < deadline {
      let status = try await Program(["headway", "status"]).outcome()
      samples.add(status.took)
      scene.check(status.code == 69, "status of a stopped hub: \(status.status)")
      scene.check(status.text.contains("hub"), "status doesn't say so: \(status.text)")
      pass(.milliseconds(200))
    }
    let percent = scene.isShort ? 50 : 90
    scene.measure(
      "status says so within (p\(percent))", samples.percentile(percent), bar: .milliseconds(100))
    scene.note("at worst \(samples.worst.shown) on a machine as busy as this")
  }

  func finish() async throws {
    try touch("stop")
    for program in [crowd, runs] where await program.end(within: .seconds(30)) != 0 {
      throw HarnessError("a worker didn't finish: \(program.errorText)")
    }
  }

  func note(within time: ClosedRange<AwakeTime>) {
    var (worst, waited, count) = (0, 0, 0)
    for entry in Ledger.all("ledger.") where entry.words[0] == "calls" && time ~= entry.time {
      let values = entry.words.dropFirst().compactMap { Int($0) }
      guard values.count == 3 else { continue }
      (worst, waited, count) = (
        max(worst, values[0]), max(waited, values[1]), count + values[2]
      )
    }
    scene.check(count > 100, "hardly any call was made")
    scene.measure(
      "worst wait in \(count) worker calls", .microseconds(waited), bar: .milliseconds(10))
    scene.note("\(Duration.microseconds(worst).shown) with what it lacked a processor")
  }
}
