import Glibc
import HeadwayCore
import HeadwayLink
import HeadwaySystem
import HeadwayWire
import SystemPackage
import Testing

extension HubTests {
  @Suite struct ReconnectTests {
    @Test func aHubThatHangsUpAtOnceIsNotAskedWithoutPause() async throws {
      try await withHub(starting: false) { bed in
        let listener = try UnixSocket.listen(at: bed.paths.socket, backlog: 16)
        defer { try? listener.close() }
        let session = HubSession(paths: bed.paths, role: .worker, mayStart: false)
        var now: Duration = .zero
        var connections = 0
        while now < .seconds(10) {
          let accepted = accept(listener.rawValue, nil, nil)
          if accepted >= 0 {
            connections += 1
            close(accepted)
          }
          _ = session.step(now: now)
          now += .milliseconds(1)
        }
        #expect((5...25).contains(connections))
      }
    }

    @Test func aRefusedVersionEndsTheAttempts() async throws {
      try await withHub(starting: false) { bed in
        let listener = try UnixSocket.listen(at: bed.paths.socket, backlog: 16)
        defer { try? listener.close() }
        let session = HubSession(paths: bed.paths, role: .worker, mayStart: false)
        _ = session.step(now: .zero)
        let accepted = accept(listener.rawValue, nil, nil)
        try #require(accepted >= 0)
        let line = #"{"type":"error","code":"version","message":"update"}"# + "\n"
        _ = line.withCString { write(accepted, $0, strlen($0)) }
        close(accepted)
        for second in 1...60 { _ = session.step(now: .seconds(second)) }
        #expect(session.isRefused)
        #expect(accept(listener.rawValue, nil, nil) < 0)
      }
    }
  }
}
