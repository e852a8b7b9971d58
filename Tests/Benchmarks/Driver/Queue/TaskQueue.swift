import Glibc
import HeadwaySystem

/// A queue that commands are submitted to: ours, or task-spooler's.
protocol TaskQueue {
  /// What submits `command`.
  func submission(of command: [String]) -> Child
  /// Waits until the last command that was submitted has ended.
  func awaitLast() throws
}

extension TaskQueue {
  /// Submits one, from before its start until the client is gone.
  func submit(_ command: [String]) throws -> Duration { try submission(of: command).timed() }

  /// Returns once what was submitted first runs, and ends with the file `gate`.
  func block(with stamp: String, until gate: String) throws {
    _ = try submit([stamp, "\(gate).blocker", gate])
  }
}

/// A hub whose config says how many slots there are.
struct HeadwayQueue: TaskQueue {
  let headway: String

  static func config(slots: Int) -> String {
    "[queue]\nslots = \(slots)\n" + BenchHub.keepingEnded("1s")
  }

  func submission(of command: [String]) -> Child {
    Child(command: [headway, "submit", "--"] + command)
  }

  func awaitLast() throws { try Child(command: [headway, "wait", "--all"]).expectSuccess() }

  /// Ends the tasks 1 to `count`, the last first: none that waits gets the slot of another.
  func cancelAll(_ count: Int) throws {
    let numbers = (1...count).reversed().map { "\($0)" }
    try Child(command: [headway, "cancel", "--force"] + numbers).expectSuccess()
    try awaitLast()
  }
}

/// A server of task-spooler's with a socket of its own (tsp(1)).
struct SpoolerQueue: TaskQueue {
  private static let program = "tsp"

  /// Starts it.
  init(slots: Int, name: String, bench: Bench) throws {
    setenv("TS_SOCKET", "\(bench.spoolers)/\(name)", 1)
    setenv("TMPDIR", bench.spoolers, 1)
    try Child(command: [Self.program, "-S", "\(slots)"]).expectSuccess()
  }

  func submission(of command: [String]) -> Child { Child(command: [Self.program] + command) }

  func awaitLast() throws { try Child(command: [Self.program, "-w"]).expectSuccess() }

  func stop() { try? Child(command: [Self.program, "-K"]).expectSuccess() }
}

extension Bench {
  /// The folder of task-spooler's sockets and outputs.
  var spoolers: String { directory + "/../spoolers" }
}
