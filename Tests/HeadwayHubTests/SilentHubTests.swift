import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire
import SystemPackage
import Testing

@testable import HeadwayHub

extension HubTests {
  /// A hub that takes connections and says nothing: stopped, or hung.
  @Suite struct SilentHubTests {
    private typealias Call = @Sendable (CommandClient) throws -> Void

    private static let calls: [(String, Call)] = [
      ("list", { _ = try $0.list(all: true) }),
      (
        "history",
        { client in
          var position = HistoryPosition(.everything, last: nil)
          _ = try client.nextPage(of: &position)
        }
      ),
      ("a search of the record", { _ = try $0.ended(.key(.a)) }),
      ("clean of named tasks", { _ = try $0.clean([.key(.a)]) }),
      (
        "clean of all",
        { client in
          var after: Int?
          _ = try client.cleanAll(after: &after)
        }
      ),
    ]

    @Test("every call gives up after the patience of its client")
    func everyCallGivesUpAfterThePatienceOfItsClient() async throws {
      try await withHub(starting: false) { bed in
        let listener = try UnixSocket.listen(at: bed.paths.socket, backlog: 16)
        defer { try? listener.close() }
        for (name, call) in Self.calls {
          let client = try bed.command(patience: .milliseconds(50))
          let start = SystemClocks.awake
          #expect(throws: LinkError.hubSilent, "\(name)") { try call(client) }
          #expect(SystemClocks.awake - start < .seconds(5), "\(name)")
        }
      }
    }

    @Test("a hub that lives is waited for longer")
    func aHubThatLivesIsWaitedForLonger() async throws {
      try await withHub { bed in
        let client = try bed.command(patience: .milliseconds(100))
        var rounds = 0
        let answer = try client.firstWhileAlive { (message: HubMessage) -> Bool? in
          // Only signs of life come here, one for each round.
          if case .summary = message { rounds += 1 }
          return rounds == 3 ? true : nil
        }
        #expect(answer)
      }
    }
  }
}
