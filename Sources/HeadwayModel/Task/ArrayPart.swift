/// The place of a task in a job array: many tasks with one command, told apart by an index.
///
/// The parts of an array are tasks of their own. They are submitted together, so their numbers follow
/// one another.
public struct ArrayPart: Hashable, Sendable {
  /// The number of the first part, by which the array is named. Nil until the hub gives it.
  public var first: TaskNumber?
  /// The index of this part, 0 or more.
  public var index: Int
  /// The number of parts, at least 1.
  public var count: Int
  /// The number of parts that run at once at most; nil for no limit but that of the queue.
  public var limit: Int?

  /// Makes the place of a part.
  public init(first: TaskNumber? = nil, index: Int, count: Int, limit: Int? = nil) {
    (self.first, self.index, self.count, self.limit) = (first, index, count, limit)
  }

  /// The end of the part's title: ` [7]`.
  public var titleSuffix: String { " [\(index)]" }

  /// The indices that a part can have.
  public static let indices = 0...Int(Int32.max)
  /// The largest number of parts.
  public static let countLimit = 10_000

  /// Whether all numbers are in their ranges.
  public var isPossible: Bool {
    Self.indices.contains(index) && (1...Self.countLimit).contains(count)
      && limit.map((1...Self.countLimit).contains) ?? true
  }
}
