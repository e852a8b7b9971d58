import HeadwayModel
import HeadwaySystem

/// Calls of a Zig program, on a terminal: where there is none, its progress counts nothing.
struct ZigCalls {
  private let program: String

  /// The program's start is in the time: for this many calls, no hundredth of a nanosecond each. The
  /// calls take over a second, because Zig draws nothing in its first half second.
  private static let count = 1_000_000_000

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
    var hasDrawn = false
    let title = Array("Calls".utf8)
    while case .bytes(let bytes) = child.read(until: limit) {
      hasDrawn = hasDrawn || bytes.firstRange(of: title) != nil
    }
    let time = SystemClocks.awake - child.started
    try child.finish()
    guard hasDrawn else { throw BenchmarkError("Zig's progress drew nothing") }
    return time / Self.count
  }
}
