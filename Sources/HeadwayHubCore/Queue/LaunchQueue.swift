internal import HeadwayModel

/// The order of turns: which tasks wait, which tasks have had their turn, and which task is next.
///
/// Tasks with a higher priority go first. Tasks with the same priority go in the order of their
/// submission. A running task claims slots of its group and units of resources. A task whose
/// resource isn't free lets tasks pass that need none of this resource. Tasks that need the
/// resource don't pass: the first task would starve. For the same reason, no task passes one that
/// waits for several slots of its group.
package struct LaunchQueue: Sendable {
  private(set) var limits: QueueLimits
  /// All waiting tasks, in the order of their turns.
  private var order = SortedList<Turn>()
  /// The tasks that nothing holds, by what they need.
  private var lanes: [Lane: SortedList<Turn>] = [:]
  /// The tasks that nothing holds, by the slots that they compete for. Positions are counted here.
  private var lines: [String?: SortedList<Turn>] = [:]
  private var waiting: [TaskKey: Waiting] = [:]
  private var claims: [TaskKey: LaunchClaim] = [:]
  private var pools: [String: ResourcePool]
  private var takenSlots: [String: Int] = [:]
  /// The number of tasks in `lanes` that take several slots.
  private var heavyCount = 0
  private var arrays = ArrayRuns()
  private var lastRank = 0
  /// The GPUs that others than tasks use; nil if that isn't known. Counts only if the limits say so.
  var busyGPUs: Set<Int>?

  package init(limits: QueueLimits) {
    self.limits = limits
    pools = limits.resources.mapValues { ResourcePool(size: $0) }
  }

  /// A place in the order of turns.
  struct Turn: Hashable, Sendable, Comparable {
    var priority: Int
    /// The rank among tasks with the same priority. The higher rank goes first. All ordinary tasks
    /// have the same rank; a refresh has the rank of people's attention to its group.
    var queueRank = Self.ordinary
    var rank: Int
    var key: TaskKey

    /// The rank of ordinary tasks. Tasks that only keep something fresh come after them.
    static let ordinary = Int.max

    static func < (one: Turn, other: Turn) -> Bool {
      (other.priority, other.queueRank, one.rank) < (one.priority, one.queueRank, other.rank)
    }
  }

  /// The tasks that need the same slots and resources. Only the first of them can be next.
  struct Lane: Hashable, Sendable {
    /// The group of the slots that the task needs; nil for a task that needs none.
    var slot: String?
    /// The number of slots that the task takes of the group.
    var slots = 1
    var needs: [String: Int]
    var gpus = GPUChoice()
    /// The limit of the job array; nil for none.
    var array: ArrayRuns.Limit?
  }

  /// Applies new limits. Waiting tasks are sorted again by their `group`; holds stay.
  mutating func change(_ limits: QueueLimits, group: (TaskKey) -> String?) {
    let (divides, keepsPools) =
      (limits.dividesOtherwise(than: self.limits), limits.resources == self.limits.resources)
    self.limits = limits
    guard divides || !keepsPools else { return }
    pools = limits.resources.mapValues { ResourcePool(size: $0) }
    for claim in claims.values {
      for (name, units) in claim.units {
        pools[name]?.claim(units, share: claim.share(of: name))
      }
    }
    (lanes, lines, heavyCount) = ([:], [:], 0)
    for turn in order {
      guard var entry = waiting[turn.key] else { continue }
      if entry.lane.slot != nil { entry.lane.slot = limits.slotName(of: group(turn.key)) }
      waiting[turn.key] = entry
      if entry.holds.isEmpty { line(up: turn, in: entry.lane) }
    }
  }

  private struct Waiting: Sendable {
    var turn: Turn
    var lane: Lane
    var holds: Set<Hold>
  }

  var count: Int { order.count }
  var isEmpty: Bool { order.isEmpty }
  var keys: [TaskKey] { order.map(\.key) }

  /// The first `limit` tasks in the order of their turns.
  func firstKeys(_ limit: Int) -> [TaskKey] { order.prefix(limit).map(\.key) }

  func contains(_ key: TaskKey) -> Bool { waiting[key] != nil }
}

