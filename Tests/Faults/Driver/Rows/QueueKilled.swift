import HeadwaySystem
import TestSupport
import TestHarness

extension FaultRow {
  /// Beyond the matrix: row 1 of the queue. What was acknowledged is there once, what was queued ran
  /// once, and nothing that was cancelled runs again.
  static let queueKilled = FaultRow(
    number: 25, fault: "kill -9 the hub under submits, ends and cancels", unit: "kills",
    fullCount: 1000, shortCount: 20, limit: .seconds(1800)
  ) { scene in
    try scene.writeConfig("[queue]\nslots = 4\n")
    _ = try await scene.startHub()
    let people = try (0..<3).map {
      try Program.script(Self.submitter, environment: ["WHO": "\($0)"])
    }
    let canceller = try Program.script(Self.canceller)
    try eventually("tasks under way") { Ledger.lines("acked").count > 10 ? () : nil }
    var killer = HubKiller(scene, dice: Dice(seed: scene.seed), killsUnborn: false)
    for _ in 0..<scene.count { try killer.killOnce() }
    try touch("stop")
    for person in people + [canceller] { _ = try await person.outcome(within: .seconds(60)) }
    try await eventually("an end to all", within: .seconds(120)) {
      try await RecordFile(scene).rows.allSatisfy { $0.state == "ended" } ? () : nil
    }
    try killer.findings()
    try await audit(scene)
  }

  /// Until `stop` is there. A line of `acked` is a number that was printed, and what its task does. No
  /// more wait than the slots get through in a second or two: a queue that only grows is another test.
  /// What is waited for isn't the last of `acked`: the canceller would end just that, and the wait.
  private static let submitter = #"""
    n=0
    until [ -e stop ]; do
      n=$((n + 1)); tag=$WHO-$n; before=$number
      number=$(headway submit -- sh -c "echo $tag >>ran; sleep 0.0$((RANDOM % 10))") &&
        echo "$number $tag" >>acked
      [ $((n % 25)) != 0 ] || headway wait "$before" >/dev/null
    done
    """#

  private static let canceller = #"""
    until [ -e stop ]; do
      sleep 0.2; number=$(tail -n 1 acked 2>/dev/null | cut -d' ' -f1); [ -n "$number" ] || continue
      echo "$number" >>doomed; headway cancel "$number"
    done
    """#

  private static func audit(_ scene: FaultScene) async throws {
    let rows = try await RecordFile(scene).rows
    let byNumber = Dictionary(grouping: rows, by: \.number)
    let runs = Dictionary(grouping: Ledger.lines("ran").map(String.init)) { $0 }
    let doomed = Set(Ledger.lines("doomed").compactMap { Int($0) })
    let acked = Ledger.lines("acked").map { $0.split(separator: " ").map(String.init) }
    scene.finding.extent = "\(acked.count) submits, \(doomed.count) cancels"
    if Set(acked.map(\.first)).count != acked.count { scene.lose("a number was given twice") }
    for line in acked {
      guard let number = Int(line[0]), let row = byNumber[number]?.first else {
        scene.lose("task \(line[0]) isn't in the record")
        continue
      }
      let count = runs[line[1]]?.count ?? 0
      if count > 1 { scene.lose("task \(number) ran \(count) times") }
      let isAsItWas =
        row.end == "completed" && count == 1
        || row.end == "cancelled/user" && doomed.contains(number)
      if !isAsItWas { scene.lose("task \(number): \(row.end), ran \(count) times") }
      scene.check(true, "")
    }
    scene.check(try await RecordFile.integrity(scene) == "ok", "the record isn't whole")
  }
}
