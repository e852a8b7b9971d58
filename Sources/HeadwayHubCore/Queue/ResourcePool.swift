internal import HeadwayModel

/// The units of one resource. A unit has an index, because programs must know which GPU is theirs.
struct ResourcePool: Hashable, Sendable {
  let size: Int
  /// The thousandths of each unit that are taken. A unit that isn't taken has no entry.
  private var taken: [Int: Int] = [:]

  init(size: Int) { self.size = size }

  /// Whether a task has the unit, or a share of it.
  func isTaken(_ unit: Int) -> Bool { taken[unit] != nil }

  /// Returns the units that a task would get: a share of a unit that others share already, or else
  /// the units with the lowest indices. Nil if too few are free.
  ///
  /// - Parameter isBarred: whether the task may not have the unit.
  func units(
    _ count: Int, _ choice: GPUChoice = GPUChoice(), isBarred: (Int) -> Bool = { _ in false }
  ) -> [Int]? {
    let possible = choice.among.isEmpty ? Array(0..<size) : choice.among.filter { $0 < size }
    let free = possible.filter { unit in
      taken[unit, default: 0] + choice.share <= GPUChoice.whole && !isBarred(unit)
    }
    guard count <= free.count else { return nil }
    guard choice.share < GPUChoice.whole else { return Array(free.prefix(count)) }
    let shared = free.sorted { (taken[$1, default: 0], $0) < (taken[$0, default: 0], $1) }
    return Array(shared.prefix(count))
  }

  /// Takes a share of these units. A task that ran already when this hub started keeps its units
  /// even if the resource has shrunk.
  mutating func claim(_ units: [Int], share: Int) {
    for unit in units { taken[unit, default: 0] += share }
  }

  mutating func giveBack(_ units: [Int], share: Int) {
    for unit in units {
      let rest = taken[unit, default: 0] - share
      taken[unit] = rest > 0 ? rest : nil
    }
  }
}
