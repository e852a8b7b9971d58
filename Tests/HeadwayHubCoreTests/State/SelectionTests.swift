import HeadwayHubCore
import HeadwayModel
import Testing

@Suite("What is selected in monitors")
struct SelectionTests {
  private var bench: HubBench

  /// Two supervisors with a task each, and two monitors.
  init() {
    bench = HubBench()
    bench.connect(1, isSupervisor: true)
    bench.connect(2, isSupervisor: true)
    bench.connect(8)
    bench.connect(9)
    bench.begin(.a, by: 1)
    bench.begin(.b, by: 2)
  }

  private static func told(_ connection: UInt64, _ key: TaskKey, _ isSelected: Bool) -> HubEffect {
    .tellWorker(ConnectionID(connection), key, .selectionMoved(isSelected: isSelected))
  }

  private mutating func select(_ key: TaskKey?, by monitor: UInt64 = 9) -> [HubEffect] {
    bench.send(.selectionMoved(to: key, in: ConnectionID(monitor)))
  }

  @Test("its supervisor is told, once, and that of the one before")
  mutating func moves() {
    #expect(select(.a) == [Self.told(1, .a, true)])
    #expect(select(.a).isEmpty)
    #expect(select(.b) == [Self.told(1, .a, false), Self.told(2, .b, true)])
    #expect(select(nil) == [Self.told(2, .b, false)])
  }

  @Test("as long as any monitor has it selected, also one that leaves without a word")
  mutating func several() {
    _ = select(.a, by: 8)
    #expect(select(.a).isEmpty)
    #expect(select(.b) == [Self.told(2, .b, true)])
    #expect(bench.disconnect(8) == [Self.told(1, .a, false)])
    #expect(bench.disconnect(9) == [Self.told(2, .b, false)])
  }

  @Test("a supervisor that comes back is told again; a worker of its own is not")
  mutating func reconnect() throws {
    _ = select(.a)
    _ = bench.disconnect(1)
    bench.connect(3, isSupervisor: true)
    #expect(bench.begin(.a, by: 3).contains(Self.told(3, .a, true)))
    bench.connect(4)
    bench.begin(.c, by: 4)
    #expect(select(.c) == [Self.told(3, .a, false)])
    #expect(select(.d).isEmpty)
  }
}
