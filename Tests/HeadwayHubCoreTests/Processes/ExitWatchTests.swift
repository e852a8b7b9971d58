import Testing

@testable import HeadwayHubCore
@testable import HeadwayModel

@Suite("The processes whose exits are watched") struct ExitWatchTests {
  private let one = ProcessIdentity(pid: 1, startTime: 1, bootID: "b")
  private let other = ProcessIdentity(pid: 2, startTime: 2, bootID: "b")

  private func key(_ number: UInt64) -> TaskKey { TaskKey(high: 0, low: number) }

  @Test("a process is watched once for all its tasks, until none of them is interested")
  func once() {
    var watches = ExitWatches()
    #expect(watches.watch(one, for: key(1)).opened == one)
    for number in 2...5000 {
      #expect(watches.watch(one, for: key(UInt64(number))) == ExitWatches.Change())
    }
    for number in 1..<5000 { #expect(watches.unwatch(key(UInt64(number))) == nil) }
    #expect(watches.unwatch(key(5000)) == one)
    #expect(watches.unwatch(key(5000)) == nil)
    #expect(!watches.isWatched(one))
  }

  @Test("a task that moves to another process leaves the first; a pid that came again is another")
  func moves() {
    var watches = ExitWatches()
    _ = watches.watch(one, for: key(1))
    #expect(watches.watch(other, for: key(1)) == .init(opened: other, closed: one))
    _ = watches.watch(one, for: key(2))
    #expect(watches.watch(other, for: key(2)) == .init(opened: nil, closed: one))
    let later = ProcessIdentity(pid: one.pid, startTime: 3, bootID: "b")
    #expect(watches.watch(later, for: key(3)).opened == later)
  }

  @Test("an exit is told to each task once, and not to one that left meanwhile")
  func exit() {
    var watches = ExitWatches()
    for number in 1...3 { _ = watches.watch(one, for: key(UInt64(number))) }
    _ = watches.watch(other, for: key(4))
    guard let first = watches.takeKey(of: one) else { return #expect(Bool(false)) }
    let rest = Set((1...3).map { key($0) }).subtracting([first])
    guard let left = rest.first else { return #expect(Bool(false)) }
    #expect(watches.unwatch(left) == nil)
    #expect(watches.takeKey(of: one).map { [$0] } == Array(rest.subtracting([left])))
    #expect(watches.takeKey(of: one) == nil && !watches.isWatched(one))
    #expect(watches.isWatched(other))
    #expect(watches.watch(one, for: first).opened == one)
  }

  @Test(
    "a quarter of the descriptors is kept for clients, 8 at least and 1,024 at most",
    arguments: [(16, 8, 7), (64, 16, 47), (1024, 256, 767), (1_048_576, 1024, 1_047_551)])
  func reserve(limit: Int, size: Int, last: Int32) {
    let reserve = DescriptorReserve(limit: limit)
    #expect(reserve.size == size)
    #expect(reserve.allows(last) && !reserve.allows(last + 1))
    #expect(DescriptorReserve(limit: .max).allows(.max))
  }
}
