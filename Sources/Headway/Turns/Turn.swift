import HeadwayCore
import Synchronization

/// A task's wait for its turn with the hub. It is decided once, and then called.
package final class Turn: Sendable {
  package enum Decision: Hashable, Sendable {
    /// The work may begin. Without a hub it always may.
    case came
    /// It was to start now or not at all; why it can't.
    case refused(String)
  }

  let terms: LaunchTerms
  private let state = Mutex(State())

  private struct State {
    var decision: Decision?
    var handlers: [@Sendable (Decision) -> Void] = []
  }

  /// - Parameters:
  ///   - isImmediate: it comes now, or is refused.
  ///   - needs: units of each resource.
  package init(isImmediate: Bool, needs: [String: Int]) {
    var terms = LaunchTerms()
    terms.launcher = .worker
    terms.strategy = isImmediate ? .fail : .queue
    terms.needs = needs
    self.terms = terms
  }

  package var decision: Decision? { state.withLock(\.decision) }

  /// The first decision counts; returns the one that does.
  @discardableResult
  package func decide(_ decision: Decision) -> Decision {
    let (valid, handlers) = state.withLock { state -> (Decision, [@Sendable (Decision) -> Void]) in
      if let known = state.decision { return (known, []) }
      state.decision = decision
      defer { state.handlers = [] }
      return (decision, state.handlers)
    }
    for handler in handlers { handler(valid) }
    return valid
  }

  /// Calls `handler` once, wherever it is decided; at once where it is.
  package func whenDecided(_ handler: @escaping @Sendable (Decision) -> Void) {
    let known = state.withLock { state in
      if state.decision == nil { state.handlers.append(handler) }
      return state.decision
    }
    if let known { handler(known) }
  }
}

/// Begins a task that is a card from now on, and runs once `turn` has come.
package func queueTask(
  _ title: String, _ options: HeadwayTaskOptions, turn: Turn
) -> HeadwayTask {
  Reporter.current().begin(title, total: nil, options, turn: turn)
}
