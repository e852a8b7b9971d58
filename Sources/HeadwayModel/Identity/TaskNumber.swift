/// A task's short number for people: ascending, per user, never reused within a record. 1 or more.
public struct TaskNumber: Hashable, Comparable, Sendable, Codable {
  /// The number, at least 1.
  public let value: Int

  /// Makes a number; nil unless `value` is positive.
  public init?(_ value: Int) {
    guard value > 0 else { return nil }
    self.value = value
  }

  private init(positive value: Int) { self.value = value }

  /// The number of the first task of a record.
  public static let first = TaskNumber(positive: 1)

  /// Returns whether `left` is the smaller number.
  public static func < (left: TaskNumber, right: TaskNumber) -> Bool { left.value < right.value }

  /// Reads the number from a JSON number.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let number = TaskNumber(try container.decode(Int.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a task number is 1 or more")
    }
    self = number
  }

  /// Writes the number as a JSON number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

extension TaskNumber: CustomStringConvertible {
  /// The number in decimal digits.
  public var description: String { String(value) }
}
