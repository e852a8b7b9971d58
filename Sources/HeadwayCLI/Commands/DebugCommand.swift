import ArgumentParser
import HeadwayModel
import HeadwayLink
import HeadwayWire

/// The command `headway debug launch|expire`: simulates decisions of the system, for developers of
/// programs that use Headway. Xcode's debugger offers the same for BackgroundTasks.
struct DebugCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "debug",
    abstract: "Simulate what the system does on its own time, for programs under development.",
    subcommands: [Launch.self, Expire.self])

  /// The command `headway debug launch IDENTIFIER`: launches a queued request of a running program.
  struct Launch: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "launch",
      abstract: "Launch a program's request that is queued, whatever it waits for.")

    @Argument(
      help: "The identifier that a running program submitted.", completion: TaskCompletion.queued)
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
      abstract: "Expire a task, as one that made no headway; its card says that it was simulated.")

    @Argument(
      help: "A task that runs, by identifier or number.", completion: TaskCompletion.live)
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
