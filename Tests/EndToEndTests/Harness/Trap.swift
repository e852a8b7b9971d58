import Foundation
import Glibc
import Testing
import TestHarness

/// A folder of another user, with sockets at which a program of that user listens and writes down what
/// it is sent.
///
/// Only root can act as another user, so these scenarios need root: the user is 65534 (nobody).
final class Trap: Sendable {
  /// A folder in which everybody may make files, as in `/tmp`.
  let place: String
  private let listener: Program
  private var ledger: String { "\(place)/ledger" }

  static var isPossible: Bool { geteuid() == 0 }

  /// The other user's id.
  static let user = 65534

  /// - Parameter socket: the path below `place`; the folder of the socket is made, mode 0700.
  init(_ workspace: Workspace, socket: String) async throws {
    place = "/tmp/hw-trap-\(UUID().uuidString.prefix(8).lowercased())"
    try await workspace.run("mkdir -m 1777 \(place)")
    try workspace.write(Self.program, to: "scratch/trap.py")
    try await workspace.run("cp ../scratch/trap.py \(place); chmod 644 \(place)/trap.py")
    listener = try workspace.start(
      """
      exec setpriv --reuid \(Self.user) --regid \(Self.user) --clear-groups \
        /usr/bin/python3 \(place)/trap.py \(place)/ledger \(place)/\(socket)
      """)
    try await eventually("the trap") { self.heard.contains("ready\n") }
  }

  /// Runs a scenario with a trap at `socket`, and removes the trap whatever happens.
  static func use(
    _ workspace: Workspace, socket: String, _ body: (Trap) async throws -> Void
  ) async throws {
    let trap = try await Trap(workspace, socket: socket)
    defer { try? FileManager.default.removeItem(atPath: trap.place) }
    try await body(trap)
    trap.listener.send(SIGTERM)
  }

  /// The lines `connected` and `sent BYTES`, in their order.
  var heard: String {
    String(decoding: FileManager.default.contents(atPath: ledger) ?? Data(), as: UTF8.self)
  }

  var hasCaught: Bool { heard.contains("connected") }

  private static let program = """
    import os, selectors, socket, sys

    os.umask(0)
    ledger = open(sys.argv[1], "w", buffering=1)
    loop = selectors.DefaultSelector()
    os.makedirs(os.path.dirname(sys.argv[2]), 0o700, exist_ok=True)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(sys.argv[2])
    listener.listen()
    loop.register(listener, selectors.EVENT_READ)
    print("ready", file=ledger)
    while True:
        for key, _ in loop.select():
            if key.fileobj is listener:
                connection, _ = listener.accept()
                print("connected", file=ledger)
                loop.register(connection, selectors.EVENT_READ)
                continue
            sent = key.fileobj.recv(65536)
            print("sent", sent, file=ledger)
            if not sent:
                loop.unregister(key.fileobj)
                key.fileobj.close()

    """
}
