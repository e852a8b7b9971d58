import HeadwayModel

/// What a submission costs when there is a long queue already, in turns with one where there is none.
enum LongQueueRow {
  static func measure(_ bench: Bench) throws -> [TableRow] {
    let config = HeadwayQueue.config(slots: 1)
    return try bench.withHub("short-queue", config: config) { short in
      try bench.withHub("long-queue", config: config) { long in
        try [row(bench, hubs: [short, long])]
      }
    }
  }

  /// The last of `hubs` is the one with the long queue.
  private static func row(_ bench: Bench, hubs: [BenchHub]) throws -> TableRow {
    let (count, sample) = (10_000 / bench.roundDivisor, 200)
    let queue = HeadwayQueue(headway: bench.headway)
    var lengths = [0, 0]
    func submit(_ command: String..., to side: Int) throws -> Duration {
      hubs[side].enter()
      lengths[side] += 1
      return try queue.submit(command)
    }
    for side in hubs.indices { _ = try submit("sleep", "1000", to: side) }
    for _ in sample..<count { _ = try submit("true", to: 1) }
    let medians = try interleaved(
      rounds: sample, hubs.indices.map { side in { try submit("true", to: side) } }
    ).map(\.median)
    for (hub, length) in zip(hubs, lengths) {
      hub.enter()
      try queue.cancelAll(length)
    }
    let ratio = medians[1] / medians[0]
    return TableRow(
      what: "submit true, the last \(sample) of \(count) queued / the first",
      ours: milliseconds(medians[1]), peer: milliseconds(medians[0]), result: decimal(ratio) + "×",
      bar: "≤ 1.2×", isMet: ratio <= 1.2)
  }
}
