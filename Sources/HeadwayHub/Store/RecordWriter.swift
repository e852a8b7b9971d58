import Dispatch
import HeadwayHubCore
import HeadwayModel
import HeadwayWire
import Logging
import NIOCore

/// Writes records off the event loop. Each commit has everything that waits, and its followers are
/// performed once it is on disk. If a commit fails, the writer keeps everything and tries again
/// every second. Confined to the event loop.
final class RecordWriter {
  private let store: RecordStore
  private let loop: any EventLoop
  private let logger: Logger
  private let queue = DispatchQueue(label: "headway.record")
  private let afterCommit: (AfterCommit) -> Void
  /// Called when a commit has failed. The hub may then retract what it hasn't acknowledged.
  private let afterRefusal: (any Error) -> Void
  /// Called with the written records of tasks that have ended, or that wait for their next run.
  private let afterEnds: ([TaskRecord]) -> Void
  private var pending: [TaskKey: TaskRecord] = [:]
  private var payloads: [TaskKey: LaunchPayload] = [:]
  /// The payloads of the commit under way.
  private var writing: [TaskKey: LaunchPayload] = [:]
  private var writingRecords: [TaskKey: TaskRecord] = [:]
  /// The tasks whose payload the next commit copies, each with the task that it copies from.
  private var copies: [TaskKey: TaskKey] = [:]
  private var writingCopies: [TaskKey: TaskKey] = [:]
  /// The number of bytes of payloads that aren't written yet. A payload that was replaced counts
  /// until the next commit.
  private(set) var payloadBytes = 0
  private var followers: [AfterCommit] = []
  private var forgotten: [TaskKey] = []
  /// The groups to write, by name.
  private var groups: [String: GroupRecord] = [:]
  /// The keys whose tasks are being deleted.
  private var leaving: Set<TaskKey> = []
  private let logs: TaskLogs
  private lazy var eraser = RecordEraser(store: store, queue: queue, loop: loop, logger: logger)
  private var isBusy = false
  /// Whether a commit waits for the other saves of the same event, and whether one is due.
  private var isGathering = false
  private var isDue = false
  /// The timer of a commit for begins that wait for company.
  private var beginTurn: Scheduled<Void>?
  /// The reason why the last commit failed; nil if it succeeded.
  private(set) var problem: SanitisedText?
  private var drained: [() -> Void] = []
  /// The bodies that wait for what is pending, and for what is being written.
  private var waitingBodies: [() -> Void] = []
  private var writingBodies: [() -> Void] = []

  private static let retryPause: TimeAmount = .seconds(1)
  /// The time for which a begin may wait for company.
  ///
  /// The begin and the end of a short task are then one commit, and an end doesn't wait for the
  /// commit of its begin. No client waits for the commit of a begin.
  private static let beginPause: TimeAmount = .milliseconds(20)

  init(
    store: RecordStore, logs: TaskLogs, loop: any EventLoop, logger: Logger,
    afterCommit: @escaping (AfterCommit) -> Void,
    afterRefusal: @escaping (any Error) -> Void, afterEnds: @escaping ([TaskRecord]) -> Void
  ) {
    self.store = store
    self.logs = logs
    self.loop = loop
    self.logger = logger
    self.afterCommit = afterCommit
    self.afterRefusal = afterRefusal
    self.afterEnds = afterEnds
  }

  /// Begins no commit before ``release()``, so that the saves in between are one commit.
  func gather() { isGathering = true }

  /// Begins the commit that became due since ``gather()``.
  func release() {
    isGathering = false
    guard isDue else { return }
    isDue = false
    writeIfIdle()
  }

  func save(_ record: TaskRecord, then followers: [AfterCommit]) {
    pending[record.description.key] = record
    self.followers += followers
    if followers.allSatisfy(\.isBegin) { writeSoon() } else { writeIfIdle() }
  }

  /// Saves groups, and deletes those whose records are empty.
  func save(_ groups: [GroupRecord], then followers: [AfterCommit]) {
    for group in groups { self.groups[group.name] = group }
    self.followers += followers
    writeIfIdle()
  }

  /// Performs `followers` once everything that was saved of the task is written: at once if it is
  /// written already.
  func confirm(_ key: TaskKey, then followers: [AfterCommit]) {
    guard pending[key] != nil || writingRecords[key] != nil else {
      return followers.forEach(afterCommit)
    }
    self.followers += followers
    writeIfIdle()
  }

  private func writeSoon() {
    guard beginTurn == nil else { return }
    let writer = NIOLoopBound(self, eventLoop: loop)
    beginTurn = loop.scheduleTask(in: Self.beginPause) {
      writer.value.beginTurn = nil
      writer.value.writeIfIdle()
    }
  }

