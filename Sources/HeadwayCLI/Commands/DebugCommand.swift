import ArgumentParser
import HeadwayCore
import HeadwayLink
import HeadwayWire

/// `headway debug launch|expire IDENTIFIER`
struct DebugCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "debug",
    abstract: "Simulate what the system does on its own time, for programs under development.",
    subcommands: [Launch.self, Expire.self])

  struct Launch: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "launch",
      abstract: "Launch a refresh or processing request that waits, whatever its conditions are.")

    @Argument(help: "The identifier that a running program submitted.")
    var identifier: String

    mutating func run() throws { try DebugCommand.simulate(.launch, identifier) }
  }

  struct Expire: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "expire",
      abstract: "Expire a task, as one that made no headway; its card says that it was simulated.")

    @Argument(help: "The identifier of a task that runs.")
    var identifier: String

    mutating func run() throws { try DebugCommand.simulate(.expire, identifier) }
  }

  private static func simulate(
    _ event: SimulateMessage.Event, _ identifier: String
  ) throws(CommandFailure) {
    try Hub.ask { client throws(LinkError) in
      try client.ask(
        SimulateMessage(
          event, identifier: SanitisedText(identifier, limit: .identifier),
          request: client.nextRequest())
      ) { $0.isOk ? () : nil }
    }
  }
}
