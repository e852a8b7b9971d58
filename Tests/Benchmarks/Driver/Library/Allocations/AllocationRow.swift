import HeadwaySystem

/// How often a call of the library asks for memory, with a hub connected: a program of its own makes
/// the calls, under a library that counts malloc(3) and its like.
enum AllocationRow {
  static func measure(_ bench: Bench) throws -> [TableRow] {
    let counts = try bench.withHub("allocations") { try count(bench, $0) }
    let control = counts[.control]?.own ?? 0
    guard control >= CountedCall.count else {
      throw BenchmarkError(
        "the interposer doesn't count: \(control) of \(CountedCall.count) allocations")
    }
    return CountedCall.allCases.filter { $0 != .control }.compactMap { call in
      counts[call].map { row(call, $0, control) }
    }
  }

  private static func count(
    _ bench: Bench, _ hub: BenchHub
  ) throws -> [CountedCall: AllocationCount] {
    let program = ProcessEnvironment.executablePath ?? "/proc/self/exe"
    let child = try TalkingChild(
      ["/usr/bin/env", "LD_PRELOAD=\(bench.interposer)", program, "allocations"])
    guard try child.hear() == "ready" else { throw BenchmarkError("nothing is counted") }
    try hub.awaitTask("Allocations")
    try child.say("go")
    return Dictionary(try child.finish().compactMap(parse)) { $1 }
  }

  private static func parse(_ line: String) -> (CountedCall, AllocationCount)? {
    let words = line.split(separator: " ")
    guard words.count == 3, let call = CountedCall(rawValue: String(words[0])),
      let own = UInt64(words[1]), let others = UInt64(words[2])
    else { return nil }
    return (call, AllocationCount(own: own, others: others))
  }

  private static func row(
    _ call: CountedCall, _ count: AllocationCount, _ control: UInt64
  ) -> TableRow {
    TableRow(
      what: "allocations in 1,000,000 × \(call.title), hub connected / an allocation",
      ours: "\(count.own)", peer: "\(control)",
      result: "\(count.others) by the thread that sends", bar: "0", isMet: count.own == 0)
  }
}
