import HeadwayCore

/// What follows when a task makes no headway: it is silent for 30 s, or alive with its units
/// standing still for 2 min. The same follows when the system is low on memory and the task's process
/// uses the most of it.
public struct HeadwayStall: Hashable, Sendable {
  /// What follows.
  public enum Action: Hashable, Sendable {
    /// The question "continue or stop?" stays until somebody answers.
    case ask
    /// The question, and the end after a countdown that everybody sees.
    case expire
    /// Nothing.
    case ignore
  }

  /// What follows.
  public var action: Action
  /// How long each of the two may last; nil is the user's own setting. Less than 0 is nil too.
  public var after: Duration?

  /// Asks, after the times that the user has set.
  public init(_ action: Action = .ask, after: Duration? = nil) {
    (self.action, self.after) = (action, after)
  }

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
