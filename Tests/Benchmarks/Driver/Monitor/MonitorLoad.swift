import Glibc
import HeadwaySystem

/// 1,000 tasks at ten updates a second, which say the same wherever they come from.
final class MonitorLoad {
  private let process: CInt
  private var isRunning = true

  enum Source {
    case connections, processes

    var words: String {
      switch self {
      case .connections: "from one process"
      case .processes: "from 1,000 processes"
      }
    }
  }

  /// Goes on for `seconds` at least. However this process ends, the load doesn't outlive it for long.
  init(_ source: Source, _ bench: Bench, _ hub: BenchHub, seconds: Int) throws {
    let command =
      switch source {
      case .connections:
        [
          "/proc/self/exe", "load", "--headway", bench.headway, "--directory", bench.directory,
          "--socket", hub.paths.socket, "--tasks", "1000", "--rate", "10", "--subscribers", "0",
          "--seconds", "\(seconds + 60)",
        ]
      case .processes: [bench.crowd, hub.paths.socket, "1000", "10"]
      }
    process = try Child(command: command, streams: [nil, nil, 2]).start()
  }

  /// That all of it was there up to now.
  func expectWhole() throws {
    var status: CInt = 0
    guard isRunning, waitpid(process, &status, WNOHANG) == 0 else {
      isRunning = false
      throw BenchmarkError("the load ended early: wait status \(status)")
    }
  }

  func stop() {
    guard isRunning else { return }
    isRunning = false
    kill(process, SIGTERM)
    _ = Child.wait(for: process)
  }
}
