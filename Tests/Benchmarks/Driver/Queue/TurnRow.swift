import HeadwayModel
import HeadwaySystem

/// From the end of a command whose slot becomes free to the first instruction of the next.
enum TurnRow {
  static func measure(_ bench: Bench) throws -> [TableRow] {
    let theirs = try SpoolerQueue(slots: 1, name: "turn", bench: bench)
    defer { theirs.stop() }
    return try bench.withHub("turn", config: HeadwayQueue.config(slots: 1)) { hub in
      let folder = hub.paths.stateDirectory
      let count = max(100, 400 / bench.roundDivisor)
      let ours = try pauses(
        HeadwayQueue(headway: bench.headway), count: count, bench.stamp, "\(folder)/ours")
      let peer = try pauses(theirs, count: count, bench.stamp, "\(folder)/theirs")
      let p99 = ours.percentile(99)
      return [
        TableRow(
          what: "a slot becomes free → the next command runs (tsp), p99 of \(count)",
          ours: "p50 \(milliseconds(ours.median))",
          peer: "p50 \(milliseconds(peer.median)), p99 \(milliseconds(peer.percentile(99)))",
          result: milliseconds(p99), bar: "p99 ≤ 20 ms", isMet: p99 <= .milliseconds(20))
      ]
    }
  }

  private static func pauses(
    _ queue: some TaskQueue, count: Int, _ stamp: String, _ file: String
  ) throws -> Samples {
    let gate = file + ".gate"
    try queue.block(with: stamp, until: gate)
    for _ in 0..<count { _ = try queue.submit([stamp, file]) }
    try Child(command: ["touch", gate]).expectSuccess()
    try queue.awaitLast()
    let runs = try TalkingChild(["cat", file]).finish().map(Run.init).sorted { $0.start < $1.start }
    guard runs.count == count else { throw BenchmarkError("\(runs.count) of \(count) ran") }
    var samples = Samples()
    for (run, next) in zip(runs, runs.dropFirst()) { samples.add(next.start - run.end) }
    return samples
  }

  /// A line of stamp's.
  private struct Run {
    let start: AwakeTime
    let end: AwakeTime

    init(_ line: String) {
      let words = line.split(separator: " ").map {
        AwakeTime(sinceOrigin: .nanoseconds(Int64($0) ?? 0))
      }
      (start, end) = (words.first ?? .origin, words.last ?? .origin)
    }
  }
}
