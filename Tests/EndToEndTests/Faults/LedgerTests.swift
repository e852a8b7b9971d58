import Foundation
import Testing

/// Row 1 of the fault matrix, with a ledger the hub knows nothing of.
@Suite(.fewAtATime) struct LedgerTests {
  private static let workers = 20
  private static let kills = 30

  @Test("30 kills of the hub under 20 workers: every end is recorded once, with its status")
  func kills() async throws {
    try await Workspace.use { workspace in
      try await workspace.run("headway hub start")
      let workers = try workspace.start(Self.work)
      try await eventually("the first ends") { workspace.exists("ledger.1") }
      var slowest = Duration.zero
      for _ in 1...Self.kills { slowest = try await max(slowest, killOnce(workspace)) }
      try await workspace.run("touch stop")
      #expect(try await workers.outcome(within: .seconds(30)).code == 0)
      try await compare(workspace)
      #expect(slowest < .seconds(2), "the hub was away for \(slowest)")
      print("ledger: back after \(slowest) at most")
    }
  }

  /// Each job's identifier, the status it was to end with, and the one `run` returned.
  private static let work = """
    for w in $(seq \(workers)); do (
      i=0
      until [ -e stop ]; do
        i=$((i + 1)); code=$((RANDOM % 4))
        headway run --id e2e.$w.$i -- sh -c "sleep 0.0$((RANDOM % 9)); exit $code" 2>>errors
        echo "e2e.$w.$i $code $?" >>ledger.$w
        sleep 0.1
      done
    ) & done; wait
    """

  /// How long there was none.
  private func killOnce(_ workspace: Workspace) async throws -> Duration {
    let pid = try await eventually("a hub") { HubProcess.all(workspace).first }
    kill(pid, SIGKILL)
    let since = ContinuousClock.now
    try await eventually("the next hub") {
      try await workspace.run("headway hub status").code == 0
    }
    return ContinuousClock.now - since
  }

  private func compare(_ workspace: Workspace) async throws {
    var ledger: [String: Int] = [:]
    for worker in 1...Self.workers {
      for line in workspace.read("ledger.\(worker)").split(separator: "\n") {
        let words = line.split(separator: " ")
        #expect(words[1] == words[2], "run returned another status: \(line)")
        ledger[String(words[0])] = Int(words[1])
      }
    }
    let tasks = try await eventually("all ends in the record", within: .seconds(10)) {
      let tasks = try await workspace.list(all: true)
      return tasks.allSatisfy { $0.state == "ended" } ? tasks : nil
    }
    #expect(ledger.count > Self.kills, "hardly any job ended")
    #expect(tasks.count == ledger.count)
    #expect(Set(tasks.map(\.number)).count == tasks.count)
    #expect(Set(tasks.compactMap(\.identifier)) == Set(ledger.keys))
    let wrong = tasks.filter {
      $0.exitCode != ledger[$0.identifier ?? ""]
        || $0.endReason != ($0.exitCode == 0 ? "completed" : "failed")
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(3))")
    let spool = try FileManager.default.contentsOfDirectory(atPath: workspace.spool)
    #expect(spool.isEmpty, "\(spool.prefix(3))")
    #expect(workspace.read("errors") == "")
    print("ledger: \(ledger.count) jobs, each end once")
  }
}
