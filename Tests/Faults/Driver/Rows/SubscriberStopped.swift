import Glibc
import HeadwayModel
import HeadwaySystem
import HeadwayWire
import TestSupport
import TestProcesses
import TestHarness

extension FaultRow {
  /// Row 8: who doesn't read costs the others nothing, and has the latest once it reads.
  static let subscriberStopped = FaultRow(
    number: 8, fault: "a subscriber stops reading, 10k updates/s", unit: "s", fullCount: 600,
    shortCount: 4, limit: .seconds(1200)
  ) { scene in
    let hub = try await scene.startHub()
    let helpers = try scene.startFlood()
    let probe = try Probe(scene.paths)
    var (others, during) = (Samples(), Samples())
    let baseline = Duration.seconds(max(2, scene.count / 10))
    try probe.measure(for: baseline, into: &others) {}
    let memory = ProcessTable.residentKibibytes(hub.pid)
    let stopped = try RawClient(scene.paths)
    stopped.send(#"{"type":"subscribe"}"#)
    var highest = memory
    try probe.measure(for: .seconds(scene.count), into: &during) {
      highest = max(highest, ProcessTable.residentKibibytes(hub.pid))
    }
    scene.measure("hub memory +", kibibytes: highest - memory, bar: 1024)
    try touch("hold")
    try scene.readAll(stopped)
    try touch("stop")
    try touch("enough")
    for program in helpers {
      scene.check(
        await program.end(within: .seconds(10)) == 0, "a helper failed: \(program.errorText)")
    }
    scene.noteRate()
    scene.noteLatency(&others, &during)
  }
}

extension FaultScene {
  /// Reports of a hundred tasks, and a monitor that reads them all.
  fileprivate func startFlood() throws -> [Program] {
    let driver = ProcessEnvironment.executablePath ?? ""
    return try [
      ["flood", "--tasks", "100", "--rate", "10000", "--ledger", "flood"],
      ["observer", "--ledger", "shown"],
    ].map { try Program([driver] + $0) }
  }

  /// Unchanged: a fifth, or two milliseconds. A short run has too few samples for more than a median
  /// that is of the same kind.
  fileprivate func noteLatency(_ before: inout Samples, _ during: inout Samples) {
    let percent = isShort ? 50 : 99
    let usual = before.percentile(percent)
    let slack: Duration = .milliseconds(isShort ? 10 : 2)
    measure(
      "others' p\(percent) \(usual.shown) before, now", during.percentile(percent),
      bar: max(usual * 1.2, usual + slack))
    if !isShort { note("medians \(before.percentile(50).shown), \(during.percentile(50).shown)") }
  }

  /// The latest of every task, once the stopped subscriber reads.
  fileprivate func readAll(_ subscriber: RawClient) throws {
    try timeUntil("the flood's end") { Ledger.entries("flood").contains { $0.words[0] == "final" } }
    let start = SystemClocks.awake
    var last: [String: Int64] = [:]
    let finals = try eventually("the last values") {
      let finals = Ledger.entries("flood").filter { $0.words[0] == "final" }
      return finals.count == 100 ? finals : nil
    }
    _ = try? timeUntil("the latest state", within: .seconds(10)) {
      for case .change(let change) in try subscriber.arrived() {
        last[change.task.key.description] = change.task.progress.completed
      }
      return finals.allSatisfy { last[String($0.words[1])] == Int64($0.words[2]) }
    }
    for final in finals where last[String(final.words[1])] != Int64(final.words[2]) {
      lose(
        "\(final.words[1]) stands at \(final.words[2]), the subscriber has \(last[String(final.words[1])] ?? -1)"
      )
    }
    measure("the latest of all on resume within", SystemClocks.awake - start, bar: .seconds(1))
  }

  fileprivate func noteRate() {
    let rates = Ledger.entries("flood").filter { $0.words[0] == "rate" }.compactMap {
      Int($0.words[1])
    }
    let mean = rates.reduce(0, +) / max(1, rates.count)
    note("\(mean) updates/s")
    check(mean > 9000, "the hub took \(mean) updates/s")
  }
}
