import HeadwayHubCore
import HeadwayModel

/// The record and its writer, as `RecordWriter` and `RecordStore` treat them: one commit at a time,
/// what comes meanwhile goes with the next one, and a commit can be refused.
struct QueueDisk {
  /// The tasks that are on disk.
  private(set) var records: [TaskKey: TaskRecord] = [:]
  /// The tasks whose payload is on disk.
  private var payloads: Set<TaskKey> = []
  /// The highest number that was ever written.
  private(set) var highestNumber = 0
  /// The groups that are on disk, by name.
  private(set) var groups: [String: GroupRecord] = [:]

  private var pending: [TaskKey: TaskRecord] = [:]
  private var pendingPayloads: Set<TaskKey> = []
  private var pendingGroups: [String: GroupRecord] = [:]
  private var forgotten: [TaskKey] = []
  private var followers: [AfterCommit] = []
  private var leaving: Set<TaskKey> = []
  private var batch: Batch?
  private var waitsForRetry = false
  /// Whether the effects of an event are being performed, so that a commit waits for all of them.
  var isGathering = false

  /// What one commit takes.
  private struct Batch {
    var records: [TaskKey: TaskRecord]
    var payloads: Set<TaskKey>
    var groups: [String: GroupRecord]
    var forgotten: [TaskKey]
    var followers: [AfterCommit]
  }

  var isAtRest: Bool { batch == nil && !isWaiting }
  var isWriting: Bool { batch != nil }

  private var isWaiting: Bool {
    !pending.isEmpty || !forgotten.isEmpty || !pendingGroups.isEmpty || !followers.isEmpty
  }

  mutating func save(_ record: TaskRecord, then followers: [AfterCommit]) {
    pending[record.description.key] = record
    self.followers += followers
    beginIfIdle()
  }

  mutating func save(_ groups: [GroupRecord], then followers: [AfterCommit]) {
    for group in groups { pendingGroups[group.name] = group }
    self.followers += followers
    beginIfIdle()
  }

  /// False where all of the task is on disk, so that what follows is done at once.
  mutating func confirm(_ key: TaskKey, then followers: [AfterCommit]) -> Bool {
    guard pending[key] != nil || batch?.records[key] != nil else { return false }
    self.followers += followers
    beginIfIdle()
    return true
  }

  mutating func forget(_ keys: [TaskKey], then followers: [AfterCommit]) {
    for key in keys {
      pending[key] = nil
      pendingPayloads.remove(key)
    }
    forgotten += keys
    leaving.formUnion(keys)
    self.followers += followers
    beginIfIdle()
  }

  mutating func abandon(_ keys: [TaskKey]) {
    for key in keys {
      pending[key] = nil
      pendingPayloads.remove(key)
    }
    followers.removeAll { $0.task.map(keys.contains) ?? false }
  }

  mutating func keepPayload(of key: TaskKey) { pendingPayloads.insert(key) }

  mutating func dropPayload(of key: TaskKey) { pendingPayloads.remove(key) }

  func hasPayload(of key: TaskKey) -> Bool {
    pendingPayloads.contains(key) || batch?.payloads.contains(key) == true
      || payloads.contains(key)
  }

  /// The task as a running hub finds it when it has left the live list.
  func recalled(_ reference: TaskReference) -> TaskRecord? {
    let found: TaskRecord? =
      switch reference {
      case .key(let key): records[key]
      case .number(let number): records.values.first { $0.number == number }
      case .identifier(let identifier):
        records.values.filter { $0.description.identifier?.string == identifier }
          .max { $0.number < $1.number }
      }
    guard let key = found?.description.key ?? reference.key, !leaving.contains(key) else {
      return nil
    }
    return pending[key] ?? batch?.records[key] ?? found
  }

