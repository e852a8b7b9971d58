import ArgumentParser
import FoundationEssentials
import Glibc
import HeadwaySystem
import SystemPackage
import TestHarness

/// A server that another user runs in the place of one's own. It answers nothing, and notes each
/// connection and how many bytes it is sent.
struct TrapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "trap", shouldDisplay: false)

  @Option(name: .long) var ledger: String
  @Option(name: .long) var socket: String

  mutating func run() throws {
    let notes = Ledger(ledger)
    let folder = FilePath(socket).removingLastComponent().string
    try PrivateDirectory.make(folder)
    // The victim is to get in.
    chmod(folder, 0o755)
    let listener = OwnedDescriptor(try UnixSocket.listen(at: socket, backlog: 64))
    chmod(socket, 0o666)
    notes.note("ready")
    var clients: [OwnedDescriptor] = []
    while true {
      var poller = Poller()
      for each in [listener] + clients { poller.watch(each.raw, .readable) }
      poller.wait(until: nil)
      clients = clients.filter { client in
        !poller.readiness(of: client.raw).isAny || Self.heard(from: client, notes)
      }
      while let accepted = try? UnixSocket.accept(from: listener.descriptor) {
        clients.append(OwnedDescriptor(accepted))
        notes.note("connected")
      }
    }
  }

  /// False once the client has hung up.
  private static func heard(from client: OwnedDescriptor, _ notes: Ledger) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
      guard case .bytes(let count) = Transfer.receive(client.raw, into: buffer) else {
        return false
      }
      notes.note("sent", "\(count)")
      return true
    }
  }
}

/// The trap as its victim sees it.
struct Trap {
  let socket: String
  let ledger: String
  let program: Program

  var hasCaught: Bool { Ledger.entries(ledger).contains { $0.words.first == "connected" } }

  func await() throws {
    try timeUntil("the trap") { !Ledger.entries(ledger).isEmpty }
  }
}
