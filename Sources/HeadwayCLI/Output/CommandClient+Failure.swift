import HeadwayCore
import HeadwayLink
import HeadwaySystem
import HeadwayWire

extension CommandFailure {
  /// The line and the status of an error between this command and the hub.
  init(_ error: LinkError) {
    let status: HeadwayProgram.ExitStatus =
      switch error {
      case .noHub, .daemonMissing, .startTimedOut, .hubSilent, .connectionLost, .system, .malformed:
        .noHub
      case .foreignHub, .directory: .notPermitted
      case .refused(let code, _): code == ErrorCode.version.rawValue ? .noHub : .nothing
      }
    self.init("\(error)", status: status)
  }
}

/// What commands share: where the hub is, and who speaks to it.
enum Hub {
  /// Fails when neither HOME nor XDG_STATE_HOME is set.
  static func paths() throws(CommandFailure) -> HeadwayPaths {
    guard let paths = HeadwayPaths.resolve() else {
      throw CommandFailure("neither HOME nor XDG_STATE_HOME is set; set one", status: .usage)
    }
    return paths
  }

  /// A client that starts a hub where there is none.
  static func client(
    start: CommandClient.StartPolicy = .ifNeeded
  ) throws(CommandFailure) -> CommandClient {
    let paths = try paths()
    return try connected { () throws(LinkError) in try CommandClient(paths, start: start) }
  }

  /// Runs `body` with its link errors turned into lines and statuses.
  static func connected<Result>(
    _ body: () throws(LinkError) -> Result
  ) throws(CommandFailure) -> Result {
    do {
      return try body()
    } catch {
      throw CommandFailure(error)
    }
  }
}