  /// Deletes tasks with their logs. A save of such a task after this call stays.
  func forget(_ keys: [TaskKey], then followers: [AfterCommit]) {
    for key in keys { (pending[key], payloads[key], copies[key]) = (nil, nil, nil) }
    forgotten += keys
    leaving.formUnion(keys)
    self.followers += followers
    writeIfIdle()
  }

  /// Drops the payload: no later save of the task keeps it.
  func dropPayload(of key: TaskKey) { (payloads[key], copies[key]) = (nil, nil) }

  /// Copies the payload of `key` with the next save of the task `copy`.
  func copyPayload(of key: TaskKey, for copy: TaskKey) {
    if let payload = payloads[key] ?? writing[key] {
      keep(payload, of: copy)
    } else {
      copies[copy] = copies[key] ?? key
    }
  }

  /// Removes and returns the requesters that wait to hear that the record has an order which can't
  /// be undone.
  func takeUnacknowledged() -> [Requester] {
    let waiting = followers.compactMap(\.acknowledged)
    followers.removeAll { $0.acknowledged != nil }
    return waiting
  }

  /// Drops the saves of these tasks, as if they had never been made.
  func abandon(_ keys: [TaskKey]) {
    for key in keys { (pending[key], payloads[key], copies[key]) = (nil, nil, nil) }
    let abandoned = Set(keys)
    followers.removeAll { $0.task.map(abandoned.contains) ?? false }
  }

  /// Returns the task as it was saved last, on disk or not: while the disk is full, an ended task
  /// may leave the live list before it is on disk. Nil if the record doesn't have the task, or is
  /// deleting it.
  func latest(_ reference: TaskReference) throws -> TaskRecord? {
    var key: TaskKey? = if case .key(let key) = reference { key } else { nil }
    let stored = try store.load(reference)
    key = stored?.description.key ?? key
    guard let key, !leaving.contains(key) else { return nil }
    return pending[key] ?? writingRecords[key] ?? stored
  }

  /// Returns those of `keys` whose tasks the record has or gets. An unreadable record has all of
  /// them: reading each one then reports the reason.
  func known(_ keys: [TaskKey]) -> [TaskKey] {
    guard !keys.isEmpty else { return [] }
    guard let stored = try? store.known(keys) else { return keys }
    return keys.filter { pending[$0] != nil || writingRecords[$0] != nil || stored.contains($0) }
  }

  /// Keeps a payload with the next save of the task.
  func keep(_ payload: LaunchPayload, of key: TaskKey) {
    (payloads[key], copies[key]) = (payload, nil)
    payloadBytes += payload.byteCount
  }

  /// Returns the payload of `key`; nil once it is on disk.
  func unwrittenPayload(of key: TaskKey) -> LaunchPayload? {
    if let payload = payloads[key] ?? writing[key] { return payload }
    let source = copies[key] ?? writingCopies[key]
    return source.flatMap { try? store.payload(of: $0) }
  }

  /// Calls `body` once nothing waits to be written.
  func whenDrained(_ body: @escaping () -> Void) {
    if isBusy || isWaiting { drained.append(body) } else { body() }
  }

  /// Calls `body` once everything that was saved until now is in the record, or the commit has
  /// failed.
  func afterNextCommit(_ body: @escaping () -> Void) {
    guard isBusy || isWaiting else { return body() }
    guard isWaiting else { return writingBodies.append(body) }
    waitingBodies.append(body)
    writeIfIdle()
  }

  private var isWaiting: Bool {
    !pending.isEmpty || !forgotten.isEmpty || !groups.isEmpty || !followers.isEmpty
  }

  private func writeIfIdle() {
    guard !isBusy, isWaiting else { return }
    guard !isGathering else { return isDue = true }
    beginTurn?.cancel()
    beginTurn = nil
    isBusy = true
    writingBodies += waitingBodies
    waitingBodies.removeAll()
    let batch = Batch(
      records: Array(pending.values), forgotten: forgotten, groups: groups, followers: followers)
    (writingRecords, pending) = (pending, [:])
    writing = payloads
    payloads.removeAll()
    (writingCopies, copies) = (copies, [:])
    forgotten.removeAll()
    groups.removeAll()
    followers.removeAll()
    let erases = eraser.noteCommit(forgetting: batch.forgotten.count, batch.followers)
    let writer = NIOLoopBound(self, eventLoop: loop)
    queue.async { [store, logs, loop, writing, writingCopies] in
      let result = Result {
        // Logs are removed before the tasks. If the hub is killed in between, the record still has
        // the tasks, and a later deletion finds the rest.
        let launches = try store.launches(of: batch.forgotten)
        for (key, count) in launches { logs.remove(key, launches: count) }
        try store.save(
          batch.records, writing, copies: writingCopies, groups: Array(batch.groups.values),
          forgetting: batch.forgotten)
        return erases ? Result { try store.erase(thoroughly: true) } : nil
      }
      loop.execute { writer.value.finish(batch, result) }
    }
  }

