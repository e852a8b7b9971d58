import ArgumentParser
import HeadwayModel
import HeadwayLink
import HeadwayWire

/// The command `headway wake IDENTIFIER`: runs a periodic task soon.
struct WakeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wake", abstract: "Run a periodic task soon.",
    discussion: """
      The next run starts after other queued tasks of the same priority, and not earlier than 10 s \
      after the last run began. Several wakes cause one run. If the identifier belongs to a \
      program's request, the request no longer waits for its date. headway wake exits 65 if no \
      periodic task has the identifier.
      """)

  @Argument(help: "The identifier from headway submit --refresh --id, or of a program's request.")
  var identifier: String

  @OptionGroup var machine: HostOptions

  /// Asks the hub. Exits with 65 if no periodic task has the identifier.
  mutating func run() throws {
    let identifier = identifier
    try Hub.ask { client throws(LinkError) in
      try client.ask(WakeMessage(identifier, request: client.nextRequest())) {
        $0.isOk ? () : nil
      }
    }
  }
}
