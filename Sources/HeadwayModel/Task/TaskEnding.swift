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
public enum Canceller: String, Hashable, Sendable, CaseIterable {
  case user, terminal, question, shutdown
  /// Another task's end: it needed that one's success.
  case dependency
  /// A person who ended the watch of an adopted process. The process runs on.
  case unwatched
  /// Somebody in the engine that ran the task, such as a cluster: its user or its administrator.
  case engine
}

/// The limit that a task exceeded.
public enum ExpiryCause: String, Hashable, Sendable, CaseIterable {
  case stall, grace, resource
  /// The time for which the command may run (`--timeout`).
  case timeLimit
  /// Another job took the place of the task's job in its cluster.
  case preemption
  /// The node on which a cluster ran the task failed. The command may have gone on.
  case nodeFailure
  /// The cluster put the job back into its queue, to run once more.
  case requeue
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
  public var isFailure: Bool {
    word == .failed || self == .lost || self == .expired(.nodeFailure)
  }
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
    case .completed: String(localized: "completed")
    case .failed: failureSentence
    case .cancelled(let canceller): Self.sentence(canceller, status)
    case .expired(let cause): cause.sentence
    case .lost: String(localized: "lost: outcome unknown")
    }
  }

  private static func sentence(_ canceller: Canceller, _ status: ExitStatus?) -> String {
    switch canceller {
    case .user: String(localized: "cancelled by you")
    case .terminal: interruptionSentence(status)
    case .question: String(localized: "stopped by you (stalled)")
    case .shutdown: String(localized: "cancelled by the shutdown")
    case .dependency: String(localized: "skipped: a task that it needs failed")
    case .unwatched: String(localized: "no longer watched")
    case .engine: String(localized: "cancelled outside Headway")
    }
  }

  /// Ctrl-C sends SIGINT, and a process that is gone doesn't say which signal it was. Every other
  /// signal comes from a program or a person elsewhere.
  private static func interruptionSentence(_ status: ExitStatus?) -> String {
    guard case .signal(let signal) = status, SignalName.of(signal) != "SIGINT" else {
      return String(localized: "interrupted (Ctrl-C or a signal)")
    }
    let name = SignalName.of(signal) ?? "\(signal)"
    return String(localized: "cancelled by a signal (\(name))")
  }

  private var failureSentence: String {
    switch status {
    case .code(let code): return String(localized: "failed with exit code \(code)")
    case .signal(let signal):
      let name = SignalName.of(signal) ?? String(localized: "signal \(signal)")
      return String(localized: "failed: killed by \(name)")
    case nil: return String(localized: "failed")
    }
  }
}

extension ExpiryCause {
  fileprivate var sentence: String {
    switch self {
    case .stall: String(localized: "stopped by Headway: stalled")
    case .grace: String(localized: "stopped by Headway: its time was up")
    case .timeLimit: String(localized: "stopped: it reached its time limit")
    case .resource: String(localized: "stopped by Headway: the system ran low on memory")
    case .preemption: String(localized: "preempted by another job of its cluster")
    case .nodeFailure: String(localized: "stopped: its node failed")
    case .requeue: String(localized: "put back into the queue of its cluster")
    }
  }
}

/// The names of signals, by the numbers that signal(7) gives for x86 and ARM.
public enum SignalName {
  private static let names: [Int32: String] = [
    1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGBUS",
    8: "SIGFPE", 9: "SIGKILL", 10: "SIGUSR1", 11: "SIGSEGV", 12: "SIGUSR2", 13: "SIGPIPE",
    14: "SIGALRM", 15: "SIGTERM", 16: "SIGSTKFLT", 17: "SIGCHLD", 18: "SIGCONT", 19: "SIGSTOP",
    20: "SIGTSTP", 21: "SIGTTIN", 22: "SIGTTOU", 23: "SIGURG", 24: "SIGXCPU", 25: "SIGXFSZ",
    26: "SIGVTALRM", 27: "SIGPROF", 28: "SIGWINCH", 29: "SIGIO", 30: "SIGPWR", 31: "SIGSYS",
  ]

  /// Returns the name of a signal, such as `SIGPIPE`. Nil for a real-time signal.
  public static func of(_ signal: Int32) -> String? { names[signal] }
}

/// The end of an attempt that another attempt followed.
public struct AttemptEnd: Hashable, Sendable {
  /// The end of the attempt.
  public var ending: TaskEnding
  /// The time at which the attempt began.
  public var startedAt: WallTime
  /// The time at which the attempt ended.
  public var endedAt: WallTime

  /// Makes an attempt's end of its values.
  public init(_ ending: TaskEnding, startedAt: WallTime, endedAt: WallTime) {
    self.ending = ending
    self.startedAt = startedAt
    self.endedAt = endedAt
  }
}

/// An end that a worker left on disk because no hub took it.
public struct SpooledEnd: Hashable, Sendable {
  /// The description of the task.
  public var description: TaskDescription
  /// The last report of the task.
  public var report: WorkerReport
  /// The end of the task.
  public var ending: TaskEnding
  /// The time of the end; nil if the worker didn't write it.
  public var endedAt: WallTime?
  /// The process of the worker.
  public var process: ProcessIdentity

  /// Makes an end of its values.
  public init(
    description: TaskDescription, report: WorkerReport, ending: TaskEnding, endedAt: WallTime?,
    process: ProcessIdentity
  ) {
    self.description = description
    self.report = report
    self.ending = ending
    self.endedAt = endedAt
    self.process = process
  }
}

/// The reason of an ending as two words, the form of JSON and of the record: `endReason` and
/// `endDetail`.
public enum EndWord: String, Hashable, Sendable, CaseIterable {
  case completed, failed, cancelled, expired, lost
}

extension EndReason {
  /// The word of the reason in JSON and on the wire.
  public var word: EndWord {
    switch self {
    case .completed: .completed
    case .failed: .failed
    case .cancelled: .cancelled
    case .expired: .expired
    case .lost: .lost
    }
  }

  /// `user`, `stall` and so on; nil where the word says all.
  public var detail: String? {
    switch self {
    case .cancelled(let canceller): canceller.rawValue
    case .expired(let cause): cause.rawValue
    case .completed, .failed, .lost: nil
    }
  }

  /// Makes a reason; nil if `detail` doesn't belong to `word`. A missing detail reads as `user` or
  /// `grace`.
  public init?(word: EndWord, detail: String?) {
    switch word {
    case .completed: self = .completed
    case .failed: self = .failed
    case .lost: self = .lost
    case .cancelled:
      guard let canceller = Canceller(rawValue: detail ?? "user") else { return nil }
      self = .cancelled(by: canceller)
    case .expired:
      guard let cause = ExpiryCause(rawValue: detail ?? "grace") else { return nil }
      self = .expired(cause)
    }
  }
}