// Waiting.
extension LaunchQueue {
  /// Adds a task behind all tasks of its priority, or at its `rank`.
  ///
  /// - Returns: the rank of the task.
  @discardableResult
  mutating func add(
    _ key: TaskKey, _ terms: LaunchTerms, group: String?, rank: Int? = nil,
    queueRank: Int = Turn.ordinary, holds: Set<Hold> = []
  ) -> Int {
    if let known = waiting[key] { return known.turn.rank }
    let rank = rank ?? lastRank &+ 1
    lastRank = max(lastRank, rank)
    let lane = Lane(
      slot: terms.takesSlot ? limits.slotName(of: group) : nil,
      slots: terms.takesSlot ? max(1, terms.slots) : 1, needs: terms.needs,
      gpus: terms.needs[GPUChoice.resource] == nil ? GPUChoice() : terms.gpus,
      array: ArrayRuns.Limit(terms.array))
    put(
      Waiting(
        turn: Turn(priority: terms.priority, queueRank: queueRank, rank: rank, key: key),
        lane: lane, holds: holds))
    return rank
  }

  /// Removes a task that has ended or must wait on other terms.
  mutating func remove(_ key: TaskKey) {
    guard let entry = waiting.removeValue(forKey: key) else { return }
    order.remove(entry.turn)
    if entry.holds.isEmpty { leaveLines(entry) }
  }

  mutating func hold(_ key: TaskKey, for hold: Hold) {
    change(key) { $0.insert(hold) }
  }

  mutating func lift(_ hold: Hold, from key: TaskKey) {
    change(key) { $0.remove(hold) }
  }

  /// Exchanges the places of two tasks.
  mutating func swap(_ one: TaskKey, _ other: TaskKey) {
    guard one != other, var first = waiting[one], var second = waiting[other] else { return }
    remove(one)
    remove(other)
    Swift.swap(&first.turn.priority, &second.turn.priority)
    Swift.swap(&first.turn.rank, &second.turn.rank)
    put(first)
    put(second)
  }

  func holds(of key: TaskKey) -> Set<Hold> { waiting[key]?.holds ?? [] }

  func turn(of key: TaskKey) -> Turn? { waiting[key]?.turn }

  mutating func setPriority(_ priority: Int, of key: TaskKey) {
    guard var entry = waiting[key] else { return }
    remove(key)
    entry.turn.priority = priority
    put(entry)
  }

  mutating func setQueueRank(_ queueRank: Int, of key: TaskKey) {
    guard var entry = waiting[key] else { return }
    remove(key)
    entry.turn.queueRank = queueRank
    put(entry)
  }

  /// Changes what holds a task. Its place in `order` stays, and it changes lines only with its
  /// first hold and with its last one.
  private mutating func change(_ key: TaskKey, _ body: (inout Set<Hold>) -> Void) {
    guard var entry = waiting.removeValue(forKey: key) else { return }
    let wasFree = entry.holds.isEmpty
    body(&entry.holds)
    switch (wasFree, entry.holds.isEmpty) {
    case (true, false): leaveLines(entry)
    case (false, true): line(up: entry.turn, in: entry.lane)
    case (true, true), (false, false): break
    }
    waiting[key] = entry
  }

  private mutating func put(_ entry: Waiting) {
    waiting[entry.turn.key] = entry
    order.insert(entry.turn)
    if entry.holds.isEmpty { line(up: entry.turn, in: entry.lane) }
  }

  private mutating func line(up turn: Turn, in lane: Lane) {
    lanes[lane, default: SortedList<Turn>()].insert(turn)
    lines[lane.slot, default: SortedList<Turn>()].insert(turn)
    if lane.slots > 1 { heavyCount += 1 }
  }

  private mutating func leaveLines(_ entry: Waiting) {
    lanes.removeTurn(entry.turn, from: entry.lane)
    lines.removeTurn(entry.turn, from: entry.lane.slot)
    if entry.lane.slots > 1 { heavyCount -= 1 }
  }

  /// The position of a task among the tasks that nothing holds and that share its slots, starting
  /// at 1. Nil for a task that is held or doesn't wait.
  func position(of key: TaskKey) -> Int? {
    guard let entry = waiting[key], entry.holds.isEmpty else { return nil }
    return lines[entry.lane.slot].map { $0.index(of: entry.turn) + 1 }
  }

