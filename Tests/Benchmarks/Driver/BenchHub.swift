import Glibc
import HeadwayCore
import HeadwayLink
import HeadwaySystem
import SystemPackage

/// A hub with a record and a socket of its own; commands started from here find it by their
/// environment.
struct BenchHub {
  private let headway: String
  let paths: HeadwayPaths

  init(headway: String, directory: String) throws {
    self.headway = headway
    mkdir(directory, 0o700)
    setenv("XDG_STATE_HOME", directory, 1)
    setenv("HEADWAY_SOCKET", "\(directory)/hub.sock", 1)
    let paths = try HeadwayPaths.resolve()
    self.paths = paths
    try Child(command: [headway, "hub", "start"]).expectSuccess()
  }

  /// The hub's process, by its end of a connection.
  func process() throws -> CInt {
    let descriptor = try UnixSocket.connect(to: paths.socket)
    defer { try? descriptor.close() }
    return try UnixSocket.peer(of: descriptor).pid
  }

  func stop() { try? Child(command: [headway, "hub", "stop"]).expectSuccess() }

  /// Tasks as ten or so workers would report them, each on a connection of its own.
  func tasks(_ count: Int) throws -> [BenchTask] {
    try (0..<count).map { try BenchTask(index: $0, paths: paths) }
  }
}
