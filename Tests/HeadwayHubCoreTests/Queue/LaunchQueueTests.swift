@testable import HeadwayHubCore
@testable import HeadwayModel
import SeededRandomness
import Testing

@Suite("The launch queue")
struct LaunchQueueTests {
  @Test("first in, first out; a higher priority goes first")
  func order() {
    var queue = LaunchQueue(limits: .slots(1))
    queue.add(.a, LaunchTerms(), group: nil)
    queue.add(.b, LaunchTerms(), group: nil)
    queue.add(.c, .priority(5), group: nil)
    #expect([TaskKey.c, .a, .b].map { queue.position(of: $0) } == [1, 2, 3])
    #expect(queue.takeAll() == [.c])
    #expect(queue.finish(.c) == [.a])
    #expect(queue.finish(.a) == [.b])
  }

  @Test("a group has its own slots, others share")
  func groups() {
    var limits = QueueLimits.slots(1)
    limits.groups = ["ml": 2]
    var queue = LaunchQueue(limits: limits)
    for key in [TaskKey.a, .b, .c] { queue.add(key, LaunchTerms(), group: "ml") }
    queue.add(.d, LaunchTerms(), group: "other")
    queue.add(.e, LaunchTerms(), group: nil)
    #expect(queue.takeAll() == [.a, .b, .d])
    #expect(queue.finish(.d) == [.e])
    #expect(queue.finish(.b) == [.c])
  }

  @Test("units of a resource go by index, and nobody overtakes who waits for more of it")
  func resources() {
    var limits = QueueLimits.slots(8)
    limits.resources = ["gpu": 2]
    var queue = LaunchQueue(limits: limits)
    queue.add(.a, .needs(["gpu": 1]), group: nil)
    #expect(queue.next()?.claim.units == ["gpu": [0]])
    queue.add(.b, .needs(["gpu": 2]), group: nil)
    queue.add(.c, .needs(["gpu": 1]), group: nil)
    queue.add(.d, LaunchTerms(), group: nil)
    #expect(queue.takeAll() == [.d])
    #expect(queue.shortages(of: .b) == [.resource("gpu")])
    #expect(queue.finish(.a) == [.b])
    #expect(queue.finish(.b) == [.c])
  }

  @Test("what is free and kept for one that needs more is short for those behind it")
  func kept() {
    var limits = QueueLimits.slots(8)
    limits.resources = ["gpu": 2, "licence": 1]
    var queue = LaunchQueue(limits: limits)
    queue.add(.a, .needs(["gpu": 1]), group: nil)
    queue.add(.b, .needs(["gpu": 2]), group: nil)
    queue.add(.c, .needs(["gpu": 1]), group: nil)
    queue.add(.d, .needs(["licence": 1]), group: nil)
    #expect(queue.takeAll() == [.a, .d])
    #expect(queue.shortages(of: .b) == [.resource("gpu")])
    #expect(queue.shortages(of: .c) == [.resource("gpu")])
    queue.remove(.b)
    #expect(queue.shortages(of: .c).isEmpty)
    #expect(queue.takeAll() == [.c])
  }

  @Test("what is held lets others pass, and comes back to its place")
  func holds() {
    var queue = LaunchQueue(limits: .slots(1))
    queue.add(.a, LaunchTerms(), group: nil, holds: [.task(.e), .person])
    queue.add(.b, LaunchTerms(), group: nil)
    queue.add(.c, LaunchTerms(), group: nil)
    #expect(queue.holds(of: .a) == [.task(.e), .person])
    #expect(queue.takeAll() == [.b])
    queue.lift(.person, from: .a)
    queue.lift(.task(.e), from: .a)
    #expect(queue.finish(.b) == [.a])
  }

  @Test("places are counted among those that want the same slots; what is held has none")
  func places() {
    var limits = QueueLimits.slots(1)
    limits.groups = ["ml": 1]
    var queue = LaunchQueue(limits: limits)
    queue.add(.a, .priority(9), group: nil, holds: [.person])
    queue.add(.b, LaunchTerms(), group: nil)
    queue.add(.c, LaunchTerms(), group: "ml")
    queue.add(.d, LaunchTerms(), group: nil)
    func places() -> [Int?] { [TaskKey.a, .b, .c, .d].map { queue.position(of: $0) } }
    #expect(places() == [nil, 1, 1, 2])
    queue.lift(.person, from: .a)
    #expect(places() == [1, 2, 1, 3])
    queue.hold(.b, for: .earliest)
    #expect(places() == [1, nil, 1, 2])
    limits.groups = [:]
    queue.change(limits) { $0 == .c ? "ml" : nil }
    #expect(places() == [1, nil, 2, 3])
  }

