import Dispatch
import HeadwayLink
import HeadwaySystem
import NIOCore
import NIOPosix
import SystemPackage
import Testing

@testable import HeadwayHub

extension HubTests {
  /// Many clients at once, and a hub that is busy elsewhere.
  @Suite struct BacklogTests {
    @Test("a thousand connections wait for a busy hub")
    func aThousandConnectionsWaitForABusyHub() async throws {
      try await withHub { bed in
        let turn = DispatchSemaphore(value: 0)
        HubBed.group.next().execute { turn.wait() }
        defer { turn.signal() }
        var connections: [SystemPackage.FileDescriptor] = []
        defer { for connection in connections { try? connection.close() } }
        for _ in 0..<1000 { connections.append(try UnixSocket.connect(to: bed.paths.socket)) }
      }
    }

    @Test("a full backlog is no reason to start another hub")
    func aFullBacklogIsNoReasonToStartAnotherHub() async throws {
      try await withHub(starting: false) { bed in
        let listener = try UnixSocket.listen(at: bed.paths.socket, backlog: 1)
        var waiting: [SystemPackage.FileDescriptor] = []
        defer { for each in waiting + [listener] { try? each.close() } }
        #expect(throws: SystemError.self) {
          for _ in 0..<100 { waiting.append(try UnixSocket.connect(to: bed.paths.socket)) }
        }
        #expect(HubLauncher.listens(bed.paths))
      }
    }
  }
}
