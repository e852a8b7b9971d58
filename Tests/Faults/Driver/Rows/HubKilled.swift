import HeadwaySystem
import TestSupport
import TestHarness

extension FaultRow {
  /// Row 1: L1 to L3 under kill -9 of the hub.
  static let hubKilled = FaultRow(
    number: 1, fault: "kill -9 the hub at random, 100 workers", unit: "kills", fullCount: 1000,
    shortCount: 20, limit: .seconds(1800)
  ) { scene in
    // What ended leaves the list after a minute: a list of a hundred workers, not of the thousands of
    // tasks that they go through in the ten minutes of this.
    try scene.writeConfig("[monitor]\nkeep-ended = \"1m\"\n")
    _ = try await scene.startHub()
    let workforce = try Workforce(scene)
    try eventually("work under way") { Ledger.all("ledger.").count > 150 ? () : nil }
    var killer = HubKiller(scene, dice: Dice(seed: scene.seed))
    for _ in 0..<scene.count { try killer.killOnce() }
    try await workforce.finish()
    try killer.findings()
    try await LedgerAudit(scene).perform()
    try await SubscriberAudit(scene, killer.absences).perform(workforce)
  }
}
