/// How a program ended.
struct Outcome {
  /// 128 + the signal for one that was killed.
  let code: Int32
  let output: [UInt8]
  let error: String
  let took: Duration

  var text: String { String(decoding: output, as: UTF8.self) }
}

extension FaultScene {
  /// Runs a script of bash(1) to its end.
  @discardableResult
  func run(
    _ script: String, environment: [String: String] = [:], within limit: Duration = .seconds(20)
  ) throws -> Outcome {
    try Program.script(script, environment: environment).outcome(within: limit)
  }
}
