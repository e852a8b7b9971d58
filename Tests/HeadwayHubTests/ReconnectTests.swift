import Glibc
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire
import SystemPackage
import TestClocks
import Testing

extension HubTests {
  @Suite struct ReconnectTests {
    @Test("a hub that hangs up at once isn't asked without pause")
    func aHubThatHangsUpAtOnceIsNotAskedWithoutPause() async throws {
      try await withHub(starting: false) { bed in
        let listener = try UnixSocket.listen(at: bed.paths.socket, backlog: 16)
        defer { try? listener.close() }
        let session = HubSession(paths: bed.paths, role: .worker, mayStart: false)
        var now: AwakeTime = .zero
        var connections: [AwakeTime] = []
        while now < .seconds(10) {
          if let accepted = Self.accepted(listener) {
            connections.append(now)
            close(accepted)
          }
          _ = session.step(now: now)
          now += .milliseconds(1)
        }
        #expect((10...40).contains(connections.count))
        let pauses = zip(connections, connections.dropFirst()).map { $1 - $0 }
        #expect(pauses.allSatisfy { $0 < .milliseconds(800) }, "the next hub is found late")
      }
    }

    @Test("a refusal is heard by who writes to a hub that hung up")
    func aRefusalIsHeardByWhoWritesToAHubThatHungUp() async throws {
      try await withHub(starting: false) { bed in
        let listener = try UnixSocket.listen(at: bed.paths.socket, backlog: 16)
        defer { try? listener.close() }
        let client = try bed.command()
        Self.refuse(try #require(Self.accepted(listener)))
        #expect(throws: LinkError.refused(code: "version", message: "update")) {
          try client.list(all: false)
        }
      }
    }

    @Test("a refused version ends the attempts")
    func aRefusedVersionEndsTheAttempts() async throws {
      try await withHub(starting: false) { bed in
        let listener = try UnixSocket.listen(at: bed.paths.socket, backlog: 16)
        defer { try? listener.close() }
        let session = HubSession(paths: bed.paths, role: .worker, mayStart: false)
        _ = session.step(now: .zero)
        Self.refuse(try #require(Self.accepted(listener)))
        for second in 1...60 { _ = session.step(now: .seconds(second)) }
        #expect(session.isRefused)
        #expect(Self.accepted(listener) == nil)
      }
    }

    private static func accepted(_ listener: FileDescriptor) -> CInt? {
      let accepted = accept(listener.rawValue, nil, nil)
      return accepted < 0 ? nil : accepted
    }

    /// Hangs up on what the client said, unread.
    private static func refuse(_ connection: CInt) {
      let line = #"{"type":"error","code":"version","message":"update"}"# + "\n"
      _ = line.withCString { write(connection, $0, strlen($0)) }
      close(connection)
    }
  }
}
