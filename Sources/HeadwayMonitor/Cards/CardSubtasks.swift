import HeadwayModel

/// The tree of tasks and subtasks, built from the parents that the cards name. A worker can name
/// any parent, so the tree must cope with cycles and missing tasks.
struct CardSubtasks: Sendable {
  /// The deepest nesting. Tasks further down are placed as if their ancestor at this depth had no
  /// parent.
  private static let depthLimit = 6

  private var parents: [CardKey: CardKey] = [:]
  private var children: [CardKey: Set<CardKey>] = [:]
  private var tallies: [CardKey: CardTally] = [:]

  /// Adds a task, or updates it. `old` is the card of the last call for the same task. Nil for a new
  /// task.
  mutating func put(_ card: Card, insteadOf old: Card?) {
    let parent = card.parent == card.key ? nil : card.parent
    if let old, parents[old.key] != parent { remove(old) } else { uncount(old) }
    guard let parent else { return }
    if parents[card.key] == nil {
      parents[card.key] = parent
      children[parent, default: []].insert(card.key)
    }
    tallies[parent, default: CardTally()].add(card.task)
  }

  /// Removes a task. The links of its subtasks stay, for the case that the task comes back.
  mutating func remove(_ card: Card) {
    uncount(card)
    guard let parent = parents.removeValue(forKey: card.key) else { return }
    children[parent]?.remove(card.key)
    if children[parent]?.isEmpty == true { (children[parent], tallies[parent]) = (nil, nil) }
  }

  /// Takes a task out of its parent's counts.
  private mutating func uncount(_ card: Card?) {
    guard let card, let parent = parents[card.key] else { return }
    tallies[parent]?.remove(card.task)
  }

  /// The counts of a task's direct subtasks. Nil for a task without any.
  func tally(of key: CardKey) -> CardTally? { tallies[key] }

  /// The direct subtasks of a task, in no order.
  func of(_ key: CardKey) -> Set<CardKey> { children[key] ?? [] }

  /// All subtasks of a task at any depth, each once even if they form a cycle.
  func allOf(_ key: CardKey) -> [CardKey] {
    guard children[key] != nil else { return [] }
    var found: [CardKey] = []
    var seen: Set<CardKey> = [key]
    var next = [key]
    while let parent = next.popLast() {
      for child in of(parent) where seen.insert(child).inserted {
        found.append(child)
        next.append(child)
      }
    }
    return found
  }

  /// The ancestors of a task, the nearest first. Empty if they form a cycle.
  func chain(above key: CardKey) -> [CardKey] {
    var chain: [CardKey] = []
    var next = key
    while let parent = parents[next], chain.count < Self.depthLimit {
      if parent == key || chain.contains(parent) { return [] }
      chain.append(parent)
      next = parent
    }
    return chain
  }
}

/// The numbers of tasks by state, updated as tasks change.
///
/// A task that needs a person counts in its state and in `needsAnswer`, as in ``HubSummary``.
struct CardTally: Hashable, Sendable {
  private(set) var needsAnswer = 0
  private(set) var running = 0
  private(set) var paused = 0
  private(set) var queued = 0
  private(set) var cancelling = 0
  private(set) var ended = 0
  /// The number of ended tasks that failed. They count in `ended`, too.
  private(set) var failed = 0

  /// The number of all tasks.
  var total: Int { running + paused + queued + cancelling + ended }

  init() {}

  /// The counts that a hub made itself. Another machine's hub may lie: each is a milliard at most.
  init(_ summary: HubSummary) {
    func bounded(_ count: Int) -> Int { min(max(0, count), 1_000_000_000) }
    needsAnswer = bounded(summary.needsYou)
    running = bounded(summary.running)
    paused = bounded(summary.paused)
    queued = bounded(summary.queued)
    cancelling = bounded(summary.cancelling)
    ended = bounded(summary.ended)
    failed = bounded(summary.failed)
  }

  /// Counts a task.
  mutating func add(_ snapshot: TaskSnapshot) { count(snapshot, 1) }

  /// Removes a task from the counts. The snapshot must be the one that was added.
  mutating func remove(_ snapshot: TaskSnapshot) { count(snapshot, -1) }

  /// Adds the counts of another tally.
  mutating func add(_ other: CardTally) {
    needsAnswer += other.needsAnswer
    running += other.running
    paused += other.paused
    queued += other.queued
    cancelling += other.cancelling
    ended += other.ended
    failed += other.failed
  }

  private mutating func count(_ snapshot: TaskSnapshot, _ change: Int) {
    if snapshot.needsAnswer { needsAnswer += change }
    switch snapshot.state {
    case .queued: queued += change
    case .starting, .running: running += change
    case .cancelling: cancelling += change
    case .paused, .suspended: paused += change
    case .ended:
      ended += change
      if snapshot.ending?.reason.isFailure == true { failed += change }
    }
  }
}
