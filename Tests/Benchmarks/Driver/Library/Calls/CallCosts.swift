/// The median of what each call costs, all measured in turns.
struct CallCosts {
  private let medians: [Call: Duration]
  private let bench: Bench

  static func measure(_ bench: Bench, _ hub: BenchHub) throws -> CallCosts {
    let library = try LibraryCalls(hub)
    defer { library.end() }
    guard !bench.isAlone else { return try CallCosts(bench, library.timings) }
    let python = try PythonCalls(bench)
    let zig = try ZigCalls(bench)
    let costs = try CallCosts(bench, library.timings + python.timings + (zig?.timings ?? []))
    try python.end()
    return costs
  }

  private init(_ bench: Bench, _ timings: [(call: Call, time: Call.Timing)]) throws {
    self.bench = bench
    let samples = try interleaved(rounds: bench.rounds(12), timings.map(\.time))
    medians = Dictionary(uniqueKeysWithValues: zip(timings.map(\.call), samples.map(\.median)))
  }

  /// Those whose own side was measured.
  func rows(_ comparisons: [Comparison]) -> [TableRow] {
    comparisons.compactMap { comparison in
      guard let ours = medians[comparison.ours] else { return nil }
      if let peer = medians[comparison.peer] { return comparison.row(ours, peer) }
      return comparison.row(ours, without: bench.isAlone ? "–" : "not installed")
    }
  }
}
