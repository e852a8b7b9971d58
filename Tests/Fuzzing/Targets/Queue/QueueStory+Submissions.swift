import HeadwayHubCore
import HeadwayModel

// What is submitted: alone, in chains and in fans.
extension QueueStory {
  /// Its terms are what the wire lets through.
  func submission(
    of key: TaskKey, by launcher: Launcher, _ reader: inout ByteReader
  ) -> Submission {
    let (what, when) = (reader.byte(), reader.byte())
    var task = TaskDescription(key: key, title: "Build")
    task.group = what & 24 == 24 ? "g" : nil
    if what & 96 == 96 { task.identifier = SanitisedText(Self.identifiers[Int(what >> 7)]) }
    task.isRetry = task.identifier != nil && when & 7 == 7
    var terms = LaunchTerms()
    terms.launcher = launcher
    terms.needs = what & 3 == 1 ? ["gpu": 1] : what & 3 == 2 ? ["gpu": 2] : [:]
    terms.takesSlot = what & 7 != 7
    terms.slots = what & 7 == 4 ? 2 : 1
    terms.priority = Int(when >> 6) - 1
    terms.retries = when & 7 == 3 ? 2 : 0
    terms.strategy = when & 7 == 5 ? .fail : .queue
    let isOften = task.identifier != nil && launcher == .hub && when & 3 == 2
    terms.refresh = isOften ? .seconds(20) : nil
    if launcher == .hub, terms.refresh == nil, when & 7 == 1 { terms.series = Self.series(what) }
    setConditions(Int(when >> 3 & 7), &terms)
    for _ in 0..<[0, 0, 1, 2][Int(reader.byte() & 3)] {
      let needsSuccess = reader.flag()
      terms.dependencies.append(Dependency(reference(&reader), needsSuccess: needsSuccess))
    }
    return Submission(task, terms)
  }

  /// Runs every minute, or at some times of the calendar.
  static func series(_ choice: UInt8) -> RunSeries? {
    let times = ["60s", "1h", "*:0/2", "2023-11-14 22:15,20"][Int(choice >> 3 & 3)]
    return (try? Recurrence(times)).map {
      RunSeries(
        $0, overlap: choice & 32 == 0 ? .skip : .queue, catchesUp: choice & 64 != 0)
    }
  }

  private func setConditions(_ choice: Int, _ terms: inout LaunchTerms) {
    switch choice {
    case 1: terms.conditions = [.externalPower]
    case 2: terms.whileConditions = [.externalPower, .loadBelow(2)]
    case 3: terms.conditions = [.idle(.seconds(600)), .network]
    case 4: terms.earliest = EarliestStart(shell.now.wall.advanced(by: .seconds(30)), words: "soon")
    default: break
    }
  }

  /// Many tasks at once: a batch, a chain, a fan of one, a fan into one, or parts in parts.
  mutating func crowd(_ reader: inout ByteReader) throws(BrokenPromise) {
    let choice = reader.byte()
    let sizes = [3, 10, 20, 40, 400, 2000, 10_000]
    let size = min(sizes[Int(choice >> 3) % sizes.count], plan.crowdLimit)
    let needsSuccess = choice & 4 == 0
    if choice >= 192 { return try batch(of: min(size, 40), isArray: choice & 1 == 1, &reader) }
    switch choice & 3 {
    case 0: try chain(of: size, needsSuccess: needsSuccess)
    case 1: try fan(of: size, needsSuccess: needsSuccess)
    case 2: try gathering(of: size, needsSuccess: needsSuccess)
    default: try nest(of: min(size, 1000), choice)
    }
  }

  /// All or none.
  private mutating func batch(
    of size: Int, isArray: Bool, _ reader: inout ByteReader
  ) throws(BrokenPromise) {
    var tasks: [BatchedSubmission] = []
    for place in 0..<size {
      var submission = submission(of: newKey(), by: .hub, &reader)
      submission.terms.strategy = .queue
      if isArray { submission.terms.array = ArrayPart(index: place, count: size, limit: 2) }
      submissions[submission.description.key] = submission
      tasks.append(BatchedSubmission(line: place + 1, submission))
    }
    let connection = try people()
    let keys = tasks.map(\.submission.description.key)
    let requester = ledger.ask(.batch(keys), of: nil, on: connection)
    try shell.send(.batchSubmitted(tasks, requester))
  }

  /// Each waits for the one before it.
  private mutating func chain(of size: Int, needsSuccess: Bool) throws(BrokenPromise) {
    var last = keys.last
    for _ in 0..<size {
      last = try submit(after: last.map { [$0] } ?? [], needsSuccess: needsSuccess)
    }
  }

  /// All wait for one.
  private mutating func fan(of size: Int, needsSuccess: Bool) throws(BrokenPromise) {
    let first = try submit(after: [], needsSuccess: needsSuccess)
    for _ in 0..<size { _ = try submit(after: [first], needsSuccess: needsSuccess) }
  }

  /// One waits for as many as a submission may name, and so on.
  private mutating func gathering(of size: Int, needsSuccess: Bool) throws(BrokenPromise) {
    var row: [TaskKey] = []
    for _ in 0..<size {
      row.append(try submit(after: [], needsSuccess: needsSuccess))
      guard row.count == LaunchTerms.listLimit else { continue }
      row = [try submit(after: row, needsSuccess: needsSuccess)]
    }
    _ = try submit(after: row, needsSuccess: needsSuccess)
  }

  private mutating func submit(
    after dependencies: [TaskKey], needsSuccess: Bool
  ) throws(BrokenPromise) -> TaskKey {
    let key = newKey()
    var terms = LaunchTerms()
    terms.dependencies = dependencies.map { Dependency(.key($0), needsSuccess: needsSuccess) }
    try submitForHub(Submission(TaskDescription(key: key, title: "Step"), terms))
    return key
  }

  /// Each is a part of the one before it, and of the first supervisor that has begun, if there is one.
  private mutating func nest(of size: Int, _ choice: UInt8) throws(BrokenPromise) {
    let supervisor = workers.firstIndex { $0.isSupervisor && $0.isAlive && $0.connection != nil }
    let place = choice & 4 == 0 ? supervisor ?? 0 : 0
    guard workers[place].isAlive else { return }
    try connect(place)
    var parent = supervisor.flatMap { workers[$0].jobs.first?.key }
    for _ in 0..<size {
      var description = TaskDescription(key: newKey(), title: "Part")
      (description.parent, description.startedAt) = (parent, shell.now.wall)
      workers[place].jobs.append(.init(description: description, mayBegin: true))
      try begin(place, workers[place].jobs.count - 1)
      parent = description.key
    }
  }
}
