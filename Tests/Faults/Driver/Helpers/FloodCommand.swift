import ArgumentParser
import HeadwaySystem

/// Tasks that report as fast as they are told to, until a file named `hold` appears; then they stay
/// until one named `stop` does.
struct FloodCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "flood", shouldDisplay: false)

  @Option(name: .long) var tasks: Int
  /// Updates a second, of all together.
  @Option(name: .long) var rate: Int
  @Option(name: .long) var ledger: String

  mutating func run() throws {
    var flood = try Flood(
      paths: HeadwayPaths.resolve(), ledger: Ledger(ledger), taskCount: tasks, rate: rate)
    while !exists("hold") { flood.step() }
    flood.finish()
    while !exists("stop") { pass(.milliseconds(20)) }
  }
}
