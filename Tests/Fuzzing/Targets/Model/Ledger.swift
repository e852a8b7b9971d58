import HeadwayHubCore
import HeadwayModel

/// What was asked, what must be answered, and what was acknowledged: that is in the record for
/// ever, once and unchanged (L1).
struct Ledger {
  enum Answer: Hashable {
    case done, begun, ended, refused
  }

  private struct Question {
    var request: Int
    var expected: Answer
    var key: TaskKey
    var connection: ConnectionID
    /// Not before the task's end.
    var isPatient: Bool
  }

  private var open: [Question] = []
  private var lastRequest = 0
  private var numbers = TaskList<TaskNumber>()
  private var endings = TaskList<TaskEnding>()
  private var spooled = TaskList<Void>()

  mutating func ask(
    _ expected: Answer, of key: TaskKey, on connection: ConnectionID, isPatient: Bool = false
  ) -> Requester {
    lastRequest += 1
    open.append(
      Question(
        request: lastRequest, expected: expected, key: key, connection: connection,
        isPatient: isPatient))
    return Requester(connection: connection, request: lastRequest)
  }

  mutating func noteSpooled(_ key: TaskKey) { spooled[key] = () }

  /// Nobody hears answers on it any more.
  mutating func close(_ connection: ConnectionID) {
    open.removeAll { $0.connection == connection }
  }

  mutating func closeAll() { open.removeAll() }

  /// The keys of ends that this answer acknowledged to their worker.
  mutating func take(_ requester: Requester, _ reply: HubReply) throws(BrokenPromise) {
    guard let place = open.firstIndex(where: { $0.request == requester.request }) else { return }
    let question = open.remove(at: place)
    try promise(
      reply.answer == question.expected, "\(question.expected) was due, \(reply) came")
    switch reply {
    case .begun(let key, let number):
      try promise(key == question.key, "the begin of another task was acknowledged")
      try promise(numbers[key] ?? number == number, "\(key) has two numbers")
      numbers[key] = number
    case .ended(let key, _, let ending):
      try promise(key == question.key, "the end of another task was acknowledged")
      try promise(endings[key] ?? ending == ending, "\(key) ended twice: \(ending)")
      endings[key] = ending
    case .done, .noted, .progressKept, .submitted, .cleaned, .refused: break
    }
  }

  func isEndAcknowledged(_ key: TaskKey) -> Bool { endings.contains(key) }

  /// After a commit nobody waits for an answer, those apart who wait for an end.
  func checkAnswered() throws(BrokenPromise) {
    for question in open where !question.isPatient {
      throw BrokenPromise("\(question.expected) of \(question.key) was never answered")
    }
  }

  func check(
    _ record: TaskList<TaskRecord>, spool: TaskList<SpooledEnd>
  ) throws(BrokenPromise) {
    for (key, number) in zip(numbers.keys, numbers.values) {
      try promise(record[key]?.number == number, "the record lost task \(number)")
    }
    for (key, ending) in zip(endings.keys, endings.values) {
      try promise(record[key]?.ending == ending, "the record lost the end of \(key)")
    }
    for key in spooled.keys where !spool.contains(key) {
      try promise(record[key]?.ending != nil, "a spooled end of \(key) was lost")
    }
    let numbers = Set(record.values.map(\.number))
    try promise(numbers.count == record.count, "two tasks of the record have one number")
  }
}

extension HubReply {
  fileprivate var answer: Ledger.Answer {
    switch self {
    case .done, .noted, .progressKept, .submitted, .cleaned: .done
    case .begun: .begun
    case .ended: .ended
    case .refused: .refused
    }
  }
}
