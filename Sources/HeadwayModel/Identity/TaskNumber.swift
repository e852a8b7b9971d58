/// A task's short number for people: ascending, per user, never reused within a record. 1 or more.
package struct TaskNumber: Hashable, Comparable, Sendable, Codable {
  package let value: Int

  /// Makes a number; nil unless `value` is positive.
  package init?(_ value: Int) {
    guard value > 0 else { return nil }
    self.value = value
  }

  private init(positive value: Int) { self.value = value }

  package static let first = TaskNumber(positive: 1)

  package static func < (left: TaskNumber, right: TaskNumber) -> Bool { left.value < right.value }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let number = TaskNumber(try container.decode(Int.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a task number is 1 or more")
    }
    self = number
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

extension TaskNumber: CustomStringConvertible {
  package var description: String { String(value) }
}
