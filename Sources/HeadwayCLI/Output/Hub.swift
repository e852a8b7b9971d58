import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire

extension CommandFailure {
  /// Describes a failed exchange with the hub by a line and an exit status.
  init(_ error: LinkError) {
    let status: HeadwayProgram.ExitStatus =
      switch error {
      case .noHub, .daemonMissing, .startTimedOut, .hubDied, .hubSilent, .connectionLost, .system,
        .malformed, .shortage, .otherHub, .hubElsewhere, .host:
        .noHub
      case .config: .usage
      case .foreignHub, .directory: .notPermitted
      case .refused(let code, _): .ofRefusal(ErrorCode(rawValue: code))
      }
    self.init("\(error)", status: status)
  }
}

extension HeadwayProgram.ExitStatus {
  /// The status for a refusal by the hub. Nil stands for a code that this version doesn't know.
  fileprivate static func ofRefusal(_ code: ErrorCode?) -> HeadwayProgram.ExitStatus {
    switch code {
    case .version: .noHub
    case .notNow: .notNow
    case .notPermitted: .notPermitted
    case .nothingToWake: .unknownInput
    case .config, .unknownGroup, .groupExists: .usage
    case .malformed, .tooLong, .helloExpected, .unknownTask, .ambiguous, .ended, .nothingAsked,
      .groupInUse, .limit, .record, .nothingWaiting, .dependsOnItself, .notQueued, .stillLive,
      .cannotRestart, .awaited, .notPausable, .notRunning, .suspended, .keyCleaned,
      .environmentUnknown, nil:
      .nothing
    }
  }
}

/// The access to the hub that commands share.
enum Hub {
  /// The paths of socket, record and logs. Throws if the environment names unusable ones.
  static func paths() throws(CommandFailure) -> HeadwayPaths {
    do {
      return try HeadwayPaths.resolve()
    } catch {
      throw CommandFailure("\(error)", status: .usage)
    }
  }

  /// Connects to a running hub and sends the hello, without waiting for the answer. The hub
  /// prepares its answer while the command reads its config.
  ///
  /// Returns nil without a usable hub. ``ask(start:ahead:_:)`` reports the reason later.
  static func greetAhead() -> CommandClient? {
    if HostChoice.chosen != nil { return nil }
    return (try? paths()).flatMap { try? CommandClient($0, start: .never) }
  }

  /// Connects to the hub and performs `body`.
  ///
  /// A connection that is lost in the middle is replaced, for up to five seconds, and `body` runs
  /// again. Requests must therefore be idempotent. Throws a failure for the person when the hub
  /// can't be reached or refuses.
  ///
  /// - Parameters:
  ///   - start: whether to start a hub if none runs.
  ///   - ahead: a connection of ``greetAhead()``, used for the first attempt.
  ///
  /// ```swift
  /// let tasks = try Hub.ask { client throws(LinkError) in try client.list(all: false) }
  /// ```
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
          return try body(try client(paths, start: start))
        }
        greeted = nil
        return try body(client)
      } catch .connectionLost where SystemClocks.awake < deadline {
        HostPace.rest()
        continue
      } catch {
        // A hub that can't start because of a wrong config can't report the reason. Reading the
        // config here does.
        if [.startTimedOut, .hubSilent, .connectionLost].contains(error) {
          _ = try UserConfig.load()
        }
        if error == .hubSilent, let name = HostChoice.chosen {
          throw CommandFailure(.host(HostTrouble(try Hosts.named(name), .silent)))
        }
        throw CommandFailure(error).named(HostChoice.chosen)
      }
    }
  }

  /// Connects to the hub that the command is for: the one of this machine, or of another one.
  static func client(
    _ paths: HeadwayPaths, start: CommandClient.StartPolicy = .ifNeeded
  ) throws(LinkError) -> CommandClient {
    guard let name = HostChoice.chosen else { return try CommandClient(paths, start: start) }
    let host: Host
    do throws(CommandFailure) {
      host = try Hosts.named(name)
    } catch {
      throw .config(error.message ?? String(localized: "the config is wrong"))
    }
    defer { HostPace.note() }
    return CommandClient(over: try HostBridge(to: host, paths))
  }

  /// The time during which a lost connection is replaced.
  private static let patience: Duration = .seconds(5)
}
