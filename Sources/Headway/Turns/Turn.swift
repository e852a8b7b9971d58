package import HeadwayCore
import Synchronization

/// A task's wait for its turn with the hub. From any thread.
package final class Turn: Sendable {
  package let request: TurnRequest
  private let state = Mutex(State())

  private struct State {
    var answer: TurnAnswer?
    var handlers: [Handler] = []
  }

  package typealias Handler = @Sendable (TurnAnswer) -> Void

  package init(_ request: TurnRequest) { self.request = request }

  /// What has become of it so far; nil before anything has.
  package var answer: TurnAnswer? { state.withLock(\.answer) }

  /// An answer that can't follow the one before doesn't count; returns the one that does.
  @discardableResult
  package func take(_ answer: TurnAnswer) -> TurnAnswer { take { _ in answer } }

  /// Nobody waits for the hub's answer any longer: it is what it would be without a hub, unless there is
  /// one.
  @discardableResult
  package func giveUp(because reason: String) -> TurnAnswer {
    take { [request] known in
      if let known { return known }
      return request.withoutHub == .begins ? .came : .unavailable(reason)
    }
  }

  /// Calls `handler` with each answer that counts, wherever it comes from; at once with the one that is
  /// there.
  package func onAnswer(_ handler: @escaping Handler) {
    let known = state.withLock { state in
      if state.answer?.isFinal != true { state.handlers.append(handler) }
      return state.answer
    }
    if let known { handler(known) }
  }

  private func take(_ answer: (TurnAnswer?) -> TurnAnswer) -> TurnAnswer {
    let (valid, handlers) = state.withLock { state -> (TurnAnswer, [Handler]) in
      let new = answer(state.answer)
      if let known = state.answer, !new.follows(known) { return (known, []) }
      state.answer = new
      defer { if new.isFinal { state.handlers = [] } }
      return (new, state.handlers)
    }
    for handler in handlers { handler(valid) }
    return valid
  }
}

/// Begins a task that is a card from now on, and runs once `turn` has come.
package func queueTask(
  _ title: String, _ options: HeadwayTaskOptions, turn: Turn
) -> HeadwayTask {
  Reporter.current().begin(title, total: nil, options, turn: turn)
}
