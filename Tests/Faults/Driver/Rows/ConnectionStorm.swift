import Glibc
import HeadwayModel
import HeadwaySystem
import HeadwayWire
import TestProcesses
import TestHarness

extension FaultRow {
  /// Row 9: connections that come and go, say nothing, or dawdle.
  static let connectionStorm = FaultRow(
    number: 9, fault: "connects and disconnects; no hello; a byte a second", unit: "connects",
    fullCount: 10_000, shortCount: 1000
  ) { scene in
    let hub = try await scene.startHub()
    raiseDescriptorLimit()
    let silentCount = scene.isShort ? 200 : 1000
    // As many as are to come, once: what the allocator keeps for them is no growth.
    try await scene.connectAndLeave(scene.count, within: .seconds(scene.count / 1000))
    if !scene.isShort { try await scene.saysNothing(silentCount) }
    try timeUntil("a quiet hub") { ProcessTable.descriptorCount(hub.pid) < 60 }
    scene.finding.figures = []
    let (memory, descriptors) = (
      ProcessTable.residentKibibytes(hub.pid), ProcessTable.descriptorCount(hub.pid)
    )
    let served = try await scene.connectAndLeave(scene.count, within: .seconds(scene.count / 1000))
    try await scene.saysNothing(silentCount)
    scene.measure("others served within", served.worst, bar: .seconds(1))
    try timeUntil("the descriptors of before") {
      ProcessTable.descriptorCount(hub.pid) <= descriptors
    }
    let grown = ProcessTable.residentKibibytes(hub.pid) - memory
    scene.measure("memory afterwards +", kibibytes: grown, bar: 2048)
    scene.check(HubProcess.answering(scene.paths)?.pid == hub.pid, "the hub is another")
  }
}

/// For as many connections as a row wants.
func raiseDescriptorLimit() {
  var limit = rlimit()
  getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  limit.rlim_cur = limit.rlim_max
  setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}

extension FaultScene {
  /// Evenly, some with a hello, some without a word; what it took others to be served meanwhile.
  @discardableResult
  fileprivate func connectAndLeave(_ count: Int, within time: Duration) async throws -> Samples {
    var samples = Samples()
    let start = SystemClocks.awake
    for index in 0..<count {
      let client = try RawClient(paths, hello: index % 2 == 0 ? RawClient.hello : nil)
      if index % 3 == 0 { client.send(#"{"type":"subscribe"}"#) }
      if index % 500 == 499 {
        let outcome = try await Program(["headway", "list"]).outcome()
        check(outcome.code == 0, "list: \(outcome.errorText)")
        samples.add(outcome.took)
      }
      let due = start + time * Double(index) / Double(count)
      if due > SystemClocks.awake { pass(due - SystemClocks.awake) }
    }
    if count >= 500 { note("\(count) in \((SystemClocks.awake - start).shown)") }
    return samples
  }

  /// Dropped after five seconds, and so is one who says hello a byte a second.
  fileprivate func saysNothing(_ count: Int) async throws {
    let start = SystemClocks.awake
    let silent = try (0..<count).map { _ in try RawClient(paths, hello: nil) }
    let dawdler = try RawClient(paths, hello: nil)
    let greeted = try RawClient(paths)
    var word = Array(RawClient.hello.utf8)[...]
    var next = start
    var slowest: Duration = .zero
    let time = try await timeUntil("an end to silence", within: .seconds(15)) {
      if SystemClocks.awake >= next, let byte = word.popFirst() {
        dawdler.send(bytes: [byte])
        greeted.send(bytes: [0x20])
        next += .seconds(1)
        slowest = max(slowest, try await Program(["headway", "list"]).outcome().took)
      }
      return try silent.allSatisfy { try $0.hasBeenDropped() } && dawdler.hasBeenDropped()
    }
    check(time > .seconds(4), "the silent were dropped after \(time.shown)")
    measure("\(count) silent ones dropped within", time, bar: .seconds(7))
    measure("meanwhile others served within", slowest, bar: .seconds(1))
    greeted.send("\n" + #"{"type":"summary","request":1}"#)
    let answer = try greeted.first("an answer to a slow client") { message in
      message.isSummary ? true : nil
    }
    check(answer == true, "one who said hello and is slow was dropped")
  }
}

extension HubMessage {
  fileprivate var isSummary: Bool {
    if case .summary = self { true } else { false }
  }
}