  /// Closes the record after the commits under way, then calls `body`.
  func closeRecord(then body: @escaping () -> Void) {
    eraser.stop()
    let bound = NIOLoopBound(body, eventLoop: loop)
    queue.async { [store, loop, logger] in
      if let error = store.close() {
        logger.notice(
          "the newest changes are still in record.sqlite-wal (\(error)); copy both files")
      }
      loop.execute { bound.value() }
    }
  }

  /// The content of one commit.
  private struct Batch: Sendable {
    var records: [TaskRecord]
    var forgotten: [TaskKey]
    var groups: [String: GroupRecord]
    var followers: [AfterCommit]
  }

  private func finish(_ batch: Batch, _ result: Result<Result<Void, any Error>?, any Error>) {
    isBusy = false
    let bodies = writingBodies
    writingBodies.removeAll()
    defer { bodies.forEach { $0() } }
    switch result {
    case .success(let erasure):
      eraser.finish(erasure)
      if problem != nil { logger.notice("the record can be written again") }
      problem = nil
      writing.removeAll()
      writingCopies.removeAll()
      payloadBytes = payloads.values.reduce(0) { $0 + $1.byteCount }
      writingRecords.removeAll()
      leaving.subtract(batch.forgotten)
      batch.followers.forEach(afterCommit)
      let ends = batch.records.filter { $0.ending != nil || $0.comesAgain }
      if !ends.isEmpty { afterEnds(ends) }
      if beginTurn == nil || !followers.allSatisfy(\.isBegin) { writeIfIdle() }
      tellIfDrained()
    case .failure(let error):
      payloads.merge(writing) { newer, _ in newer }
      copies.merge(writingCopies) { newer, _ in newer }
      for key in payloads.keys { copies[key] = nil }
      writing.removeAll()
      writingCopies.removeAll()
      writingRecords.removeAll()
      retry(batch, after: error)
      afterRefusal(error)
    }
  }

  private func tellIfDrained() {
    guard !isBusy, !isWaiting else { return }
    let bodies = drained
    drained.removeAll()
    bodies.forEach { $0() }
  }

  private func retry(_ batch: Batch, after error: any Error) {
    if problem == nil {
      logger.error("the record can't be written (\(error)); trying every second")
    }
    problem = RecordStore.words(of: error)
    let since = Set(forgotten)
    for record in batch.records
    where pending[record.description.key] == nil && !since.contains(record.description.key) {
      pending[record.description.key] = record
    }
    forgotten = batch.forgotten + forgotten
    groups.merge(batch.groups) { newer, _ in newer }
    followers = batch.followers + followers
    isBusy = true
    let writer = NIOLoopBound(self, eventLoop: loop)
    loop.scheduleTask(in: Self.retryPause) {
      writer.value.isBusy = false
      writer.value.writeIfIdle()
    }
  }
}

extension TaskRecord {
  /// Whether the task waits for its next run.
  fileprivate var comesAgain: Bool {
    state == .queued && submission.terms?.refresh != nil && !earlierEnds.isEmpty
  }
}

extension AfterCommit {
  /// Whether this is the answer to a begin, which no worker waits for.
  fileprivate var isBegin: Bool {
    switch self {
    case .reply(_, .begun): true
    case .reply, .removeSpooledEnd, .tellToBegin, .runHook, .launch, .noteRecorded,
      .noteChangeRecorded:
      false
    }
  }

  /// The requester that this answers with "done"; nil for none.
  fileprivate var acknowledged: Requester? {
    switch self {
    case .reply(let requester, .done), .reply(let requester, .cleaned): requester
    case .reply, .removeSpooledEnd, .tellToBegin, .runHook, .launch, .noteRecorded,
      .noteChangeRecorded:
      nil
    }
  }

  /// The task that this concerns, if abandoning the task drops this; nil otherwise.
  fileprivate var task: TaskKey? {
    switch self {
    case .reply(_, .submitted(let key, _, _)), .reply(_, .ended(let key, _, _)),
      .tellToBegin(let key, _), .noteRecorded(let key):
      key
    case .launch(let record): record.description.key
    case .runHook(let hook): hook.key
    case .reply, .removeSpooledEnd, .noteChangeRecorded: nil
    }
  }
}