  /// Returns the slots and resources that `key` needs and can't have now. A slot or resource that
  /// is kept for an earlier task is short too.
  ///
  /// The result is empty for a task that isn't in the queue, and for a task that only waits for the
  /// tasks before it.
  func shortages(of key: TaskKey) -> [LaunchShortage] {
    guard let entry = waiting[key] else { return [] }
    let lane = entry.lane
    let kept = lane.needs.isEmpty && heavyCount == 0 ? Kept() : kept(before: entry.turn)
    let short = lane.needs.keys.sorted().filter { units(of: $0, for: lane, kept) == nil }
    let full = lane.array.flatMap { arrays.hasRoom(for: $0) ? nil : LaunchShortage.parts($0.count) }
    let resources = (full.map { [$0] } ?? []) + short.map { shortage(of: $0, for: lane) }
    guard let missing = slotShortage(of: lane, kept) else { return resources }
    if case .paused = missing { return [missing] + resources }
    return resources + [missing]
  }

  private func shortage(of name: String, for lane: Lane) -> LaunchShortage {
    guard name == GPUChoice.resource else { return .resource(name) }
    let busy = limits.looksAtGPUs ? (busyGPUs ?? []).sorted() : []
    let seen = busy.filter { lane.gpus.among.isEmpty || lane.gpus.among.contains($0) }
    guard lane.gpus != GPUChoice() || !seen.isEmpty else { return .resource(name) }
    return .gpus(lane.gpus, count: lane.needs[name, default: 1], busy: seen)
  }

  private func slotShortage(of lane: Lane, _ kept: Kept) -> LaunchShortage? {
    guard let slot = lane.slot else { return nil }
    if limits.isPaused(slot) { return .paused(slot) }
    if lane.slots > 1, let size = limits.slots(named: slot).count, lane.slots > size {
      return .moreSlots(lane.slots, of: slot, size: size)
    }
    guard hasSlots(for: lane) else { return .slots(lane.slots, of: slot) }
    return kept.slots[slot].map { .slotsKept(for: $0) }
  }
}

// Turns.
extension LaunchQueue {
  /// Gives the next task its turn, with its slot and its units. Nil if no task can start.
  mutating func next() -> (key: TaskKey, claim: LaunchClaim)? {
    var kept = Kept()
    for head in heads where isNext(head, &kept) {
      remove(head.turn.key)
      return (head.turn.key, claim(for: head.turn.key, head.lane))
    }
    return nil
  }

  /// The resources and slots that tasks at the head of the queue wait for. No task behind them gets
  /// any.
  private struct Kept {
    var resources: Set<String> = []
    var gpus: Set<Int> = []
    /// The task that waits for slots of each group.
    var slots: [String: TaskKey] = [:]
  }

  private typealias Head = (turn: Turn, lane: Lane)

  /// The first task of each lane. Of tasks that need the same, only the first can be next.
  private var heads: [Head] {
    lanes.compactMap { lane, turns in turns.first.map { ($0, lane) } }.sorted { $0.0 < $1.0 }
  }

  private func kept(before turn: Turn) -> Kept {
    var kept = Kept()
    for head in heads where head.turn < turn { _ = isNext(head, &kept) }
    return kept
  }

  /// Whether the first task of a lane can start. If it can't, adds what it waits for to `kept`.
  ///
  /// A task keeps the slots of its group only if nothing else is short. A task that takes more
  /// slots than there are keeps none: no end of a task helps it.
  private func isNext(_ head: Head, _ kept: inout Kept) -> Bool {
    // A part that waits for other parts keeps nothing from the tasks behind it.
    guard arrays.hasRoom(for: head.lane.array) else { return false }
    let isFree = isFree(head.lane, apartFrom: kept)
    if let slot = head.lane.slot {
      guard kept.slots[slot] == nil else { return false }
      guard hasSlots(for: head.lane) else {
        let isPossible = limits.slots(named: slot).allows(head.lane.slots, besides: 0)
        if isFree, isPossible { kept.slots[slot] = head.turn.key }
        return false
      }
    }
    if !isFree { keep(head.lane, &kept) }
    return isFree
  }

