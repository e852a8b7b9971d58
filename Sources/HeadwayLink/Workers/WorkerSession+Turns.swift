package import HeadwayModel
import HeadwayWire

// The tasks that wait for their turn in the hub's queue.
extension WorkerSession {
  /// Notes that the work of a waiting task has begun, with or without the hub's consent.
  ///
  /// From now on the session reports for the task.
  package func beginWaiting(_ key: TaskKey) { change(key) { $0.beginWaiting() } }

  /// Checks all waiting tasks for waits that end without an answer of the hub.
  func lookAtTurns(now: AwakeTime) {
    let trouble = trouble?.description
    for (key, task) in tasks where task.awaitsTurn {
      answer(key) { $0.lookAtTurn(trouble, isHopeless: isHopeless, now: now) }
    }
  }

  /// Notes that the hub has queued a task.
  func noteQueued(_ submitted: SubmittedMessage) {
    answer(submitted.key) {
      $0.placed(submitted.number)
      return .placed
    }
  }

  /// Notes that the hub refused a submission; other errors have no effect.
  func noteRefusal(_ error: ErrorMessage, now: AwakeTime) {
    guard let request = error.request,
      let key = tasks.first(where: { $0.value.submitRequest == request })?.key
    else { return }
    let isForGood = Self.isForGood(ErrorCode(rawValue: error.code))
    answer(key) { $0.refused(error.message, isForGood: isForGood, now: now) }
  }

  /// Whether the hub would refuse the same submission again.
  private static func isForGood(_ code: ErrorCode?) -> Bool {
    code == .notNow || code == .notPermitted
  }

  /// Changes a task, and keeps the answer for ``takeTurnAnswers()``.
  private func answer(_ key: TaskKey, _ body: (inout TaskOnWire) -> TurnAnswer?) {
    var answer: TurnAnswer?
    change(key) { answer = body(&$0) }
    if let answer { turnAnswers.append((key, answer)) }
  }
}
