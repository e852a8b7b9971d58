import HeadwayModel

/// An order to a task to pause until it is resumed or cancelled.
///
/// ``HeadwayTask/onPause(_:)`` passes the order to a handler.
public struct HeadwayPause: Hashable, Sendable {
  /// The reason why a task must pause.
  public enum Reason: Hashable, Sendable {
    /// A person paused it.
    case user
    /// The hub suspended the task, because a condition that the task needs doesn't hold.
    case system
  }

  /// The reason why the task must pause.
  public var reason: Reason

  init(_ halter: Halter) {
    reason =
      switch halter {
      case .user: .user
      case .system: .system
      }
  }
}
