@testable import HeadwayHubCore
import HeadwayModel
import Testing

/// Which GPUs tasks get, how they share them, and those that others use.
@Suite("GPUs")
struct GPUTests {
  private static func limits(_ count: Int, looks: Bool = false) -> QueueLimits {
    var limits = QueueLimits.slots(8)
    limits.resources = ["gpu": count, "licence": 1]
    limits.looksAtGPUs = looks
    return limits
  }

  private func terms(_ count: Int = 1, among: [Int] = [], share: Int = 1000) -> LaunchTerms {
    var terms = LaunchTerms()
    (terms.needs, terms.gpus) = (["gpu": count], GPUChoice(among: among, share: share))
    return terms
  }

  @Test("a task gets the GPUs that it names, and only those are kept for it")
  func named() {
    var queue = LaunchQueue(limits: Self.limits(4))
    queue.add(.a, terms(2, among: [0, 2]), group: nil)
    #expect(queue.next()?.claim.units == ["gpu": [0, 2]])
    queue.add(.b, terms(1, among: [2]), group: nil)
    queue.add(.c, terms(1, among: [2, 3]), group: nil)
    queue.add(.d, terms(), group: nil)
    #expect(queue.next()?.claim.units == ["gpu": [3]])
    #expect(queue.next()?.claim.units == ["gpu": [1]])
    #expect(queue.next() == nil)
    #expect(
      queue.shortages(of: .b) == [.gpus(GPUChoice(among: [2]), count: 1, busy: [])])
    _ = queue.release(.a)
    #expect(queue.next()?.key == .b)
  }

  @Test("tasks share a GPU up to its whole, and one that needs a whole one waits")
  func shared() {
    var queue = LaunchQueue(limits: Self.limits(2))
    queue.add(.a, terms(share: 500), group: nil)
    queue.add(.b, terms(share: 500), group: nil)
    queue.add(.c, terms(share: 300), group: nil)
    #expect((0..<3).compactMap { _ in queue.next()?.claim.units["gpu"] } == [[0], [0], [1]])
    queue.add(.d, terms(), group: nil)
    queue.add(.e, terms(share: 500), group: nil)
    #expect(queue.next() == nil && !queue.shortages(of: .e).isEmpty)
    _ = queue.release(.a)
    #expect(queue.next() == nil)
    _ = queue.release(.b)
    let next = queue.next()
    #expect(next?.key == .d && next?.claim.units == ["gpu": [0]])
    #expect(queue.next()?.claim.units == ["gpu": [1]])
  }

  @Test("a share of an earlier hub's claim counts as much as it was")
  func restored() {
    var queue = LaunchQueue(limits: Self.limits(1))
    queue.restore(LaunchClaim(units: ["gpu": [0]], gpuShare: 500), of: .a)
    queue.add(.b, terms(share: 400), group: nil)
    queue.add(.c, terms(share: 400), group: nil)
    #expect(queue.next()?.key == .b && queue.next() == nil)
    _ = queue.release(.a)
    #expect(queue.next()?.key == .c)
  }

  @Test("a GPU that others use is given to nobody; one of Headway's own counts by its share")
  func others() {
    var queue = LaunchQueue(limits: Self.limits(2, looks: true))
    queue.add(.a, terms(), group: nil)
    #expect(queue.next() == nil && queue.wantsLookAtGPUs && queue.canStart(.a))
    queue.busyGPUs = [0]
    #expect(queue.next()?.claim.units == ["gpu": [1]])
    #expect(!queue.wantsLookAtGPUs)
    queue.add(.b, terms(), group: nil)
    #expect(queue.next() == nil && queue.wantsLookAtGPUs)
    #expect(queue.shortages(of: .b) == [.gpus(GPUChoice(), count: 1, busy: [0])])
    queue.busyGPUs = [1]
    #expect(queue.next()?.claim.units == ["gpu": [0]])
    queue.add(.c, terms(), group: nil)
    #expect(!queue.wantsLookAtGPUs)
  }

  @Test("the hub looks only while a task waits for a GPU, and forgets what it saw")
  func looks() throws {
    var settings = HubSettings.slots(4)
    settings.queue = Self.limits(2, looks: true)
    var bench = HubBench(settings: settings)
    bench.connect(9)
    let effects = bench.submit(.a) { $1.needs = ["gpu": 1] }
    #expect(effects.watched == [WatchedConditions(gpus: true)])
    bench.commit(effects)
    #expect(try bench.task(.a).state == .queued)
    var machine = MachineConditions()
    machine.busyGPUs = [0, 1]
    #expect(bench.send(.machineConditionsChanged(machine)).watched.isEmpty)
    #expect(try bench.task(.a).terms.blockedOn == "gpu (others use 0, 1)")
    machine.busyGPUs = [0]
    let started = bench.send(.machineConditionsChanged(machine))
    #expect(try bench.task(.a).state == .starting && started.watched == [WatchedConditions()])
    let other = bench.submit(.b) { $1.needs = ["gpu": 1] }
    #expect(other.watched == [WatchedConditions(gpus: true)])
    #expect(try bench.task(.b).state == .queued)
  }

  @Test("a GPU that the machine doesn't have refuses the submission")
  func refused() {
    var settings = HubSettings.slots(4)
    settings.queue = Self.limits(2)
    var bench = HubBench(settings: settings)
    bench.connect(9)
    let cases: [(Int, [Int], Refusal)] = [
      (1, [2], .gpuMissing(2, size: 2)), (2, [1], .gpusExceeded([1], needed: 2)),
    ]
    for (count, among, refusal) in cases {
      let effects = bench.submit(.a) {
        ($1.needs, $1.gpus) = (["gpu": count], GPUChoice(among: among))
      }
      #expect(effects.refusals == [refusal])
    }
  }
}

extension [HubEffect] {
  fileprivate var watched: [WatchedConditions] {
    compactMap { if case .observe(let watched) = $0 { watched } else { nil } }
  }
}
