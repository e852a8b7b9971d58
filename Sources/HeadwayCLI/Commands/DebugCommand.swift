import ArgumentParser
import HeadwayModel
import HeadwayLink
import HeadwayWire

/// The command `headway debug launch|expire`: simulates decisions of the system, for developers of
/// programs that use Headway. Xcode's debugger offers the same for BackgroundTasks.
struct DebugCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "debug",
    abstract: "Simulate launches and expirations, to test programs that use Headway.",
    subcommands: [Launch.self, Expire.self])

  /// The command `headway debug launch IDENTIFIER`: launches a queued request of a running program.
  struct Launch: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "launch",
      abstract: "Launch a queued request of a running program, whatever the request waits for.")

    @Argument(
      help: "The identifier that a running program submitted.", completion: TaskCompletion.queued,
      transform: TaskReference.parse)
    var identifier: TaskReference

    /// Asks the hub to launch the request. The hub refuses an identifier without a queued request.
    mutating func run() throws {
      let identifier = identifier
      try Hub.ask { client throws(LinkError) in try client.simulate(.launch, identifier) }
    }
  }

  /// The command `headway debug expire N`: expires a task as if it had stalled.
  struct Expire: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "expire",
      abstract: "Expire a task as if it had stalled. The card says that this was simulated.")

    @Argument(
      help: "The running task, by number or identifier.", completion: TaskCompletion.live,
      transform: TaskReference.parse)
    var task: TaskReference

    mutating func run() throws {
      let task = task
      try Hub.ask { client throws(LinkError) in try client.simulate(.expire, task) }
    }
  }
}

extension CommandClient {
  /// Asks the hub to simulate `event`.
  fileprivate func simulate(
    _ event: SimulateMessage.Event, _ task: TaskReference
  ) throws(LinkError) {
    try ask(SimulateMessage(event, task, request: nextRequest())) { $0.isOk ? () : nil }
  }
}
