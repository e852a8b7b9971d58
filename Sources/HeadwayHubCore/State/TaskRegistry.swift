internal import HeadwayModel

/// The live list: the live tasks, the recently ended tasks, and their changes that subscribers
/// haven't been sent.
struct TaskRegistry: Sendable {
  private(set) var table = TaskTable()
  private var keysByNumber: [TaskNumber: TaskKey] = [:]
  /// The sorted numbers of the live list. The hub sends a part of the list without sorting all of
  /// it.
  private var numbers = SortedList<TaskNumber>()
  private(set) var highestNumber = 0
  private(set) var liveCount = 0
  /// The tasks with an assertion. `noteAssertion` keeps this set.
  private(set) var asserting: Set<TaskKey> = []
  /// The tasks that have changed since the last turn and the tasks that have left, in the order of
  /// the first change.
  private var changedKeys: [TaskKey] = []
  /// The ended tasks of the live list in the order of their ends. Some entries are of tasks that
  /// have left the list.
  private var recentlyEnded = Fifo<EndedTask>()
  /// The latest end of a task that `dropOldestEnded` took out of the live list; nil if it took
  /// none.
  private var droppedThrough: WallTime?

  var count: Int { table.count }
  var all: [TrackedTask] { table.all }

  /// The task as it is now; nil for a task that isn't in the live list.
  subscript(key: TaskKey) -> TrackedTask? { table[key] }

  /// The task at a place, to be changed without a copy. Only reports, wake-ups and
  /// ``change(_:showing:_:)`` use it.
  subscript(place place: Int) -> TrackedTask {
    _read { yield table[place: place] }
    _modify { yield &table[place: place] }
  }

  mutating func place(of key: TaskKey) -> Int? { table.place(of: key) }

  func forEach(_ body: (borrowing TrackedTask) -> Void) { table.forEach(body) }

  func number(of key: TaskKey) -> TaskNumber? { table.number(of: key) }

  func isLive(_ key: TaskKey) -> Bool { table[key]?.isLive == true }

  /// Frees memory that a large number of tasks needed. Collections don't shrink by themselves.
  mutating func giveBackRoom() {
    table.giveBackRoom()
    keysByNumber = keysByNumber.withoutSpareRoom
  }
}

// Adding, changing and removing tasks.
extension TaskRegistry {
  /// The number of the next task; nil after 2^63 tasks.
  var nextNumber: TaskNumber? {
    let (next, overflow) = highestNumber.addingReportingOverflow(1)
    return overflow ? nil : TaskNumber(next)
  }

  /// Gives numbers above `number` back, which no client has seen.
  mutating func giveBackNumbers(above number: Int) { highestNumber = number }

  mutating func reserveNumbers(through number: Int) { highestNumber = max(highestNumber, number) }

  mutating func insert(_ task: TrackedTask) {
    table[task.key] = task
    keysByNumber[task.number] = task.key
    numbers.insert(task.number)
    reserveNumbers(through: task.number.value)
    if task.isLive { liveCount += 1 } else { noteEnded(task) }
  }

  /// Replaces a live task that stays live by its new state.
  mutating func replace(_ task: TrackedTask) {
    guard table[task.key] != nil else { return }
    table[task.key] = task
  }

  /// Changes a task without copying it. `body` must not change the key, the number, the parent, the
  /// group or the identifier.
  ///
  /// - Returns: the result of `body`; nil if the list doesn't have the task.
  mutating func change<Result>(
    _ key: TaskKey, showing kind: ChangeKind?, _ body: (inout TrackedTask) -> Result
  ) -> Result? {
    guard let place = table.place(of: key) else { return nil }
    let wasLive = table[place: place].isLive
    let result = body(&table[place: place])
    if let kind, table[place: place].noteChange(kind) { changedKeys.append(key) }
    if wasLive, !table[place: place].isLive {
      liveCount -= 1
      noteEnded(table[place: place])
    }
    return result
  }

  /// Takes a task out of the live list without telling subscribers.
  mutating func remove(_ key: TaskKey) {
    guard let task = table[key] else { return }
    table[key] = nil
    keysByNumber[task.number] = nil
    numbers.remove(task.number)
    if task.isLive { liveCount -= 1 }
  }

