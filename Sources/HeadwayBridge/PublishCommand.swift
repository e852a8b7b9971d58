import ArgumentParser
import Glibc
import HeadwayBroker
import HeadwayConfig
import HeadwayFleet
import HeadwayModel
import HeadwaySystem
import HeadwayWire

/// The command `headway-bridge publish`: publishes tasks until it is stopped.
struct PublishCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish", abstract: "Publish the tasks, and take orders that the config accepts.")

  mutating func run() throws {
    OwnProcess.occupyClosedStreams()
    signal(SIGPIPE, SIG_IGN)
    do {
      let paths = try HeadwayPaths.resolve()
      let fleet = try Self.config().fleet
      guard let url = fleet.broker else {
        HeadwayBridge.fail(
          "the config names no broker; add: [fleet] broker = \"mqtts://HOST\"", .usage)
      }
      let address = try Self.address(fleet)
      guard let lock = try FileLock.acquire(paths.bridgeLock) else {
        HeadwayBridge.fail("a bridge of this hub runs already", .otherBridge)
      }
      var settings = BrokerSettings(fleet, url, client: address.client)
      let now = WallTime(millisecondsSinceEpoch: SystemClocks.sinceEpoch.wholeMilliseconds)
      let name = BridgeName(startedAt: now, number: .random(in: .min ... .max))
      settings.will = FleetStatus.farewell(of: name, at: address)
      let bridge = try HubBridge(
        paths, address, name, settings, fleet, noteFile: lock.raw)
      try bridge.run()
      _ = lock.relinquish()
    } catch {
      HeadwayBridge.fail(
        "\(error)", error is ConfigError || error is BrokerProblem ? .usage : .failure)
    }
  }

  /// Reads the config. A missing file gives the defaults.
  static func config() throws -> HeadwayConfig {
    guard let path = HeadwayConfig.path(ProcessEnvironment.variable),
      FileIdentity(of: path) != nil
    else { return HeadwayConfig() }
    return try HeadwayConfig.load(path: path)
  }

  /// The names of this hub in the fleet.
  private static func address(_ fleet: HeadwayConfig.Fleet) throws(BrokerProblem) -> FleetAddress {
    let user = fleet.userName
    guard !user.isEmpty else {
      throw BrokerProblem("the name of your user isn't known; set [fleet] user in the config")
    }
    let rule = "names there have letters, digits, '.', '_' and '-', and at most 64 of them"
    guard FleetName.isValid(user) else {
      throw BrokerProblem("\(user) can't be a name in a fleet: \(rule); set [fleet] user")
    }
    guard let address = FleetAddress(user: user, host: MachineName.hostName) else {
      throw BrokerProblem("\(MachineName.hostName) can't be a name in a fleet: \(rule); rename it")
    }
    return address
  }
}

extension BrokerSettings {
  /// Makes the settings of the config for a client.
  init(_ fleet: HeadwayConfig.Fleet, _ url: BrokerURL, client: String) {
    self.init(url, client: client)
    passwordFile = fleet.passwordFile
    // Without a password the certificate says who the user is.
    user = fleet.passwordFile == nil ? nil : fleet.userName
    (authority, certificate, key) = (fleet.authority, fleet.certificate, fleet.key)
  }
}

extension HeadwayConfig.Fleet {
  /// The user's name in the fleet; empty if nobody says it.
  var userName: String {
    user ?? ProcessEnvironment.variable("LOGNAME") ?? ProcessEnvironment.variable("USER")
      ?? ProcessEnvironment.listedUserName ?? ""
  }
}
