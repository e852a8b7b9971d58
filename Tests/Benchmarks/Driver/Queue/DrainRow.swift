import HeadwayModel
import HeadwaySystem

/// Nearly a thousand commands that do nothing, queued behind one that blocks, on two slots: from its
/// end until the last has ended.
///
/// Not quite a thousand: each queued `tsp` keeps a client of its own, and its server, which takes no
/// more than about 995 of them, leaves the next waiting for ever.
enum DrainRow {
  private static let slots = 2
  private static let count = 980

  static func measure(_ bench: Bench) throws -> [TableRow] {
    let count = Self.count / bench.roundDivisor
    let theirs = try SpoolerQueue(slots: slots, name: "drain", bench: bench)
    defer { theirs.stop() }
    let medians = try bench.withHub("drain", config: HeadwayQueue.config(slots: slots)) { hub in
      let ours = HeadwayQueue(headway: bench.headway)
      var round = 0
      func drain(_ queue: some TaskQueue) throws -> Duration {
        round += 1
        let gate = "\(hub.paths.stateDirectory)/gate.\(round)"
        return try time(queue, count: count, gate: gate, stamp: bench.stamp)
      }
      return try interleaved(rounds: 3, warmUp: 0, [{ try drain(ours) }, { try drain(theirs) }])
        .map(\.median)
    }
    let ratio = medians[0] / medians[1]
    return [
      TableRow(
        what: "\(count) × true behind a blocker, 2 slots, until the last end / tsp -S 2",
        ours: milliseconds(medians[0]), peer: milliseconds(medians[1]),
        result: decimal(ratio) + "×", bar: "≤ 3×", isMet: ratio <= 3)
    ]
  }

  private static func time(
    _ queue: some TaskQueue, count: Int, gate: String, stamp: String
  ) throws -> Duration {
    for _ in 0..<slots { try queue.block(with: stamp, until: gate) }
    for _ in 0..<count { _ = try queue.submit(["true"]) }
    let start = SystemClocks.awake
    try Child(command: ["touch", gate]).expectSuccess()
    try queue.awaitLast()
    return SystemClocks.awake - start
  }
}
