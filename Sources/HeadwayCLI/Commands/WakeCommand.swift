import ArgumentParser
import HeadwayModel
import HeadwayLink
import HeadwayWire

/// The command `headway wake IDENTIFIER`: runs a periodic task soon.
struct WakeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wake", abstract: "Let what refreshes under an identifier do so soon.",
    discussion: """
      Many wakes are one run, at least 10 s after the last one began, behind what is queued otherwise. \
      A program's request no longer waits for its date. Exits 65 where nothing refreshes under that \
      identifier.
      """)

  @Argument(help: "That of a headway submit --refresh, or of a program's request.")
  var identifier: String

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
