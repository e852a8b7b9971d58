import HeadwayCore

/// Which task is part of which, as their cards say.
struct CardParts: Sendable {
  /// What is deeper than that is listed as if it were not part of anything above.
  private static let depthLimit = 6

  private var parents: [TaskKey: TaskKey] = [:]
  private var children: [TaskKey: Set<TaskKey>] = [:]
  private var tallies: [TaskKey: CardTally] = [:]

  /// `old` is what was put of the same task before.
  mutating func put(_ snapshot: TaskSnapshot, insteadOf old: TaskSnapshot?) {
    let parent = snapshot.parent == snapshot.key ? nil : snapshot.parent
    if let old, parents[old.key] != parent { remove(old) } else { uncount(old) }
    guard let parent else { return }
    if parents[snapshot.key] == nil {
      parents[snapshot.key] = parent
      children[parent, default: []].insert(snapshot.key)
    }
    tallies[parent, default: CardTally()].add(snapshot)
  }

  /// What it consists of stays.
  mutating func remove(_ snapshot: TaskSnapshot) {
    uncount(snapshot)
    guard let parent = parents.removeValue(forKey: snapshot.key) else { return }
    children[parent]?.remove(snapshot.key)
    if children[parent]?.isEmpty == true { (children[parent], tallies[parent]) = (nil, nil) }
  }

  private mutating func uncount(_ snapshot: TaskSnapshot?) {
    guard let snapshot, let parent = parents[snapshot.key] else { return }
    tallies[parent]?.remove(snapshot)
  }

  /// Nil where it consists of nothing.
  func tally(of key: TaskKey) -> CardTally? { tallies[key] }

  /// In no order.
  func of(_ key: TaskKey) -> Set<TaskKey> { children[key] ?? [] }

  /// With the parts of its parts; each once, though they claim to be parts of each other.
  func allOf(_ key: TaskKey) -> [TaskKey] {
    guard children[key] != nil else { return [] }
    var found: [TaskKey] = []
    var seen: Set<TaskKey> = [key]
    var next = [key]
    while let parent = next.popLast() {
      for child in of(parent) where seen.insert(child).inserted {
        found.append(child)
        next.append(child)
      }
    }
    return found
  }

  /// What it is part of, the nearest first; nothing where that goes round in a circle.
  func chain(above key: TaskKey) -> [TaskKey] {
    var chain: [TaskKey] = []
    var next = key
    while let parent = parents[next], chain.count < Self.depthLimit {
      if parent == key || chain.contains(parent) { return [] }
      chain.append(parent)
      next = parent
    }
    return chain
  }
}