  /// Takes a task out of the live list, and tells subscribers that it left. A task that isn't
  /// shown has left for subscribers already.
  mutating func dismiss(_ key: TaskKey) {
    guard let task = table[key] else { return }
    remove(key)
    if task.isShown { noteRemoval(of: key) }
  }

  /// Notes whether the task asserts something.
  ///
  /// - Returns: true if the assertion has just begun, false if it has just ended, nil otherwise.
  mutating func noteAssertion(of key: TaskKey) -> Bool? {
    if table[key]?.assertion == nil { return asserting.remove(key) == nil ? nil : false }
    return asserting.insert(key).inserted ? true : nil
  }

  /// Forgets the assertion of a task that has ended.
  mutating func forgetAssertion(of key: TaskKey) { asserting.remove(key) }
}

// The changes since the last turn.
extension TaskRegistry {
  var hasUntoldChanges: Bool { !changedKeys.isEmpty }

  /// Notes a change of a task that subscribers see, although the task itself may be as before.
  mutating func note(_ kind: ChangeKind, of key: TaskKey) {
    guard let place = table.place(of: key) else { return }
    if table[place: place].noteChange(kind) { changedKeys.append(key) }
  }

  /// Notes that a report made the first change of a task in this turn.
  mutating func noteFirstChange(at place: Int) { changedKeys.append(table[place: place].key) }

  mutating func noteRemoval(of key: TaskKey) { changedKeys.append(key) }

  /// Removes and returns the changes of this turn, in the order of each task's first change.
  mutating func takeChanges() -> [TaskChange] {
    guard !changedKeys.isEmpty else { return [] }
    defer { changedKeys.removeAll(keepingCapacity: changedKeys.count <= Self.keptCapacity) }
    return changedKeys.compactMap { key in
      guard let place = table.place(of: key), table[place: place].isShown else {
        return .removed(key)
      }
      return table[place: place].takeUntoldChange().map { .changed(key, $0) }
    }
  }

  private static var keptCapacity: Int { 256 }
}

// The limit of ended tasks in the live list.
extension TaskRegistry {
  /// The number of entries of `recentlyEnded`, including those of tasks that have left the live
  /// list.
  var endedCount: Int { recentlyEnded.count }

  private mutating func noteEnded(_ task: TrackedTask) {
    recentlyEnded.append(EndedTask(key: task.key, leavesAt: task.end?.leavesAt))
    guard recentlyEnded.count > 2 * (table.count - liveCount) + Self.spareEnds else { return }
    let table = table
    recentlyEnded.filter { $0.isCurrent(in: table) }
  }

  private static var spareEnds: Int { 64 }

  /// Takes the tasks that ended first out of the live list until it has at most `limit` ended
  /// tasks. The record keeps them.
  ///
  /// - Parameter mustStay: whether a task stays, because the record hasn't got it yet.
  mutating func dropOldestEnded(beyond limit: Int, unless mustStay: (TaskKey) -> Bool) {
    var looksLeft = recentlyEnded.count
    while table.count - liveCount > limit, looksLeft > 0, let oldest = recentlyEnded.popFirst() {
      looksLeft -= 1
      guard oldest.isCurrent(in: table), let end = table[oldest.key]?.end else { continue }
      guard !mustStay(oldest.key) else {
        recentlyEnded.append(oldest)
        continue
      }
      droppedThrough = droppedThrough.map { max($0, end.at) } ?? end.at
      dismiss(oldest.key)
    }
  }

  /// Whether a task that began at `time` may have left the live list early, because of the limit.
  func mayBeDropped(_ time: WallTime) -> Bool { droppedThrough.map { time <= $0 } ?? false }
}

// Finding tasks.
extension TaskRegistry {
  /// The shown tasks, by number.
  var listed: [TrackedTask] {
    numbers.compactMap { keysByNumber[$0].flatMap { table[$0] } }.filter(\.isShown)
  }

