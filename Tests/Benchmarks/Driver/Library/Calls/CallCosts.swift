/// The median of what each call costs, all measured in turns.
struct CallCosts {
  private let medians: [Call: Duration]

  static func measure(_ bench: Bench, _ hub: BenchHub) throws -> CallCosts {
    let library = try LibraryCalls(hub)
    defer { library.end() }
    return try CallCosts(bench, library.timings)
  }

  private init(_ bench: Bench, _ timings: [(call: Call, time: Call.Timing)]) throws {
    let samples = try interleaved(rounds: bench.rounds(12), timings.map(\.time))
    medians = Dictionary(uniqueKeysWithValues: zip(timings.map(\.call), samples.map(\.median)))
  }

  func rows(_ comparisons: [Comparison]) -> [TableRow] {
    comparisons.compactMap { comparison in
      guard let ours = medians[comparison.ours], let peer = medians[comparison.peer] else {
        return nil
      }
      return comparison.row(ours, peer)
    }
  }
}
