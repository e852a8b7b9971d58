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
      (summary, body) = (first.title, first.sentence)
      return
    }
    summary = Self.counted(news)
    let rest = news.count - Self.lineLimit
    let more = rest > 0 ? [String(localized: "and \(rest) more")] : []
    body = (news.prefix(Self.lineLimit).map(\.line) + more).joined(separator: "\n")
  }

  /// "3 tasks completed, 1 failed, 1 needs you"
  private static func counted(_ news: [TaskNews]) -> String {
    var counts: [Outcome: Int] = [:]
    for item in news { counts[item.outcome, default: 0] += 1 }
    let parts = Outcome.allCases.compactMap { outcome in
      counts[outcome].map { (outcome: outcome, count: $0) }
    }
    return parts.enumerated().map { index, part in
      index == 0 ? part.outcome.first(part.count) : part.outcome.next(part.count)
    }.joined()
  }
}

/// The groups by which many tasks are counted.
private enum Outcome: Hashable, CaseIterable {
  case completed, failed, expired, lost, cancelled, done, error, needsYou

  /// The words for `n` tasks at the beginning of a list: "3 tasks completed".
  func first(_ n: Int) -> String {
    switch self {
    case .completed:
      String(localized: n, one: "\(n) task completed", many: "\(n) tasks completed")
    case .failed: String(localized: n, one: "\(n) task failed", many: "\(n) tasks failed")
    case .expired: String(localized: n, one: "\(n) task expired", many: "\(n) tasks expired")
    case .lost: String(localized: n, one: "\(n) task lost", many: "\(n) tasks lost")
    case .cancelled:
      String(localized: n, one: "\(n) task cancelled", many: "\(n) tasks cancelled")
    case .done:
      String(localized: n, one: "\(n) task says it is done", many: "\(n) tasks say they are done")
    case .error:
      String(localized: n, one: "\(n) task says it failed", many: "\(n) tasks say they failed")
    case .needsYou:
      String(localized: n, one: "\(n) task needs you", many: "\(n) tasks need you")
    }
  }

  /// The words for `n` more tasks: ", 1 failed".
  func next(_ n: Int) -> String {
    switch self {
    case .completed: String(localized: ", \(n) completed")
    case .failed: String(localized: ", \(n) failed")
    case .expired: String(localized: ", \(n) expired")
    case .lost: String(localized: ", \(n) lost")
    case .cancelled: String(localized: ", \(n) cancelled")
    case .done:
      String(localized: n, one: ", \(n) says it is done", many: ", \(n) say they are done")
    case .error: String(localized: n, one: ", \(n) says it failed", many: ", \(n) say they failed")
    case .needsYou: String(localized: n, one: ", \(n) needs you", many: ", \(n) need you")
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
    event == .stall ? sentence : "\(title): \(sentence)"
  }
}
