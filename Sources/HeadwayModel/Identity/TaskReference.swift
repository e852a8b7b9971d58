/// A person's or a script's name for a task: its number, its key, or its identifier where that is
/// unique.
public enum TaskReference: Hashable, Sendable {
  case number(TaskNumber)
  case key(TaskKey)
  case identifier(String)

  /// The reading of `text` that the command line uses: digits are a number, 32 hexadecimal digits
  /// a key, anything else an identifier. Nil for empty text and for the number 0.
  public init?(_ text: String) {
    if text.isEmpty { return nil }
    if let key = TaskKey(text) {
      self = .key(key)
    } else if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      guard let number = Int(text).flatMap(TaskNumber.init) else { return nil }
      self = .number(number)
    } else {
      self = .identifier(text)
    }
  }
}

extension TaskReference: CustomStringConvertible {
  /// The reference as the command line reads it.
  public var description: String {
    switch self {
    case .number(let number): number.description
    case .key(let key): key.description
    case .identifier(let identifier): identifier
    }
  }
}

/// A task's short number for people: ascending, per user, never reused within a record. 1 or more.
public struct TaskNumber: Hashable, Comparable, Sendable {
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
}

extension TaskNumber: CustomStringConvertible {
  /// The number in decimal digits.
  public var description: String { String(value) }
}
