/// Why and how a task ended.
public struct TaskEnding: Hashable, Sendable {
  /// The reason of the end.
  public var reason: EndReason
  /// The exit status of the task's process; nil if it isn't known.
  public var status: ExitStatus?

  /// Makes an end.
  public init(reason: EndReason, status: ExitStatus? = nil) {
    self.reason = reason
    self.status = status
  }
}

/// The reason a task is over.
public enum EndReason: Hashable, Sendable {
  case completed
  case failed
  case cancelled(by: Canceller)
  case expired(ExpiryCause)
  /// The worker vanished: the outcome isn't known.
  case lost
}

/// Who cancelled a task.
public enum Canceller: String, Hashable, Sendable, Codable, CaseIterable {
  case user, terminal, question, shutdown
  /// Another task's end: it needed that one's success.
  case dependency
}

/// The limit that a task exceeded.
public enum ExpiryCause: String, Hashable, Sendable, Codable, CaseIterable {
  case stall, grace, resource
}

/// The status of an exited process (wait(2)).
public enum ExitStatus: Hashable, Sendable {
  case code(Int32)
  case signal(Int32)

  /// The status as a shell reports it: the code, or 128 + the signal.
  public var shellCode: Int32 {
    switch self {
    case .code(let code): code
    case .signal(let signal): signal < 128 ? 128 + signal : 255
    }
  }
}

extension EndReason {
  /// Whether the task failed or its outcome isn't known.
  public var isFailure: Bool { word == .failed || self == .lost }
}

extension TaskEnding {
  /// The exit status of `headway wait`: the command's own status. Without one, 0 for completed, 130
  /// for cancelled, 70 for lost, and 1 otherwise.
  public var waitStatus: Int32 {
    if reason == .lost { return 70 }
    if let status { return status.shellCode }
    return switch reason {
    case .completed: 0
    case .failed, .expired: 1
    case .cancelled: 130
    case .lost: 70
    }
  }

  /// The end in words, as a card has them: "failed with exit code 2", "cancelled by you".
  public var sentence: String {
    switch reason {
    case .completed: "completed"
    case .failed: failureSentence
    case .cancelled(.user): "cancelled by you"
    case .cancelled(.terminal): "cancelled at its terminal"
    case .cancelled(.question): "stopped at the question"
    case .cancelled(.shutdown): "cancelled by the shutdown"
    case .cancelled(.dependency): "cancelled: what it waited for didn't succeed"
    case .expired(.stall): "expired: it made no headway"
    case .expired(.grace): "expired: its grace ran out"
    case .expired(.resource): "stopped by Headway: the system ran low on memory"
    case .lost: "lost: outcome unknown"
    }
  }

  private var failureSentence: String {
    switch status {
    case .code(let code): "failed with exit code \(code)"
    case .signal(let signal): "failed: killed by signal \(signal)"
    case nil: "failed"
    }
  }
}
