import HeadwayCore

/// What a submission costs when there is a long queue already.
enum LongQueueRow {
  private static let sample = 200

  static func measure(_ bench: Bench) throws -> [TableRow] {
    let count = 10_000 / bench.roundDivisor
    let times = try bench.withHub("long-queue", config: HeadwayQueue.config(slots: 1)) { _ in
      let queue = HeadwayQueue(headway: bench.headway)
      _ = try queue.submit(["sleep", "1000"])
      let times = try (0..<count).map { _ in try queue.submit(["true"]) }
      try Child(command: [bench.headway, "cancel", "--force", "1"]).expectSuccess()
      return times
    }
    let (first, last) = (median(times.prefix(sample)), median(times.suffix(sample)))
    let ratio = last / first
    return [
      TableRow(
        what: "submit true, the last \(sample) of \(count) queued / the first",
        ours: milliseconds(last), peer: milliseconds(first), result: decimal(ratio) + "×",
        bar: "≤ 1.2×", isMet: ratio <= 1.2)
    ]
  }

  private static func median(_ times: ArraySlice<Duration>) -> Duration {
    var samples = Samples()
    for time in times { samples.add(time) }
    return samples.median
  }
}
