/// What a call that counts a unit costs a program, with a hub connected, and what its peers ask for
/// the same.
enum AdvanceRow {
  static func measure(_ bench: Bench) throws -> [TableRow] {
    try bench.withHub("advance") { hub in
      let costs = try CallCosts.measure(bench, hub)
      return costs.rows(comparisons) + (try StrainRows.measure(bench, hub))
    }
  }

  private static let comparisons = [
    Comparison(.advance, over: .foundation, bar: .nanoseconds(3)),
    Comparison(.setCompleted, over: .foundation),
    Comparison(.advance, over: .tqdm),
    Comparison(.advance, over: .rich),
    Comparison(.advance, over: .zig),
    Comparison(.backgroundTasks, over: .foundation, bar: .ratio(2.5)),
    Comparison(.pythonAdvance, over: .tqdm),
    Comparison(.pythonUpdate, over: .tqdm),
    Comparison(.pythonAdvance, over: .rich),
  ]
}
