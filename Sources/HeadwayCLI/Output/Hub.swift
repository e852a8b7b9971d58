import HeadwayCore
import HeadwayLink
import HeadwaySystem
import HeadwayWire

extension CommandFailure {
  /// The line and the status of an error between this command and the hub.
  init(_ error: LinkError) {
    let status: HeadwayProgram.ExitStatus =
      switch error {
      case .noHub, .daemonMissing, .startTimedOut, .hubDied, .hubSilent, .connectionLost, .system,
        .malformed, .shortage:
        .noHub
      case .foreignHub, .directory: .notPermitted
      case .refused(let code, _): .ofRefusal(ErrorCode(rawValue: code))
      }
    self.init("\(error)", status: status)
  }
}

extension HeadwayProgram.ExitStatus {
  fileprivate static func ofRefusal(_ code: ErrorCode?) -> HeadwayProgram.ExitStatus {
    switch code {
    case .version: .noHub
    case .notNow: .notNow
    case .notPermitted: .notPermitted
    case .nothingToWake: .unknownInput
    case .config: .usage
    case .malformed, .tooLong, .helloExpected, .unknownTask, .ambiguous, .ended, .nothingAsked,
      .limit, .record, .nothingWaiting, .dependsOnItself, .notQueued, .stillLive,
      .cannotRestart, .awaited, .notPausable, .notRunning, .suspended, .keyCleaned, nil:
      .nothing
    }
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

  /// Says hello to a hub that is there: it gets ready while this command does. Nil where there is none
  /// yet, or it isn't to be spoken to: ``ask(start:ahead:_:)`` tells why.
  static func greetAhead() -> CommandClient? {
    (try? paths()).flatMap { try? CommandClient($0, start: .never) }
  }

  /// Connects, unless it has `ahead`, starting a hub where there is none, and does `body`; again, of the
  /// next hub, where this one leaves in the middle. Whatever is asked of a hub may be asked twice.
  static func ask<Result>(
    start: CommandClient.StartPolicy = .ifNeeded, ahead: CommandClient? = nil,
    _ body: (CommandClient) throws(LinkError) -> Result
  ) throws(CommandFailure) -> Result {
    let paths = try paths()
    let deadline = SystemClocks.awake + patience
    var greeted = ahead
    while true {
      do {
        guard let client = greeted else {
          return try body(try CommandClient(paths, start: start))
        }
        greeted = nil
        return try body(client)
      } catch .connectionLost where SystemClocks.awake < deadline {
        continue
      } catch {
        // What a hub that doesn't start can't say by itself.
        if [.startTimedOut, .hubSilent, .connectionLost].contains(error) {
          _ = try UserConfig.load()
        }
        throw CommandFailure(error)
      }
    }
  }

  /// For hubs that come and go.
  private static let patience: Duration = .seconds(5)
}
