import ArgumentParser
import HeadwayModel

/// A word of the command line that names a task or several.
///
/// ```sh
/// headway cancel 7 61-70 'com.example.*' last
/// ```
enum TaskName: Hashable, Sendable {
  /// A number, an identifier or a key.
  case task(TaskReference)
  /// The tasks whose numbers are in the range: `61-70`.
  case range(ClosedRange<Int>)
  /// The tasks whose identifiers match a pattern with `*`.
  case pattern(String)
  /// The task with the highest number.
  case last

  /// Whether the task is in the range, or matches the pattern. False for a word that names a single
  /// task.
  func includes(_ task: TaskSnapshot) -> Bool {
    switch self {
    case .range(let range): range.contains(task.number.value)
    case .pattern(let pattern):
      task.identifier.map { Wildcard(pattern).matches(whole: $0.string) } ?? false
    case .task, .last: false
    }
  }
}

extension TaskName: ExpressibleByArgument, AllowedWords {
  static var allowedWords: String {
    String(
      localized: """
        a task's number, numbers such as 61-70, an identifier (* is any text), a key, or last
        """)
  }

  static var defaultCompletionKind: CompletionKind { TaskCompletion.allOrLast }

  init?(argument: String) {
    if argument == "last" {
      self = .last
    } else if let range = Self.range(argument) {
      self = .range(range)
    } else if argument.contains("*") {
      self = .pattern(argument)
    } else if let reference = TaskReference(argument) {
      self = .task(reference)
    } else {
      return nil
    }
  }

  private static func range(_ text: String) -> ClosedRange<Int>? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, ends.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) }),
      let first = Int(ends[0]), let last = Int(ends[1]), 0 < first, first <= last
    else { return nil }
    return first...last
  }
}

extension TaskName: CustomStringConvertible {
  /// The word as a person writes it.
  var description: String {
    switch self {
    case .task(let reference): reference.description
    case .range(let range): "\(range.lowerBound)-\(range.upperBound)"
    case .pattern(let pattern): pattern
    case .last: "last"
    }
  }
}

extension Character {
  /// Whether the character is a digit of ASCII, without any mark.
  var isASCIIDigit: Bool { isASCII && isWholeNumber }
}
