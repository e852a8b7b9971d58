import ArgumentParser
import Glibc
import HeadwayLink
import HeadwaySystem
import HeadwayWire

/// A client that needs a hub, with many others at the same moment; stays until a file named `leave`
/// appears.
struct GuestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "guest", shouldDisplay: false)

  @Option(name: .long) var ledger: String
  /// The file that lets all go at once.
  @Option(name: .long) var gate = "."
  /// Says hello without a look at whose the socket is, and notes whether that is heard.
  @Flag(name: .long) var raw = false

  mutating func run() throws {
    let (paths, ledger) = (try HeadwayPaths.resolve(), Ledger(ledger))
    if raw {
      let client = try RawClient(paths)
      let isHeard: Bool? = try client.first("an answer") { _ in true }
      return ledger.note(isHeard == true ? "heard" : "dropped", "-")
    }
    while !exists(gate) { usleep(500) }
    let client = try CommandClient(paths, start: .ifNeeded)
    let hub = try client.first(within: .seconds(10)) { message -> Int32? in
      if case .hello(let hello) = message { hello.pid } else { nil }
    }
    ledger.note("guest", "\(hub)")
    while !exists("leave") { usleep(2000) }
    // Whoever was thrown out meanwhile finds no answer.
    _ = try client.list(all: false)
    ledger.note("stayed", "\(hub)")
  }
}
