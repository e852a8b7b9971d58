import HeadwayHubCore
import HeadwayModel

/// What was asked and must be answered, each once, and what was acknowledged: that is in the record
/// (L1).
struct QueueLedger {
  private var open: [Int: Question] = [:]
  private var lastRequest = 0
  private var numbers: [TaskKey: TaskNumber] = [:]
  private var keys: [TaskNumber: TaskKey] = [:]
  private var endings: [TaskKey: [TaskEnding]] = [:]
  /// How often each task was the subject of a change.
  private var touches: [TaskKey: Int] = [:]

  struct Question {
    var kind: Kind
    var key: TaskKey?
    var connection: ConnectionID
    var launch: Int
    /// The changes that the task had seen with this one.
    fileprivate var touch: Int
    /// Nobody has asked for another change of the task since.
    var isLatest = true
  }

  enum Kind: Hashable {
    case submit, begin, report, end, await, restart, adjust(QueueAdjustment), pause, resume, cancel
    case clean([TaskKey])
    case batch([TaskKey])
    case group(GroupOrder)
    case other
  }

  /// How many orders about groups there were. A later order may undo what an earlier one did.
  private var groupOrders = 0

  mutating func ask(
    _ kind: Kind, of key: TaskKey?, on connection: ConnectionID, launch: Int = 1
  ) -> Requester {
    lastRequest += 1
    if let key, kind.isChange { touches[key, default: 0] += 1 }
    if case .group = kind { groupOrders += 1 }
    open[lastRequest] = Question(
      kind: kind, key: key, connection: connection, launch: launch,
      touch: key.map { touches[$0, default: 0] } ?? groupOrders)
    return Requester(connection: connection, request: lastRequest)
  }

  /// Another change of a task than one that was asked for under its key.
  mutating func noteTouch(_ key: TaskKey) { touches[key, default: 0] += 1 }

  /// Nobody hears answers on it any more.
  mutating func close(_ connection: ConnectionID) {
    open = open.filter { $0.value.connection != connection }
  }

  mutating func closeAll() { open = [:] }

  /// The question that `reply` answers; nil for a reply that nobody awaits by number.
  mutating func take(
    _ requester: Requester, _ reply: HubReply, _ disk: QueueDisk, forgotten: Set<TaskKey>
  ) throws(BrokenPromise) -> Question? {
    guard let request = requester.request else { return nil }
    guard var question = open.removeValue(forKey: request) else {
      throw BrokenPromise("request \(request) is answered once more: \(reply)")
    }
    question.isLatest = question.key.map { touches[$0, default: 0] == question.touch } ?? false
    switch reply {
    case .begun(let key, let number), .submitted(let key, let number, _):
      if !forgotten.contains(key) { try note(number, of: key, disk) }
      if case .batch(let keys) = question.kind {
        for key in keys where !forgotten.contains(key) {
          try promise(disk.records[key] != nil, "\(key) of a batch isn't on disk")
        }
      }
    case .ended(let key, _, let ending):
      if !forgotten.contains(key) { try note(ending, of: key, disk) }
    case .cleaned: try noteCleaned(question, disk)
    case .done, .progressKept:
      if case .group(let order) = question.kind {
        if question.touch == groupOrders { try check(order, disk) }
      } else {
        try checkDone(question, disk)
      }
    case .noted: if question.kind == .cancel { try checkDone(question, disk) }
    case .refused: break
    }
    return question
  }

  private mutating func note(
    _ number: TaskNumber, of key: TaskKey, _ disk: QueueDisk
  ) throws(BrokenPromise) {
    try promise(numbers[key] ?? number == number, "\(key) has two numbers")
    try promise(keys[number] ?? key == key, "number \(number) is given twice")
    (numbers[key], keys[number]) = (number, key)
    try check(key, number, disk)
  }

  private mutating func note(
    _ ending: TaskEnding, of key: TaskKey, _ disk: QueueDisk
  ) throws(BrokenPromise) {
    endings[key, default: []].append(ending)
    try check(key, ending, disk)
  }

  private func noteCleaned(
    _ question: Question, _ disk: QueueDisk
  ) throws(BrokenPromise) {
    guard case .clean(let keys) = question.kind else { return }
    for key in keys {
      try promise(disk.records[key] == nil, "\(key) was cleaned, and is in the record")
    }
  }

