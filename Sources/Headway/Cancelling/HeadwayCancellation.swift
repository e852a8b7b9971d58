import HeadwayCore

/// A task is to stop: why, and by when. Thrown by ``HeadwayTask/checkCancellation()``.
public struct HeadwayCancellation: Error, Hashable, Sendable {
  /// Why a task is to stop.
  public enum Reason: Hashable, Sendable {
    /// A person cancelled it.
    case user
    /// Its terminal was interrupted or went away.
    case terminal
    /// A person answered the question "continue or stop?" with stop.
    case question
    /// The hub is being shut down.
    case shutdown
    /// It stalled, and nobody answered.
    case stall
    /// The time that it may take is over.
    case time
    /// The system is low on memory, the task uses the most of it, and nobody answered.
    case resource
  }

  /// Why the task is to stop.
  public var reason: Reason
  /// When the hub stops waiting for the task's end.
  public var deadline: ContinuousClock.Instant

  init(_ order: CancelOrder, at now: ContinuousClock.Instant) {
    reason = Reason(order.reason)
    deadline = now + order.grace
  }

  /// As the record has it.
  var endReason: EndReason {
    switch reason {
    case .user: .cancelled(by: .user)
    case .terminal: .cancelled(by: .terminal)
    case .question: .cancelled(by: .question)
    case .shutdown: .cancelled(by: .shutdown)
    case .stall: .expired(.stall)
    case .time: .expired(.grace)
    case .resource: .expired(.resource)
    }
  }
}

extension HeadwayCancellation.Reason {
  init(_ reason: EndReason) {
    self =
      switch reason {
      case .cancelled(.terminal): .terminal
      case .cancelled(.question): .question
      case .cancelled(.shutdown), .cancelled(.dependency): .shutdown
      case .expired(.stall): .stall
      case .expired(.grace): .time
      case .expired(.resource): .resource
      case .cancelled(.user), .completed, .failed, .lost: .user
      }
  }
}
