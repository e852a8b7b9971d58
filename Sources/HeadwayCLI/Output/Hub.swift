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
  static func paths() throws(CommandFailure) -> HeadwayPaths {
    do {
      return try HeadwayPaths.resolve()
    } catch {
      throw CommandFailure("\(error)", status: .usage)
    }
  }

  /// Connects, starting a hub where there is none, and does `body`; once more, of the next hub,
  /// where this one leaves in the middle. Whatever is asked of a hub may be asked twice.
  static func ask<Result>(
    start: CommandClient.StartPolicy = .ifNeeded,
    _ body: (CommandClient) throws(LinkError) -> Result
  ) throws(CommandFailure) -> Result {
    let paths = try paths()
    do {
      do {
        return try body(try CommandClient(paths, start: start))
      } catch .connectionLost {
        return try body(try CommandClient(paths, start: start))
      }
    } catch {
      // What a hub that doesn't start can't say by itself.
      if error == .startTimedOut { _ = try UserConfig.load() }
      throw CommandFailure(error)
    }
  }
}