  /// Finds the keys of the tasks whose numbers are above `number` and at most `last`, by number.
  ///
  /// - Returns: at most `limit` keys, and the number after which to go on; nil if these are the
  /// last.
  func keys(after number: Int, through last: Int, limit: Int) -> (keys: [TaskKey], next: Int?) {
    let found = numbers.elements(after: TaskNumber(number), limit: limit).prefix {
      $0.value <= last
    }
    return (found.compactMap { keysByNumber[$0] }, found.count < limit ? nil : found.last?.value)
  }

  /// Returns the listed tasks that have `identifier`, in no order.
  func named(_ identifier: String) -> [TrackedTask] { table.named(identifier) }

  /// Returns the place of the task that `reference` names; nil if ``key(of:)`` would throw.
  mutating func place(of reference: TaskReference) -> Int? {
    if case .key(let key) = reference { return table.place(of: key) }
    return (try? key(of: reference)).flatMap { table.place(of: $0) }
  }

  func key(of reference: TaskReference) throws(RefusedReference) -> TaskKey {
    switch reference {
    case .key(let key): if table[key] != nil { return key }
    case .number(let number): if let key = keysByNumber[number] { return key }
    case .identifier(let identifier):
      let matches = named(identifier).filter { !$0.isReplaced }
      if let only = mostCurrent(of: matches) { return only.key }
      if !matches.isEmpty { throw RefusedReference(.ambiguousIdentifier(identifier)) }
    }
    throw RefusedReference(.unknownTask(reference))
  }

  /// Returns the only live task among `matches`. The next run of a series counts only if no other
  /// task is live. If not exactly one is live, returns the only match. Nil otherwise.
  private func mostCurrent(of matches: [TrackedTask]) -> TrackedTask? {
    let live = matches.filter(\.isLive)
    if live.count == 1 { return live.first }
    let begun = live.filter { $0.terms?.isNextRun != true }
    if begun.count == 1, live.count == 2 { return begun.first }
    return matches.count == 1 ? matches.first : nil
  }

  /// Returns the tasks that ended under the identifier without being completed, by number.
  func failures(of identifier: SanitisedText?) -> [TrackedTask] {
    guard let identifier else { return [] }
    return named(identifier.string).filter {
      !$0.isReplaced && $0.end != nil && $0.end?.ending.reason != .completed
    }.sorted { $0.number < $1.number }
  }

  /// Returns the number of the attempt that follows the failures under the identifier, starting at
  /// 1.
  func attemptNumber(afterFailuresOf identifier: SanitisedText?) -> Int {
    let last = failures(of: identifier).map(\.attempt).max() ?? 0
    return last == .max ? .max : last + 1
  }

  /// Returns a task that ended without success although `task` needs its success; nil if there is
  /// none.
  func failedDependency(of task: TrackedTask) -> TrackedTask? {
    let needed = task.terms?.dependencies.filter(\.needsSuccess) ?? []
    return needed.lazy.compactMap { dependency -> TrackedTask? in
      dependency.key.flatMap { self[$0] }
    }.first { $0.end != nil && $0.end?.ending.reason != .completed }
  }

  /// Returns the tasks in `keys`, the tasks that they wait for, the tasks that these wait for, and
  /// so on. The search doesn't go on from ended tasks.
  func dependencies(below keys: [TaskKey]) -> Set<TaskKey> {
    var found: Set<TaskKey> = []
    var next = keys
    while let key = next.popLast() {
      guard found.insert(key).inserted, let task = table[key], task.isLive else { continue }
      next += task.terms?.dependencies.compactMap(\.key) ?? []
    }
    return found
  }
}

extension Dependency {
  /// The key of the task that the dependency waits for; nil if the task is named by number or
  /// identifier.
  var key: TaskKey? {
    if case .key(let key) = task { key } else { nil }
  }
}

/// A reference that names no task, or several.
struct RefusedReference: Error {
  let refusal: Refusal

  init(_ refusal: Refusal) { self.refusal = refusal }
}

/// The end of a task. The task may leave the live list at another time than noted here, if another
/// attempt follows or is retracted. The entry is then outdated.
private struct EndedTask: Sendable {
  let key: TaskKey
  let leavesAt: AwakeTime?

  func isCurrent(in table: TaskTable) -> Bool {
    table[key].flatMap(\.end).map { $0.leavesAt == leavesAt } ?? false
  }
}
