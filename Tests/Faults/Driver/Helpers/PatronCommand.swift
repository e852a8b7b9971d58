import ArgumentParser
import HeadwaySystem

/// A worker that asks for an acknowledgement of all it says, and says it again until it has one.
struct PatronCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "patron", shouldDisplay: false)

  @Option(name: .long) var ledger: String
  @Option(name: .long) var seed: UInt64
  /// Between tasks, milliseconds at most.
  @Option(name: .long) var pause: Int

  mutating func run() throws {
    let patron = Patron(paths: try HeadwayPaths.resolve(), ledger: Ledger(ledger), seed: seed)
    while !exists("stop") {
      try patron.perform()
      pass(.milliseconds(Int.random(in: 0...pause)))
    }
  }
}
