package import HeadwayLink
internal import HeadwayModel
import Synchronization

/// A task's wait for its turn in the hub's queue.
///
/// The BackgroundTasks product makes one for each submitted request, passes it to
/// ``queueTask(_:_:turn:)`` and starts the work when the answer is `.came`. All members may be
/// called from any thread.
///
/// ```swift
/// let turn = Turn(TurnRequest(terms, withoutHub: .begins))
/// turn.onAnswer { answer in if answer == .came { start() } }
/// let task = queueTask("Export", options, turn: turn)
/// ```
package final class Turn: Sendable {
  package let request: TurnRequest
  private let state = Mutex(State())

  private struct State {
    var answer: TurnAnswer?
    var handlers: [Handler] = []
  }

  /// A function called with an answer, on the thread that delivers the answer.
  package typealias Handler = @Sendable (TurnAnswer) -> Void

  package init(_ request: TurnRequest) { self.request = request }

  /// The latest answer; nil before the first one.
  package var answer: TurnAnswer? { state.withLock(\.answer) }

  /// Delivers `answer` to the handlers, unless it can't follow the answer before.
  ///
  /// - Returns: the answer that now holds: the new one, or the one before.
  @discardableResult
  package func deliver(_ answer: TurnAnswer) -> TurnAnswer { settle { _ in answer } }

  /// Ends the wait for a hub with the answer that the request asks for when no hub is there.
  ///
  /// The answer is `.came` for work that begins without a hub, else `.unavailable(reason)`. An
  /// earlier answer stays as it is.
  @discardableResult
  package func giveUp(because reason: String) -> TurnAnswer {
    settle { [request] known in
      if let known { return known }
      return request.withoutHub == .begins ? .came : .unavailable(reason)
    }
  }

  /// Calls `handler` with each valid answer, and immediately with the answer that is already there.
  ///
  /// The call comes on the thread that delivers the answer: as a rule the reporter's thread, which
  /// must not be blocked.
  package func onAnswer(_ handler: @escaping Handler) {
    let known = state.withLock { state in
      if state.answer?.isFinal != true { state.handlers.append(handler) }
      return state.answer
    }
    if let known { handler(known) }
  }

  /// Computes the next answer under the lock, and calls the handlers without it.
  private func settle(_ answer: (TurnAnswer?) -> TurnAnswer) -> TurnAnswer {
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

/// Begins a task whose card appears immediately, and whose work waits for `turn`.
///
/// The caller starts the work when `turn` is answered with `.came`. The total is unknown at first.
package func queueTask(
  _ title: String, _ options: HeadwayTaskOptions, turn: Turn
) -> HeadwayTask {
  Reporter.current().begin(title, total: nil, options, turn: turn)
}
