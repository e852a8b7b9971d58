/// Why and how a task ended.
package struct TaskEnding: Hashable, Sendable {
  package var reason: EndReason
  /// How its process left, where that is known.
  package var status: ExitStatus?

  package init(reason: EndReason, status: ExitStatus? = nil) {
    self.reason = reason
    self.status = status
  }
}

/// The reason a task is over.
package enum EndReason: Hashable, Sendable {
  case completed
  case failed
  case cancelled(by: Canceller)
  case expired(ExpiryCause)
  /// The worker vanished: the outcome isn't known.
  case lost
}

/// Who cancelled a task.
package enum Canceller: String, Hashable, Sendable, Codable, CaseIterable {
  case user, terminal, question, shutdown
  /// Another task's end: it needed that one's success.
  case dependency
}

/// What ran out for a task.
package enum ExpiryCause: String, Hashable, Sendable, Codable, CaseIterable {
  case stall, grace, resource
}

/// How a process left (wait(2)).
package enum ExitStatus: Hashable, Sendable {
  case code(Int32)
  case signal(Int32)

  /// What a shell reports: the code, or 128 + the signal.
  package var shellCode: Int32 {
    switch self {
    case .code(let code): code
    case .signal(let signal): signal < 128 ? 128 + signal : 255
    }
  }
}

extension EndReason {
  /// It failed, or nobody knows.
  package var isFailure: Bool { word == .failed || self == .lost }
}

extension TaskEnding {
  /// What `headway wait` exits with: the command's own status; without one 0 for completed,
  /// 130 for cancelled, 70 for lost, 1 for the rest.
  package var waitStatus: Int32 {
    if reason == .lost { return 70 }
    if let status { return status.shellCode }
    return switch reason {
    case .completed: 0
    case .failed, .expired: 1
    case .cancelled: 130
    case .lost: 70
    }
  }

  /// In words, as a card says it: "failed with exit code 2", "cancelled by you".
  package var sentence: String {
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
