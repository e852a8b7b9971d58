import Glibc
import HeadwayModel
import HeadwaySystem
import HeadwayWire
import TestProcesses
import TestHarness

extension FaultRow {
  /// Row 10: a hub without descriptors waits quietly, and recovers.
  static let descriptorsExhausted = FaultRow(
    number: 10, fault: "RLIMIT_NOFILE=64, 200 clients", unit: "s without descriptors",
    fullCount: 20, shortCount: 2
  ) { scene in
    let started = try await scene.run("prlimit --nofile=64:64 headway hub start")
    guard started.code == 0, let hub = HubProcess.answering(scene.paths) else {
      throw HarnessError("a hub with 64 descriptors doesn't start: \(started.errorText)")
    }
    let worker = try RawClient(scene.paths)
    var crowd = try (0..<200).map { _ in try RawClient(scene.paths) }
    try withExtendedLifetime(crowd) {
      try scene.expectExhaustion(of: hub, crowd)
      try scene.measureUse(of: hub)
      try scene.checkService(of: worker)
    }
    crowd.removeAll()
    let time = try await timeUntil("it serves again") {
      try await Program(["headway", "list"]).outcome().code == 0
    }
    scene.measure("served again within", time, bar: .seconds(6))
    scene.check(HubProcess.answering(scene.paths)?.pid == hub.pid, "the hub is another")
    try timeUntil("few descriptors") { ProcessTable.descriptorCount(hub.pid) < 40 }
  }
}

extension FaultScene {
  fileprivate func expectExhaustion(of hub: HubProcess, _ crowd: [RawClient]) throws {
    do {
      try timeUntil("no descriptor left") { ProcessTable.descriptorCount(hub.pid) >= 60 }
    } catch {
      let dropped = try crowd.count { try $0.hasBeenDropped() }
      let inUse = ProcessTable.descriptorCount(hub.pid)
      throw HarnessError("\(error): \(inUse) in use, \(dropped) clients dropped; \(hubLog)")
    }
  }

  fileprivate func measureUse(of hub: HubProcess) throws {
    let (before, start) = (ProcessTable.processorTime(hub.pid), SystemClocks.awake)
    pass(.seconds(count))
    let used = ProcessTable.processorTime(hub.pid) - before
    let percent = used / (SystemClocks.awake - start) * 100
    note("\(decimal(percent, 1)) % of a processor (bar 5 %)")
    check(percent < 5, "it spins: \(decimal(percent, 1)) % of a processor")
  }

  /// Those who are connected don't suffer.
  fileprivate func checkService(of worker: RawClient) throws {
    let key = String(repeating: "ab", count: 16)
    worker.send(#"{"type":"begin","key":"\#(key)","title":"early","request":1}"#)
    worker.send(#"{"type":"end","task":"\#(key)","reason":"completed","request":2}"#)
    let ended = try worker.first("an end") { message -> Bool? in
      if case .ended(let ended) = message { ended.request == 2 } else { nil }
    }
    check(ended == true, "a connected worker isn't served")
  }
}
