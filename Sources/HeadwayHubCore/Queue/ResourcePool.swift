internal import HeadwayModel

/// The units of one resource, told apart by their index: a GPU has one that its programs must know.
struct ResourcePool: Hashable, Sendable {
  let size: Int
  private var taken: Set<Int> = []

  init(size: Int) { self.size = size }

  var free: Int { max(0, size - taken.count) }

  /// The lowest free ones; nil where there are fewer than `count`.
  mutating func take(_ count: Int) -> [Int]? {
    guard count <= free else { return nil }
    let units = Array((0..<size).lazy.filter { [taken] in !taken.contains($0) }.prefix(count))
    taken.formUnion(units)
    return units
  }

  /// Takes units for a task that ran already when this hub started. It keeps them even if the
  /// resource has shrunk.
  mutating func take(these units: [Int]) { taken.formUnion(units) }

  mutating func giveBack(_ units: [Int]) { taken.subtract(units) }
}
