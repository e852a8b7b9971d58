import ArgumentParser
import HeadwayModel
import HeadwaySystem
import HeadwayWire
import TestHarness

/// A process with many tasks and no connection; stays until it is killed.
struct HolderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "holder", shouldDisplay: false)

  @Option(name: .long) var tasks: Int
  @Option(name: .long) var ledger: String

  mutating func run() throws {
    let ledger = Ledger(ledger)
    try begin()
    ledger.note("detached", "\(tasks)")
    while true { pass(.seconds(1)) }
  }

  /// Its connection closes with it.
  private func begin() throws {
    let client = try RawClient(try HeadwayPaths.resolve())
    var begun = 0
    for number in 1...tasks {
      let key = TaskKey(high: 33, low: UInt64(number))
      client.send(#"{"type":"begin","key":"\#(key)","title":"held"}"#)
      guard number.isMultiple(of: 100) || number == tasks else { continue }
      // The hub reads nothing from who doesn't read its answers.
      try timeUntil("the begins so far") {
        for case .begun in try client.arrived() { begun += 1 }
        return begun >= number
      }
    }
  }
}
