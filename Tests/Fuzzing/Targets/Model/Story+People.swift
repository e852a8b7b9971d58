import HeadwayHubCore
import HeadwayModel

// What people do, by whichever client is connected.
extension Story {
  mutating func cancel(_ client: Int, _ key: TaskKey, isForced: Bool) {
    guard let connection = workers[client].connection else { return }
    let requester = ledger.ask(answerOfLive(key), of: key, on: connection)
    hub.send(.cancelRequested(.key(key), isForced: isForced, requester))
    reference.cancel(key, isForced: isForced)
  }

  mutating func answer(_ client: Int, _ key: TaskKey, _ answer: StallAnswer) {
    guard let connection = workers[client].connection else { return }
    let isAsked = reference.tasks[key].map { $0.isLive && $0.question != nil } ?? false
    let requester = ledger.ask(isAsked ? .done : .refused, of: key, on: connection)
    hub.send(.answerGiven(.key(key), answer, requester))
    reference.answer(key, answer)
  }

  mutating func awaitEnd(_ client: Int, _ key: TaskKey) {
    guard let connection = workers[client].connection else { return }
    let task = reference.tasks[key]
    let requester = ledger.ask(
      task == nil ? .refused : .ended, of: key, on: connection,
      isPatient: task?.isLive == true)
    hub.send(.endAwaited(.key(key), requester))
    if task?.isLive == false { reference.resave(key) }
  }
}
