@testable import HeadwayHubCore
import HeadwayModel
import Testing

/// Tasks that take several slots (`--slots 2`).
@Suite("Several slots")
struct SeveralSlotsTests {
  private func queue(
    slots: Int, resources: [String: Int] = [:], _ tasks: [(TaskKey, slots: Int)]
  ) -> LaunchQueue {
    var limits = QueueLimits.slots(slots)
    limits.resources = resources
    var queue = LaunchQueue(limits: limits)
    for (key, slots) in tasks { queue.add(key, .slots(slots), group: nil) }
    return queue
  }

  @Test("a heavy task takes and gives back all of its slots")
  func weight() {
    var queue = queue(slots: 3, [(.a, 2), (.b, 1), (.c, 1)])
    #expect(queue.started == [.a, .b])
    #expect(queue.shortages(of: .c) == [.slots(1, of: "")])
    _ = queue.release(.a)
    queue.add(.d, LaunchTerms(), group: nil)
    #expect(queue.started == [.c, .d])
  }

  @Test("a heavy task at the head isn't starved by light ones behind it")
  func head() {
    var queue = queue(slots: 2, [(.a, 1), (.b, 2), (.c, 1)])
    #expect(queue.started == [.a])
    #expect(queue.shortages(of: .b) == [.slots(2, of: "")])
    #expect(queue.shortages(of: .c) == [.slotsKept(for: .b)])
    #expect(!queue.canStart(.c))
    _ = queue.release(.a)
    #expect(queue.started == [.b])
    _ = queue.release(.b)
    #expect(queue.started == [.c])
  }

  @Test("a heavy task holds back only its own group, and only while slots alone are short")
  func others() {
    var limits = QueueLimits.slots(2)
    (limits.groups, limits.resources) = (["ml": 1], ["gpu": 1])
    var queue = LaunchQueue(limits: limits)
    queue.add(.a, .needs(["gpu": 1]), group: nil)
    #expect(queue.started == [.a])
    var heavy = LaunchTerms.slots(2)
    heavy.needs = ["gpu": 1]
    queue.add(.b, heavy, group: nil)
    queue.add(.c, LaunchTerms(), group: nil)
    queue.add(.d, LaunchTerms(), group: "ml")
    #expect(queue.started == [.c, .d])
    _ = queue.release(.a)
    queue.add(.e, LaunchTerms(), group: nil)
    #expect(queue.started.isEmpty)
    #expect(queue.shortages(of: .e) == [.slotsKept(for: .b)])
    _ = queue.release(.c)
    #expect(queue.started == [.b])
  }

  @Test("a held heavy task holds nobody back")
  func held() {
    var queue = queue(slots: 2, [(.a, 1)])
    #expect(queue.started == [.a])
    queue.add(.b, .slots(2), group: nil, holds: [.person])
    queue.add(.c, LaunchTerms(), group: nil)
    #expect(queue.started == [.c])
  }

  @Test("a task that takes more slots than a reload left waits, and lets the others pass")
  func shrunk() {
    var queue = queue(slots: 4, [(.a, 1), (.b, 4), (.c, 1)])
    #expect(queue.started == [.a])
    queue.change(.slots(2)) { _ in nil }
    #expect(queue.started == [.c])
    #expect(queue.shortages(of: .b) == [.moreSlots(4, of: "", size: 2)])
    queue.change(.slots(4)) { _ in nil }
    _ = queue.release(.a)
    #expect(queue.started.isEmpty)
    _ = queue.release(.c)
    #expect(queue.started == [.b])
  }

  @Test("a claim of an earlier hub counts all of its slots")
  func restored() {
    var queue = queue(slots: 2, [(.a, 1)])
    queue.restore(LaunchClaim(slot: "", slots: 2), of: .b)
    #expect(queue.started.isEmpty)
    _ = queue.release(.b)
    #expect(queue.started == [.a])
  }

  @Test("more slots than there are refuses the submission, with the number there are")
  func refused() {
    var settings = HubSettings.slots(2)
    settings.queue.groups = ["ml": 1]
    var bench = HubBench(settings: settings)
    bench.connect(9)
    #expect(bench.submit(.a) { $1.slots = 3 }.refusals == [.slotsExceeded("", size: 2)])
    let inGroup = bench.submit(.a) { ($0.group, $1.slots) = ("ml", 2) }
    #expect(inGroup.refusals == [.slotsExceeded("ml", size: 1)])
    #expect(bench.submit(.a) { $1.slots = 2 }.refusals.isEmpty)
  }

  @Test("the words say what a heavy task waits for, and who waits for it")
  func words() throws {
    var bench = HubBench(settings: .slots(2))
    bench.connect(9)
    bench.commit(bench.submit(.a))
    bench.commit(bench.submit(.b) { $1.slots = 2 })
    bench.commit(bench.submit(.c))
    #expect(try bench.task(.b).terms.waitsFor == ["2 free slots"])
    #expect(try bench.task(.b).terms.slots == 2)
    #expect(try bench.task(.c).terms.waitsFor == ["task 2, which takes 2 slots"])
    _ = bench.send(.settingsChanged(.slots(1)))
    #expect(try bench.task(.b).terms.waitsFor == ["2 slots (there are 1)"])
  }
}

extension LaunchTerms {
  fileprivate static func slots(_ count: Int) -> LaunchTerms {
    var terms = LaunchTerms()
    terms.slots = count
    return terms
  }
}

extension LaunchQueue {
  /// Gives all turns that are possible now.
  fileprivate var started: [TaskKey] {
    mutating get {
      var keys: [TaskKey] = []
      while let turn = next() { keys.append(turn.key) }
      return keys
    }
  }
}
