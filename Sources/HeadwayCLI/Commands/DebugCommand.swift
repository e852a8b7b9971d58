import ArgumentParser
import HeadwayCore
import HeadwayLink
import HeadwaySystem
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
    var identifier: TaskReference

    /// Programs come back to a hub that has just started within that time.
    private static let patience: Duration = .milliseconds(2500)
    private static let pause: Duration = .milliseconds(100)

    mutating func run() throws {
      let identifier = identifier
      let deadline = SystemClocks.awake + Self.patience
      try Hub.ask { client throws(LinkError) in
        while true {
          do throws(LinkError) {
            return try client.simulate(.launch, identifier)
          } catch {
            guard error.isNothingWaiting, SystemClocks.awake < deadline else { throw error }
            SystemClocks.rest(for: Self.pause)
          }
        }
      }
    }
  }

  struct Expire: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "expire",
      abstract: "Expire a task, as one that made no headway; its card says that it was simulated.")

    @Argument(help: "A task that runs, by identifier or number.")
    var task: TaskReference

    mutating func run() throws {
      let task = task
      try Hub.ask { client throws(LinkError) in try client.simulate(.expire, task) }
    }
  }
}

extension CommandClient {
  fileprivate func simulate(
    _ event: SimulateMessage.Event, _ task: TaskReference
  ) throws(LinkError) {
    try ask(SimulateMessage(event, task, request: nextRequest())) { $0.isOk ? () : nil }
  }
}

extension LinkError {
  fileprivate var isNothingWaiting: Bool {
    guard case .refused(let code, _) = self else { return false }
    return code == ErrorCode.nothingWaiting.rawValue
  }
}