  /// A commit is on disk: what waited for it, in order.
  mutating func commit() -> [AfterCommit] {
    waitsForRetry = false
    beginIfIdle()
    guard let done = batch else { return [] }
    batch = nil
    for key in done.forgotten {
      records[key] = nil
      payloads.remove(key)
    }
    payloads.formUnion(done.payloads)
    records.merge(done.records) { $1 }
    for group in done.groups.values { groups[group.name] = group.isEmpty ? nil : group }
    highestNumber = done.records.values.reduce(highestNumber) { max($0, $1.number.value) }
    leaving.subtract(done.forgotten)
    return done.followers
  }

  /// What came while the last commit's followers were done begins its own commit.
  mutating func beginIfIdle() {
    guard batch == nil, !waitsForRetry, !isGathering, isWaiting else { return }
    batch = Batch(
      records: pending, payloads: pendingPayloads, groups: pendingGroups, forgotten: forgotten,
      followers: followers)
    (pending, pendingPayloads, pendingGroups, forgotten, followers) = ([:], [], [:], [], [])
  }

  /// The disk refuses the commit under way; all of it is kept for the next one.
  mutating func refuse() {
    guard let refused = batch else { return }
    (batch, waitsForRetry) = (nil, true)
    pendingPayloads.formUnion(refused.payloads)
    let since = Set(forgotten)
    for (key, record) in refused.records where pending[key] == nil && !since.contains(key) {
      pending[key] = record
    }
    pendingGroups.merge(refused.groups) { newer, _ in newer }
    forgotten = refused.forgotten + forgotten
    followers = refused.followers + followers
  }

  /// After a refusal: those who wait to hear that something was done wait no longer.
  mutating func takeUnacknowledged() -> [Requester] {
    let waiting = followers.compactMap(\.acknowledged)
    followers.removeAll { $0.acknowledged != nil }
    return waiting
  }

  /// The hub was killed: what isn't on disk is gone.
  mutating func loseUnwritten() {
    (pending, pendingPayloads, pendingGroups, forgotten, followers) = ([:], [], [:], [], [])
    (batch, waitsForRetry, isGathering) = (nil, false, false)
    leaving = []
  }

  /// What a hub that starts loads.
  func loaded(endedAfter earliest: WallTime, and keys: [TaskKey]) -> [TaskRecord] {
    let live = records.values.filter { $0.state != .ended }
    let ended = records.values.filter { $0.state == .ended && $0.endedAt ?? earliest >= earliest }
    let latest = ended.sorted {
      ($0.endedAt ?? earliest, $0.number) > ($1.endedAt ?? earliest, $1.number)
    }
    let loaded = (live + latest.prefix(Self.endedLimit)).sorted { $0.number < $1.number }
    let known = Set(loaded.map(\.description.key))
    let needed = Set(keys + loaded.flatMap(\.dependencyKeys)).subtracting(known)
    return loaded + needed.sorted().compactMap { records[$0] }
  }

  private static let endedLimit = 2000
}

extension TaskRecord {
  /// The tasks whose ends a live task may wait for.
  var dependencyKeys: [TaskKey] {
    guard state != .ended else { return [] }
    return (submission.terms?.dependencies ?? []).compactMap(\.task.key)
  }
}

extension TaskReference {
  var key: TaskKey? { if case .key(let key) = self { key } else { nil } }
}

extension AfterCommit {
  /// Who is told by it that something was done.
  fileprivate var acknowledged: Requester? {
    switch self {
    case .reply(let requester, .done), .reply(let requester, .cleaned): requester
    case .reply, .removeSpooledEnd, .tellToBegin, .runHook, .launch, .noteRecorded,
      .noteChangeRecorded:
      nil
    }
  }

  /// The task that it is about, where that may be abandoned.
  fileprivate var task: TaskKey? {
    switch self {
    case .reply(_, .submitted(let key, _, _)), .reply(_, .ended(let key, _, _)),
      .tellToBegin(let key, _), .noteRecorded(let key):
      key
    case .launch(let record): record.description.key
    case .reply, .removeSpooledEnd, .runHook, .noteChangeRecorded: nil
    }
  }
}
