import HeadwayModel

/// The policy for a task that makes no headway.
///
/// A task stalls in one of two ways:
///
/// - *silent*: the task reports nothing for 30 s;
/// - *not advancing*: the task reports, but its completed units don't change for 2 min.
///
/// The same policy applies when the system is low on memory and the task's process uses the most of
/// it.
///
/// ```swift
/// let options = HeadwayTaskOptions(stall: HeadwayStall(.expire, after: .seconds(600)))
/// ```
public struct HeadwayStall: Hashable, Sendable {
  /// The reaction to a stall.
  public enum Action: Hashable, Sendable {
    /// Asks "continue or stop?" until somebody answers.
    case ask
    /// Asks "continue or stop?", and ends the task after a visible countdown if nobody answers.
    case expire
    /// Does nothing.
    case ignore
  }

  /// The reaction to a stall.
  public var action: Action
  /// The length of both stall clocks, instead of 30 s and 2 min.
  ///
  /// Nil and negative durations stand for the user's configuration.
  public var after: Duration?

  /// Makes a policy. By default the hub asks, after the times that the user has configured.
  public init(_ action: Action = .ask, after: Duration? = nil) {
    (self.action, self.after) = (action, after)
  }

  /// The policy in the hub's terms.
  var policy: StallPolicy {
    let action: StallAction =
      switch action {
      case .ask: .ask
      case .expire: .expire
      case .ignore: .ignore
      }
    return StallPolicy(action: action, after: after.flatMap { $0 < .zero ? nil : $0 })
  }
}
