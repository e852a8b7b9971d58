import ArgumentParser
import HeadwayFleet
import HeadwayModel

/// The option `--fleet`: the hubs that publish to a broker, in place of this machine's.
struct FleetOption: ParsableArguments {
  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Show what all hubs publish to an MQTT broker.", valueName: "broker"),
    transform: { text in
      guard let url = BrokerURL(text) else {
        throw ValidationError("'\(text)' isn't the address of a broker; give \(BrokerURL.forms)")
      }
      return url
    })
  var fleet: BrokerURL?

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
