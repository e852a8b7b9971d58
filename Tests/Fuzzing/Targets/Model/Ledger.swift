import HeadwayCore

/// What was asked, what must be answered, and what was acknowledged: that is in the record for
/// ever, once and unchanged (L1).
struct Ledger {
  enum Answer: Hashable {
    case done, begun, ended, refused
  }

  private struct Question {
    var expected: Answer
    var key: TaskKey
    var connection: ConnectionID
    /// Not before the task's end.
    var isPatient: Bool
  }

  private var open: [Int: Question] = [:]
  private var lastRequest = 0
  private var numbers: [TaskKey: TaskNumber] = [:]
  private var endings: [TaskKey: TaskEnding] = [:]
  private var spooled: Set<TaskKey> = []

  mutating func ask(
    _ expected: Answer, of key: TaskKey, on connection: ConnectionID, isPatient: Bool = false
  ) -> Requester {
    lastRequest += 1
    open[lastRequest] = Question(
      expected: expected, key: key, connection: connection, isPatient: isPatient)
    return Requester(connection: connection, request: lastRequest)
  }

  mutating func noteSpooled(_ key: TaskKey) { spooled.insert(key) }

  /// Nobody hears answers on it any more.
  mutating func close(_ connection: ConnectionID) {
    open = open.filter { $0.value.connection != connection }
  }

  mutating func closeAll() { open.removeAll() }

  /// The keys of ends that this answer acknowledged to their worker.
  mutating func take(_ requester: Requester, _ reply: HubReply) throws(BrokenPromise) {
    guard let request = requester.request, let question = open.removeValue(forKey: request)
    else { return }
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
    case .done, .refused: break
    }
  }

  func isEndAcknowledged(_ key: TaskKey) -> Bool { endings[key] != nil }

  /// After a commit nobody waits for an answer, those apart who wait for an end.
  func checkAnswered() throws(BrokenPromise) {
    for question in open.values where !question.isPatient {
      throw BrokenPromise("\(question.expected) of \(question.key) was never answered")
    }
  }

  func check(
    _ record: [TaskKey: TaskRecord], spool: [TaskKey: SpooledEnd]
  ) throws(BrokenPromise) {
    for (key, number) in numbers {
      try promise(record[key]?.number == number, "the record lost task \(number)")
    }
    for (key, ending) in endings {
      try promise(record[key]?.ending == ending, "the record lost the end of \(key)")
    }
    for key in spooled where spool[key] == nil {
      try promise(record[key]?.ending != nil, "a spooled end of \(key) was lost")
    }
    let numbers = Set(record.values.map(\.number))
    try promise(numbers.count == record.count, "two tasks of the record have one number")
  }
}

extension HubReply {
  fileprivate var answer: Ledger.Answer {
    switch self {
    case .done: .done
    case .begun: .begun
    case .ended: .ended
    case .refused: .refused
    }
  }
}
