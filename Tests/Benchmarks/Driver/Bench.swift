import HeadwayModel

/// What every row is given.
struct Bench {
  let headway: String
  let directory: String
  let tmuxSocket: String
  let textFile: String
  /// The folder of programs in other languages that are measured beside.
  let peers: String
  /// The program that writes when it was started and when it ended, to the file that it is given.
  let stamp: String
  /// The program that is as many processes as it is told, each with a task.
  let crowd: String
  /// The library that counts allocations, for LD_PRELOAD.
  let interposer: String
  let roundDivisor: Int
  /// Without peers.
  let isAlone: Bool
  /// How long a subscriber is stopped, in seconds.
  let stoppedSeconds: Int

  func rounds(_ count: Int) -> Int { max(3, count / roundDivisor) }

  /// Runs `body` with a hub of its own: what one row leaves in it doesn't burden the next.
  func withHub<Result>(
    _ name: String, config: String = "", _ body: (BenchHub) throws -> Result
  ) throws -> Result {
    let hub = try BenchHub(headway: headway, directory: "\(directory)/\(name)", config: config)
    defer { hub.stop() }
    return try body(hub)
  }
}

/// Why there is no figure.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
