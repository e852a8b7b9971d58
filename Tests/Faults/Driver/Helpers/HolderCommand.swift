import ArgumentParser
import HeadwayCore
import HeadwaySystem

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
    for number in 1...tasks {
      let key = TaskKey(high: 33, low: UInt64(number))
      let request = number == tasks ? #","request":1"# : ""
      client.send(#"{"type":"begin","key":"\#(key)","title":"held"\#(request)}"#)
    }
    guard try client.begunNumber() ?? 0 > 0 else { throw FaultError("a begin was refused") }
  }
}
