package import HeadwayCore
import HeadwayWire

// Tasks that wait for their turn.
extension WorkerSession {
  /// The task has begun, whatever a hub thinks: from now on it is reported for.
  package func beginWaiting(_ key: TaskKey) { change(key) { $0.beginWaiting() } }

  func lookAtTurns(now: Duration) {
    let trouble = trouble?.description
    for (key, task) in tasks where task.awaitsTurn {
      answer(key) { $0.lookAtTurn(trouble, isHopeless: isHopeless, now: now) }
    }
  }

  func take(_ submitted: SubmittedMessage) {
    answer(submitted.key) {
      $0.placed(submitted.number)
      return .placed
    }
  }

  func take(_ error: ErrorMessage, now: Duration) {
    guard let request = error.request,
      let key = tasks.first(where: { $0.value.submitRequest == request })?.key
    else { return }
    let isForGood = Self.isForGood(ErrorCode(rawValue: error.code))
    answer(key) { $0.refused(error.message, isForGood: isForGood, now: now) }
  }

  private static func isForGood(_ code: ErrorCode?) -> Bool {
    code == .notNow || code == .notPermitted
  }

  private func answer(_ key: TaskKey, _ body: (inout TaskOnWire) -> TurnAnswer?) {
    var answer: TurnAnswer?
    change(key) { answer = body(&$0) }
    if let answer { turnAnswers.append((key, answer)) }
  }
}