  /// Keeps the resources of a task for it. Of the GPUs, only those that the task can be given.
  private func keep(_ lane: Lane, _ kept: inout Kept) {
    kept.resources.formUnion(lane.needs.keys.filter { $0 != GPUChoice.resource })
    guard lane.needs[GPUChoice.resource] != nil else { return }
    let all = 0..<(pools[GPUChoice.resource]?.size ?? 0)
    kept.gpus.formUnion(lane.gpus.among.isEmpty ? Array(all) : lane.gpus.among)
  }

  private func isFree(_ lane: Lane, apartFrom kept: Kept) -> Bool {
    lane.needs.keys.allSatisfy { units(of: $0, for: lane, kept) != nil }
  }

  /// The units of a resource that the task would get now; nil if too few are free.
  private func units(of name: String, for lane: Lane, _ kept: Kept) -> [Int]? {
    guard let pool = pools[name], let count = lane.needs[name] else { return nil }
    guard name == GPUChoice.resource else {
      return kept.resources.contains(name) ? nil : pool.units(count)
    }
    if limits.looksAtGPUs, busyGPUs == nil { return nil }
    let busy = limits.looksAtGPUs ? busyGPUs ?? [] : []
    return pool.units(count, lane.gpus) { unit in
      kept.gpus.contains(unit) || busy.contains(unit) && !pool.isTaken(unit)
    }
  }

  /// Whether a task that could start otherwise waits for a GPU that others may use.
  var wantsLookAtGPUs: Bool {
    guard limits.looksAtGPUs, let pool = pools[GPUChoice.resource] else { return false }
    return heads.contains { head in
      guard let count = head.lane.needs[GPUChoice.resource] else { return false }
      return hasSlots(for: head.lane) && pool.units(count, head.lane.gpus) != nil
    }
  }

  /// Whether the task would start if all possible turns were given now.
  func canStart(_ key: TaskKey) -> Bool {
    var copy = self
    copy.busyGPUs = busyGPUs ?? []
    while let turn = copy.next() { if turn.key == key { return true } }
    return false
  }

  private func hasSlots(for lane: Lane) -> Bool {
    guard let slot = lane.slot else { return true }
    let limit = limits.slots(named: slot)
    return !limits.isPaused(slot)
      && limit.allows(lane.slots, besides: takenSlots[slot, default: 0])
  }

  private mutating func claim(for key: TaskKey, _ lane: Lane) -> LaunchClaim {
    var claim = LaunchClaim(slot: lane.slot, slots: lane.slots, gpuShare: lane.gpus.share)
    for name in lane.needs.keys {
      let units = units(of: name, for: lane, Kept()) ?? []
      pools[name]?.claim(units, share: claim.share(of: name))
      claim.units[name] = units
    }
    if let slot = lane.slot { takenSlots[slot, default: 0] += lane.slots }
    arrays.begin(key, lane.array)
    claims[key] = claim
    return claim
  }

  /// Restores the claim of a task that ran already when this hub started.
  mutating func restore(_ claim: LaunchClaim, of key: TaskKey, _ part: ArrayPart? = nil) {
    guard claims[key] == nil else { return }
    arrays.begin(key, ArrayRuns.Limit(part))
    for (name, units) in claim.units {
      pools[name]?.claim(units, share: claim.share(of: name))
    }
    if let slot = claim.slot { takenSlots[slot, default: 0] += claim.slots }
    claims[key] = claim
  }

  /// Releases the claim of a task that has ended. Returns whether another task may have a turn now.
  mutating func release(_ key: TaskKey) -> Bool {
    guard let claim = claims.removeValue(forKey: key) else { return false }
    arrays.end(key)
    for (name, units) in claim.units {
      pools[name]?.giveBack(units, share: claim.share(of: name))
    }
    if let slot = claim.slot { takenSlots[slot, default: 0] -= claim.slots }
    return true
  }
}

extension Dictionary where Value == SortedList<LaunchQueue.Turn> {
  fileprivate mutating func removeTurn(_ turn: LaunchQueue.Turn, from key: Key) {
    self[key]?.remove(turn)
    if self[key]?.isEmpty == true { self[key] = nil }
  }
}
