import ArgumentParser
import HeadwayConfig
import HeadwayFleet
import HeadwayModel

/// The option `--fleet`: the hubs that publish to a broker, in place of this machine's.
struct FleetOption: ParsableArguments {
  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Show what all hubs publish to an MQTT broker: by default that of the config.",
      valueName: "broker"),
    transform: { text in
      guard let url = BrokerURL(text) else {
        throw ValidationError(
          String(localized: "'\(text)' isn't the address of a broker; give \(BrokerURL.forms.text)")
        )
      }
      return url
    })
  var fleet: BrokerURL?

  private static let name = "--fleet"

  /// Returns a command line with the broker of the config behind a `--fleet` that names none.
  ///
  /// - Throws: a failure if the config names no broker.
  static func completing(_ words: [String]) throws(CommandFailure) -> [String] {
    guard let place = words.firstIndex(of: name), isTaken(by: words),
      words.count == place + 1 || words[place + 1].hasPrefix("-")
    else { return words }
    guard let broker = try UserConfig.load().fleet.broker else {
      throw CommandFailure(
        "the config names no broker; give one: --fleet mqtts://HOST, or set broker under [fleet]",
        status: .usage)
    }
    return words[...place] + ["\(broker)"] + words[(place + 1)...]
  }

  /// Refuses a command line for another machine.
  static func checkIsAlone(_ words: [String]) throws(CommandFailure) {
    guard isTaken(by: words), words.contains(where: { $0 == name || $0.hasPrefix("\(name)=") })
    else { return }
    throw CommandFailure("--fleet and --host exclude each other", status: .usage)
  }

  /// Whether the command of a command line takes the option.
  private static func isTaken(by words: [String]) -> Bool {
    switch words.first {
    case "watch", "status", name: true
    default: false
    }
  }

  /// Returns the hubs of the fleet; nil without the option.
  ///
  /// - Parameter machines: the machines that the command line names; nil for none.
  func feed(besides machines: [HostName?]?) throws -> FleetFeed? {
    guard let fleet else { return nil }
    guard machines == nil else {
      throw CommandFailure("--fleet and --host exclude each other", status: .usage)
    }
    return try FleetFeed(fleet)
  }
}
