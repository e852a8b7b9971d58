/// Calls of a Python program: the peers', and those of the client for Python.
struct PythonCalls {
  private let program: TalkingChild

  /// Debian's, which has Debian's tqdm and rich.
  private static let python = "/usr/bin/python3"

  init(_ bench: Bench) throws {
    program = try TalkingChild([Self.python, "\(bench.peers)/calls.py"])
    guard try program.hear() == "ready" else { throw BenchmarkError("calls.py isn't ready") }
  }

  func end() throws { _ = try program.finish() }

  var timings: [(call: Call, time: Call.Timing)] {
    [
      (.tqdm, { try time("tqdm.update") }), (.rich, { try time("rich.advance") }),
      (.pythonAdvance, { try time("headway.advance") }),
      (.pythonUpdate, { try time("headway.update") }),
    ]
  }

  private func time(_ side: String) throws -> Duration {
    try program.say(side)
    let answer = try program.hear()
    guard let nanoseconds = Double(answer) else {
      throw BenchmarkError("calls.py, \(side): \(answer)")
    }
    return .nanoseconds(1) * nanoseconds
  }
}
