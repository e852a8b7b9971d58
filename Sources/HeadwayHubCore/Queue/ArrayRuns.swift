internal import HeadwayModel

/// The parts of job arrays that run, for arrays of which only some may run at once.
struct ArrayRuns: Sendable {
  /// An array with a limit that matters.
  struct Limit: Hashable, Sendable {
    /// The number of the array's first part.
    let array: Int
    /// The number of parts that run at once at most.
    let count: Int

    /// The limit for a part; nil if its array has none, or fewer parts than that.
    init?(_ part: ArrayPart?) {
      guard let part, let first = part.first, let count = part.limit, count < part.count else {
        return nil
      }
      (array, self.count) = (first.value, count)
    }
  }

  private var running: [Int: Int] = [:]
  private var arrays: [TaskKey: Int] = [:]

  /// Whether another part of the array may run now.
  func hasRoom(for limit: Limit?) -> Bool {
    guard let limit else { return true }
    return running[limit.array, default: 0] < limit.count
  }

  /// Counts a part that begins.
  mutating func begin(_ key: TaskKey, _ limit: Limit?) {
    guard let limit, arrays.updateValue(limit.array, forKey: key) == nil else { return }
    running[limit.array, default: 0] += 1
  }

  /// Counts a part that has ended.
  mutating func end(_ key: TaskKey) {
    guard let array = arrays.removeValue(forKey: key), let count = running[array] else { return }
    running[array] = count > 1 ? count - 1 : nil
  }
}
