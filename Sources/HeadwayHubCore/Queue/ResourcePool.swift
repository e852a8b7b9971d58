internal import HeadwayModel

/// The units of one resource. A unit has an index, because programs must know which GPU is theirs.
struct ResourcePool: Hashable, Sendable {
  let size: Int
  private var taken: Set<Int> = []

  init(size: Int) { self.size = size }

  var free: Int { max(0, size - taken.count) }

  /// Takes the `count` free units with the lowest indices. Nil if fewer are free.
  mutating func claim(_ count: Int) -> [Int]? {
    guard count <= free else { return nil }
    let units = Array((0..<size).lazy.filter { [taken] in !taken.contains($0) }.prefix(count))
    taken.formUnion(units)
    return units
  }

  /// Takes units for a task that ran already when this hub started. It keeps them even if the
  /// resource has shrunk.
  mutating func claim(these units: [Int]) { taken.formUnion(units) }

  mutating func giveBack(_ units: [Int]) { taken.subtract(units) }
}
