import ArgumentParser
import HeadwaySystem

/// A monitor without a screen: writes down what it is shown of patrons' tasks, and where progress
/// went backward, until a file named `enough` appears.
struct ObserverCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "observer", shouldDisplay: false)

  @Option(name: .long) var ledger: String

  mutating func run() throws {
    let observer = Observer(paths: try HeadwayPaths.resolve(), ledger: Ledger(ledger))
    while !exists("enough") { observer.step() }
  }
}
