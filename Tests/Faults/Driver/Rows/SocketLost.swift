import Glibc
import HeadwayModel
import HeadwaySystem
import TestSupport
import TestHarness

extension FaultRow {
  /// Row 6: a socket that nobody serves is taken over, one that vanished is bound again.
  static let socketLost = FaultRow(
    number: 6, fault: "stale socket; socket unlinked under a live hub", unit: "rounds of 4",
    fullCount: 50, shortCount: 3
  ) { scene in
    var (takenOver, boundAgain) = (Samples(), Samples())
    let worker = try Program([
      ProcessEnvironment.executablePath ?? "", "crowd", "--workers", "5", "--ledger",
      "ledger.crowd",
      "--seed", "\(scene.seed)", "--life", "500",
    ])
    for _ in 0..<scene.count {
      let hub = try await scene.startHub()
      for removal in ["rm ../run/hub.sock", "rm -r ../run", "mv ../run/hub.sock ../run/other"] {
        boundAgain.add(try await scene.timeUntilBound(again: hub, after: removal))
      }
      try await hub.kill9()
      scene.check(exists(scene.paths.socket), "a killed hub leaves its socket")
      let start = SystemClocks.awake
      let next = try await scene.startHub()
      takenOver.add(SystemClocks.awake - start)
      scene.check(next.pid != hub.pid, "the dead hub answers")
    }
    // A quick machine is through before the workers have done anything worth an audit.
    try eventually("some tasks' ends") { LedgerAudit.hasEnough ? true : nil }
    try touch("stop")
    scene.check(await worker.end(within: .seconds(20)) == 0, "the workers didn't finish")
    scene.measure("bound again within", boundAgain.worst, bar: .seconds(1))
    scene.note("taken over within \(takenOver.worst.shown)")
    try await LedgerAudit(scene).perform()
  }
}

extension FaultScene {
  fileprivate func timeUntilBound(again hub: HubProcess, after removal: String) async throws
    -> Duration
  {
    try await run(removal)
    let time = try timeUntil("the socket after \(removal)", within: .seconds(5)) {
      HubProcess.answering(paths)?.pid == hub.pid
    }
    check(HubProcess.all == [hub.pid], "hubs that run: \(HubProcess.all)")
    return time
  }
}
