import HeadwayModel
import HeadwaySystem

/// Calls of a Zig program, on a terminal: where there is none, its progress counts nothing.
struct ZigCalls {
  private let program: String

  /// Its own start is in the time: for this many calls, no hundredth of a nanosecond each.
  private static let count = 100_000_000

  /// Nil where no `zig` is on the PATH.
  init?(_ bench: Bench) throws {
    guard (try? Child(command: ["zig", "version"]).expectSuccess()) != nil else { return nil }
    program = "\(bench.directory)/complete_one"
    try Child(command: [
      "zig", "build-exe", "-O", "ReleaseFast", "-femit-bin=\(program)",
      "\(bench.peers)/complete_one.zig",
    ]).expectSuccess()
  }

  var timings: [(call: Call, time: Call.Timing)] { [(.zig, time)] }

  private func time() throws -> Duration {
    let child = try TerminalChild([program])
    let limit = child.started + .seconds(60)
    var drawn = 0
    while case .bytes(let bytes) = child.read(until: limit) { drawn += bytes.count }
    let time = SystemClocks.awake - child.started
    try child.finish()
    guard drawn > 0 else { throw BenchmarkError("Zig's progress drew nothing") }
    return time / Self.count
  }
}