  /// What was done is on disk, unless it was changed again.
  private func checkDone(_ question: Question, _ disk: QueueDisk) throws(BrokenPromise) {
    guard let key = question.key, question.isLatest, let record = disk.records[key],
      record.state == .queued
    else { return }
    let isThere =
      switch question.kind {
      case .adjust(.edit(let edit)): edit.isDone(in: record)
      case .adjust(.start): record.submission.terms?.startsNow == true
      case .pause: record.submission.isHeld
      case .resume: !record.submission.isHeld
      case .cancel: record.ordered != nil || record.description.launch > question.launch
      case .adjust(.place), .submit, .begin, .report, .end, .await, .restart, .clean, .batch,
        .group, .other:
        true
      }
    try promise(isThere, "\(question.kind) of \(record.number) was acknowledged, and isn't on disk")
  }

  /// What the last order about groups did is on disk. Slots may yield to the config, and a failure
  /// may pause a group again.
  private func check(_ order: GroupOrder, _ disk: QueueDisk) throws(BrokenPromise) {
    let isThere =
      switch order {
      case .add(let name, _): disk.groups[name.string]?.isMade == true
      case .remove(let name): disk.groups[name.string]?.isMade != true
      case .pause(let name): disk.groups[name?.string ?? ""]?.pause != nil
      case .pauseAll: disk.groups[""]?.pause != nil
      case .resume(let name): disk.groups[name?.string ?? ""]?.pause != .person
      case .resumeAll: !disk.groups.values.contains { $0.pause == .person }
      case .set: true
      }
    try promise(isThere, "\(order) was acknowledged, and isn't on disk")
  }

  /// After a commit nobody waits for an answer, those apart who wait for the end of a live task.
  func checkAnswered(_ state: HubState) throws(BrokenPromise) {
    for (request, question) in open.sorted(by: { $0.key < $1.key }) {
      if question.kind == .await, let key = question.key, state.isLive(key) { continue }
      throw BrokenPromise("request \(request), \(question.kind), was never answered")
    }
  }

  /// All that was acknowledged is there.
  func check(_ disk: QueueDisk, forgotten: Set<TaskKey>) throws(BrokenPromise) {
    for (key, number) in numbers where !forgotten.contains(key) { try check(key, number, disk) }
    for (key, endings) in endings where !forgotten.contains(key) {
      for ending in endings { try check(key, ending, disk) }
    }
    let taken = Set(disk.records.values.map(\.number))
    try promise(taken.count == disk.records.count, "two tasks of the record have one number")
  }

  private func check(
    _ key: TaskKey, _ number: TaskNumber, _ disk: QueueDisk
  ) throws(BrokenPromise) {
    try promise(disk.records[key]?.number == number, "the record lost task \(number)")
  }

  private func check(
    _ key: TaskKey, _ ending: TaskEnding, _ disk: QueueDisk
  ) throws(BrokenPromise) {
    guard let record = disk.records[key] else { throw BrokenPromise("the record lost \(key)") }
    let isThere = record.ending == ending || record.earlierEnds.contains { $0.ending == ending }
    try promise(
      isThere || record.earlierEnds.count == 20, "the record lost an end of task \(record.number)")
  }
}

extension QueueLedger.Kind {
  fileprivate var isChange: Bool {
    switch self {
    case .adjust, .pause, .resume, .cancel, .restart, .other: true
    case .submit, .begin, .report, .end, .await, .clean, .batch, .group: false
    }
  }
}

extension TaskEdit {
  /// Whether the record has every change of the edit.
  fileprivate func isDone(in record: TaskRecord) -> Bool {
    let hasPriority = priority == nil || record.submission.terms?.priority == priority
    let hasTitle = title?.value.map { record.description.title == $0 } ?? true
    let hasGroup = group == nil || record.description.group == group?.value
    let hasNeeds = needs == nil || record.submission.terms?.needs == needs
    let terms = record.submission.terms
    let isSeries = terms?.series != nil
    // A run of a series has no time any more once it has come.
    let hasTime = earliest == nil || isSeries || terms?.earliest == earliest?.value
    let hasSeries = series == nil || terms?.series?.recurrence == series?.value?.recurrence
    let keys = record.submission.terms?.dependencies.compactMap(\.task.key)
    let hasDependencies = dependencies == nil || keys?.count == dependencies?.count
    let hasCommand =
      command == nil
      || record.description.command == command?.words
        && record.description.directory == command?.directory
    return hasPriority && hasTitle && hasCommand && hasGroup && hasNeeds && hasTime
      && hasDependencies && hasSeries
  }
}
