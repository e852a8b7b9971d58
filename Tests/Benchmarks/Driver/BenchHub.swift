import Glibc
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import SystemPackage

/// A hub with a record and a socket of its own; commands started from here find it by their
/// environment: the one that was made last, or entered since.
struct BenchHub {
  private let headway: String
  private let directory: String
  let paths: HeadwayPaths

  /// With what the file `config.toml` is to hold.
  init(headway: String, directory: String, config: String = "") throws {
    self.headway = headway
    self.directory = directory
    mkdir(directory, 0o700)
    try Self.configure(config, in: directory)
    Self.enter(directory)
    let paths = try HeadwayPaths.resolve()
    self.paths = paths
    try Child(command: [headway, "hub", "start"]).expectSuccess()
  }

  /// The hub's process, by its end of a connection.
  func process() throws -> CInt { try Self.process(at: paths.socket) }

  static func process(at socket: String) throws -> CInt {
    var descriptor = try? UnixSocket.connect(to: socket)
    for _ in 0..<500 where descriptor == nil {
      usleep(10_000)
      descriptor = try? UnixSocket.connect(to: socket)
    }
    guard let descriptor else { throw BenchmarkError("no hub listens at \(socket)") }
    defer { try? descriptor.close() }
    return try UnixSocket.peer(of: descriptor).pid
  }

  /// An ended task stays in the list for `time`, as the file says it.
  static func keepingEnded(_ time: String) -> String { "[monitor]\nkeep-ended = \"\(time)\"\n" }

  /// From here on commands that are started find this hub.
  func enter() { Self.enter(directory) }

  private static func enter(_ directory: String) {
    setenv("XDG_CONFIG_HOME", directory, 1)
    setenv("XDG_STATE_HOME", directory, 1)
    setenv("HEADWAY_SOCKET", "\(directory)/hub.sock", 1)
  }

  private static func configure(_ config: String, in directory: String) throws {
    mkdir("\(directory)/headway", 0o700)
    let path = "\(directory)/headway/config.toml"
    guard let file = fopen(path, "w") else { throw BenchmarkError("can't write \(path)") }
    fputs(config, file)
    fclose(file)
  }

  /// Returns once the hub lists a task of this title, as it was begun by whatever library.
  func awaitTask(_ title: String) throws {
    let limit = SystemClocks.awake + .seconds(5)
    while try !TalkingChild([headway, "list"]).finish().contains(where: { $0.contains(title) }) {
      guard SystemClocks.awake < limit else { throw BenchmarkError("the hub has no \(title)") }
      usleep(20_000)
    }
  }

  /// Returns once the hub lists `count` tasks at least; it may have too much to do to answer at first.
  /// Throws what `check` throws meanwhile.
  func awaitTasks(_ count: Int, _ check: () throws -> Void) throws {
    let limit = SystemClocks.awake + .seconds(60)
    while (try? TalkingChild([headway, "list"]).finish().count) ?? 0 < count {
      try check()
      guard SystemClocks.awake < limit else { throw BenchmarkError("no \(count) tasks begin") }
      usleep(200_000)
    }
  }

  func stop() {
    enter()
    try? Child(command: [headway, "hub", "stop"]).expectSuccess()
  }

  /// Tasks as ten or so workers would report them, each on a connection of its own.
  func tasks(_ count: Int) throws -> [BenchTask] {
    try (0..<count).map { try BenchTask(index: $0, paths: paths) }
  }
}
