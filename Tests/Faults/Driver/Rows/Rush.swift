import Glibc
import HeadwaySystem
import TestHarness

extension FaultRow {
  /// Row 5: a hundred clients that find no hub start one.
  static let rush = FaultRow(
    number: 5, fault: "100 clients at once, no hub", unit: "rounds", fullCount: 20, shortCount: 2
  ) { scene in
    var samples = Samples()
    for round in 0..<scene.count {
      if round % 2 == 0 { unlink(scene.paths.socket) }
      samples.add(try await scene.rush(round))
    }
    scene.finding.extent = "100 clients each"
    scene.note("all connected within \(samples.worst.shown)")
  }
}

extension FaultScene {
  fileprivate func rush(_ round: Int) async throws -> Duration {
    let driver = ProcessEnvironment.executablePath ?? ""
    let (name, gate) = ("guests\(round).", "gate\(round)")
    let guests = try (0..<100).map {
      try Program([driver, "guest", "--ledger", "\(name)\($0)", "--gate", gate])
    }
    try touch(gate)
    let time = try timeUntil("100 guests", within: .seconds(30)) { Ledger.all(name).count == 100 }
    let hubs = Set(Ledger.all(name).map { String($0.words[1]) })
    check(hubs.count == 1, "\(hubs.count) hubs answered: \(hubs)")
    check(HubProcess.all.count == 1, "hubs that run: \(HubProcess.all)")
    try touch("leave")
    var codes: [Int32?] = []
    for guest in guests { codes.append(await guest.end(within: .seconds(20))) }
    check(codes.allSatisfy { $0 == 0 }, "guests left with \(Set(codes))")
    unlink("leave")
    try await HubProcess(pid: HubProcess.all.first ?? 0).kill9()
    return time
  }
}
