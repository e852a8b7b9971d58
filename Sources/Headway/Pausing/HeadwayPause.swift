import HeadwayCore

/// A task is to stand still, until it is resumed or cancelled.
public struct HeadwayPause: Hashable, Sendable {
  /// Why a task is to stand still.
  public enum Reason: Hashable, Sendable {
    /// A person paused it.
    case user
    /// The system suspended it: what it needs isn't there.
    case system
  }

  /// Why the task is to stand still.
  public var reason: Reason

  init(_ halter: Halter) {
    reason =
      switch halter {
      case .user: .user
      case .system: .system
      }
  }
}
