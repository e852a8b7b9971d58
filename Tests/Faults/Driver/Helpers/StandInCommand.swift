import ArgumentParser
import HeadwaySystem

/// A hub of another version, or one that has lost its mind, at the workspace's socket.
struct StandInCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "stand-in", shouldDisplay: false)

  @Option(name: .long) var manner: StandIn.Manner
  /// In another user's directory, too.
  @Flag(name: .long) var anywhere = false

  mutating func run() throws {
    let paths = try HeadwayPaths.resolve()
    if !anywhere { try PrivateDirectory.ensure(paths.runtimeDirectory) }
    try FileIdentity.removeSocket(at: paths.socket)
    let standIn = StandIn(
      manner: manner, listener: try UnixSocket.listen(at: paths.socket, backlog: 64))
    while true { standIn.step() }
  }
}
