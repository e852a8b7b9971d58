/// A notification for a person, about one task or many. The text is plain: sinks escape it for
/// themselves.
public struct NewsNotification: Hashable, Sendable {
  /// The summary on one line: the title of the task, or counts such as "3 tasks completed, 1
  /// failed".
  public let summary: String
  /// A line for each task, as far as there is room.
  public let body: String
  /// Whether a task waits for a person.
  public let isUrgent: Bool

  private static let lineLimit = 5

  /// Makes a notification of a text that another program put together.
  public init(summary: String, body: String, isUrgent: Bool) {
    (self.summary, self.body, self.isUrgent) = (summary, body, isUrgent)
  }

  /// Both in one line. A question names its task itself.
  public var line: String {
    let lines = body.split(separator: "\n").joined(separator: " · ")
    return isUrgent && lines.hasPrefix(summary) ? lines : "\(summary): \(lines)"
  }

  /// Puts the news together; nil if there are none.
  public init?(_ news: [TaskNews]) {
    guard let first = news.first else { return nil }
    isUrgent = news.contains { $0.event.needsPerson }
    guard news.count > 1 else {
      (summary, body) = (first.task.title.string, first.sentence)
      return
    }
    summary = Self.counted(news)
    let rest = news.count - Self.lineLimit
    let lines = news.prefix(Self.lineLimit).map(\.line) + (rest > 0 ? ["and \(rest) more"] : [])
    body = lines.joined(separator: "\n")
  }

  /// "3 tasks completed, 1 failed, 1 needs you"
  private static func counted(_ news: [TaskNews]) -> String {
    var counts: [Outcome: Int] = [:]
    for item in news { counts[item.outcome, default: 0] += 1 }
    let parts = Outcome.allCases.compactMap { outcome in
      counts[outcome].map { (outcome: outcome, count: $0) }
    }
    return parts.enumerated().map { index, part in
      let tasks = index > 0 ? "" : part.count == 1 ? " task" : " tasks"
      return "\(part.count)\(tasks) \(part.outcome.words(ofMany: part.count > 1))"
    }.joined(separator: ", ")
  }
}

/// The groups by which many tasks are counted.
private enum Outcome: Hashable, CaseIterable {
  case completed, failed, expired, lost, cancelled, done, error, needsYou

  func words(ofMany isMany: Bool) -> String {
    switch self {
    case .completed: "completed"
    case .failed: "failed"
    case .expired: "expired"
    case .lost: "lost"
    case .cancelled: "cancelled"
    case .done: isMany ? "say they are done" : "says it is done"
    case .error: isMany ? "say they failed" : "says it failed"
    case .needsYou: isMany ? "need you" : "needs you"
    }
  }
}

extension TaskNews {
  fileprivate var outcome: Outcome {
    switch event {
    case .stall, .input: return .needsYou
    case .done: return .done
    case .error: return .error
    case .finish: break
    }
    return switch task.ending?.reason {
    case .completed: .completed
    case .failed: .failed
    case .expired: .expired
    case .lost, nil: .lost
    case .cancelled: .cancelled
    }
  }

  /// A question names its task itself.
  fileprivate var line: String {
    event == .stall ? sentence : "\(task.title): \(sentence)"
  }
}