  @Test("the slot that is waited for is known by its group; where one is free it is a turn")
  func slots() {
    var limits = QueueLimits.slots(1)
    limits.groups = ["ml": 1]
    limits.resources = ["gpu": 2]
    var queue = LaunchQueue(limits: limits)
    for key in [TaskKey.a, .b] { queue.add(key, LaunchTerms(), group: "ml") }
    queue.add(.c, LaunchTerms(), group: "other")
    queue.add(.d, LaunchTerms(), group: nil)
    #expect(queue.takeAll() == [.a, .c])
    #expect(queue.shortages(of: .b) == [.slots(1, of: "ml")])
    #expect(queue.shortages(of: .d) == [.slots(1, of: "")])
    limits.slots = 8
    queue.change(limits) { $0 == .b ? "ml" : nil }
    #expect(queue.shortages(of: .d).isEmpty)
  }

  @Test("a task without a slot starts beside full ones")
  func withoutSlot() {
    var queue = LaunchQueue(limits: .slots(1))
    queue.add(.a, LaunchTerms(), group: nil)
    var terms = LaunchTerms()
    terms.takesSlot = false
    queue.add(.b, terms, group: nil)
    #expect(queue.takeAll() == [.a, .b])
  }

  @Test("two tasks change places, whatever their priorities")
  func swap() {
    var queue = LaunchQueue(limits: .slots(1))
    queue.add(.a, .priority(9), group: nil)
    queue.add(.b, LaunchTerms(), group: nil)
    queue.swap(.a, .b)
    #expect(queue.keys == [.b, .a])
  }

  @Test("a claim of an earlier hub counts, and is given back once")
  func restored() {
    var queue = LaunchQueue(limits: .slots(1))
    queue.restore(LaunchClaim(slot: ""), of: .a)
    queue.restore(LaunchClaim(slot: ""), of: .a)
    queue.add(.b, LaunchTerms(), group: nil)
    #expect(queue.next() == nil)
    #expect(queue.finish(.a) == [.b])
    #expect(queue.finish(.a) == [])
  }

  @Test("no more is given than there is, and each has its turn", arguments: 0..<20)
  func random(seed: UInt64) {
    var generator = SplitMix(seed: seed)
    var limits = QueueLimits.slots(2)
    limits.groups = ["ml": 1]
    limits.resources = ["gpu": 3, "license": 1]
    var queue = LaunchQueue(limits: limits)
    var running: [TaskKey: LaunchClaim] = [:]
    var waiting: Set<TaskKey> = []
    for _ in 0..<400 {
      if Bool.random(using: &generator) {
        let key = TaskKey.random(using: &generator)
        var terms = LaunchTerms()
        terms.priority = Int.random(in: -1...1, using: &generator)
        let gpus = Int.random(in: 0...3, using: &generator)
        if gpus > 0 { terms.needs["gpu"] = gpus }
        if Bool.random(using: &generator) { terms.needs["license"] = 1 }
        let group = ["ml", nil].randomElement(using: &generator) ?? nil
        if group == nil { terms.slots = Int.random(in: 1...2, using: &generator) }
        queue.add(key, terms, group: group)
        waiting.insert(key)
      } else if let key = running.keys.sorted(by: { $0.description < $1.description }).first {
        running[key] = nil
        _ = queue.release(key)
      }
      while let turn = queue.next() {
        running[turn.key] = turn.claim
        waiting.remove(turn.key)
      }
      expectWithinLimits(running.values.map { $0 }, limits)
      #expect(Set(queue.keys) == waiting)
    }
    while !running.isEmpty {
      for key in running.keys { _ = queue.release(key) }
      running = [:]
      while let turn = queue.next() { running[turn.key] = turn.claim }
    }
    #expect(queue.isEmpty)
  }

  private func expectWithinLimits(_ claims: [LaunchClaim], _ limits: QueueLimits) {
    for (name, size) in limits.resources {
      let units = claims.flatMap { $0.units[name] ?? [] }
      #expect(Set(units).count == units.count)
      #expect(units.allSatisfy { (0..<size).contains($0) })
    }
    func taken(_ name: String) -> Int {
      claims.reduce(0) { $0 + ($1.slot == name ? $1.slots : 0) }
    }
    #expect(limits.slots.allows(0, besides: taken("")))
    #expect(taken("ml") <= 1)
  }
}

extension QueueLimits {
  static func slots(_ count: Int) -> QueueLimits {
    var limits = QueueLimits()
    limits.slots = .count(count)
    return limits
  }
}

extension LaunchTerms {
  static func priority(_ priority: Int) -> LaunchTerms {
    var terms = LaunchTerms()
    terms.priority = priority
    return terms
  }

  static func needs(_ needs: [String: Int]) -> LaunchTerms {
    var terms = LaunchTerms()
    terms.needs = needs
    return terms
  }
}

extension LaunchQueue {
  fileprivate mutating func takeAll() -> [TaskKey] {
    var keys: [TaskKey] = []
    while let turn = next() { keys.append(turn.key) }
    return keys
  }

  fileprivate mutating func finish(_ key: TaskKey) -> [TaskKey] {
    release(key) ? takeAll() : []
  }
}
