import HeadwayModel

/// An order to a task to stop, with the reason and a deadline.
///
/// ``HeadwayTask/checkCancellation()`` throws the order, and ``HeadwayTask/onCancel(_:)`` passes it
/// to a handler.
///
/// ```swift
/// task.onCancel { cancellation in
///   log("stopping: \(cancellation.reason)")
///   encoder.stop()
/// }
/// ```
public struct HeadwayCancellation: Error, Hashable, Sendable {
  /// The reason why a task must stop.
  public enum Reason: Hashable, Sendable {
    /// A person cancelled the task.
    case user
    /// The task's terminal was interrupted or closed.
    case terminal
    /// A person answered the question "continue or stop?" with *stop*.
    case question
    /// The hub is shutting down, or a task that this one depends on failed.
    case shutdown
    /// The task stalled, and nobody answered the question.
    case stall
    /// The time limit of the task has passed.
    case time
    /// The system is low on memory, the task uses the most of it, and nobody answered the question.
    case resource
  }

  /// The reason why the task must stop.
  public var reason: Reason
  /// The time at which the hub stops waiting for the task to end.
  public var deadline: ContinuousClock.Instant
  /// Whether a newer request under the same identifier took the task's place in the hub's queue.
  package private(set) var isReplacement: Bool

  /// Converts the hub's `order`; the deadline is `now` plus the order's grace period.
  init(_ order: CancelOrder, at now: ContinuousClock.Instant) {
    reason = Reason(order.reason)
    deadline = now + order.grace
    isReplacement = order.isReplacement
  }

  /// The end reason that the hub records for a task that follows this order.
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
  /// Converts the hub's reason.
  ///
  /// The hub cancels with a cancelled or an expired reason only. Any other reason counts as a
  /// person's cancel.
  init(_ reason: EndReason) {
    self =
      switch reason {
      case .cancelled(.terminal): .terminal
      case .cancelled(.question): .question
      case .cancelled(.shutdown), .cancelled(.dependency), .cancelled(.engine),
        .expired(.preemption), .expired(.nodeFailure), .expired(.requeue):
        .shutdown
      case .expired(.stall): .stall
      case .expired(.grace), .expired(.timeLimit): .time
      case .expired(.resource): .resource
      case .cancelled(.user), .cancelled(.unwatched), .completed, .failed, .lost: .user
      }
  }
}
