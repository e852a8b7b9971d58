import HeadwayHubCore
import HeadwayModel
import HeadwaySystem
import HeadwayWire
import NIOCore

/// The output to one subscriber: snapshots, changes and the summary. Only the event loop calls it.
///
/// A subscriber writes while the channel takes output and the connection's turn lasts. For a client
/// that doesn't read, the subscriber keeps only the keys of changed tasks. If the loop can't serve
/// all frames in time, the client gets fewer frames.
final class Subscriber {
  private let connection: ClientConnection
  private unowned let engine: HubEngine
  private var snapshots: [SnapshotInProgress] = []
  /// Pages of the record that are being read for requests.
  private var readsUnderWay = 0
  private var feed: SubscriberFeed?
  private var summary: SummaryFollowing?
  private var nextPump: Scheduled<Void>?
  private var nextPumpDue: AwakeTime?

  private static let batchLimit = 32
  private static let summaryInterval: Duration = .seconds(1)
  /// The snapshots and pages on their way to one client. The client may ask for more before they
  /// have arrived.
  static let snapshotLimit = 4

  private struct SnapshotInProgress {
    var request: Int?
    /// Tasks to be sent before the live list.
    var preceding: ArraySlice<TaskSnapshot> = []
    /// The part of the live list that is still to be sent; nil for none.
    var live: LiveList?
    /// The part of the record that is still to come, behind `preceding`.
    var record: RecordInProgress?
    /// The position of the next page of the record.
    var next: Int?
    var nextEnd: WallTime?
    var count = 0
  }

  /// The rest of the live list: the numbers that weren't sent yet, up to the highest number at the
  /// start.
  private struct LiveList {
    var sent = 0
    let last: Int
  }

  /// The record, page by page; the live list follows.
  private struct RecordInProgress {
    var after: PageRequest.Place? = PageRequest.Place()
    var isBeingRead = false
    /// The tasks that left the live list since the first page. Neither the pages nor the list may
    /// have them.
    var left: [TaskKey] = []
  }

  private struct SummaryFollowing {
    var last: HubSummary
    var isStale = false
    var notBefore: AwakeTime
  }

  init(connection: ClientConnection, engine: HubEngine) {
    self.connection = connection
    self.engine = engine
  }

  func stop() {
    snapshots.removeAll()
    nextPump?.cancel()
    nextPump = nil
  }

  /// Whether one more snapshot or page may be on its way. Otherwise the hub refuses the request.
  private func admits(_ request: Int?) -> Bool {
    guard snapshots.count + readsUnderWay >= Self.snapshotLimit else { return true }
    let message = String(
      wire: "\(Self.snapshotLimit) lists are on their way to this client; read them first")
    connection.send(ErrorMessage(request: request, code: .limit, message: message))
    return false
  }

  /// Starts a snapshot of the live list.
  func sendSnapshot(request: Int?) {
    guard admits(request) else { return }
    send(SnapshotInProgress(request: request, live: LiveList(last: engine.state.highestNumber)))
  }

  /// Starts a snapshot of all tasks of the record. The hub holds one page of them at a time.
  func sendRecord(request: Int?) {
    guard admits(request) else { return }
    send(
      SnapshotInProgress(
        request: request, live: LiveList(last: engine.state.highestNumber),
        record: RecordInProgress()))
  }

  /// Counts a read of the record that `start` begins for a request, until `finish` is called.
  func read(_ request: Int?, _ start: (_ finish: @escaping () -> Void) -> Void) {
    guard admits(request) else { return }
    readsUnderWay += 1
    start { [self] in readsUnderWay -= 1 }
  }

  func sendPage(_ page: PageReader.Page, in order: PageRequest.Order, request: Int?) {
    let nextEnd = page.next.map { WallTime(millisecondsSinceEpoch: $0.end) }
    send(
      SnapshotInProgress(
        request: request, preceding: page.tasks[...], next: page.next?.number,
        nextEnd: order == .end ? nextEnd : nil))
  }

  private func send(_ snapshot: SnapshotInProgress) {
    snapshots.append(snapshot)
    askForTurn()
  }

  func subscribe(_ interest: SubscriberFeed.Interest, takesSteps: Bool, request: Int?) {
    feed = SubscriberFeed(interest: interest, takesSteps: takesSteps)
    sendSnapshot(request: request)
  }

  func setInterest(_ interest: SubscriberFeed.Interest) {
    feed?.setInterest(interest)
    askForTurn()
  }

  func sendSummary(request: Int?, follow: Bool) {
    let now = HubClock.now
    let current = engine.summary(at: now)
    if follow {
      summary = SummaryFollowing(last: current, notBefore: now.awake + Self.summaryInterval)
    }
    send(current, request: request)
  }

  /// Sends a notification, unless the client doesn't read: it would show the notification too late.
  func notify(_ notification: NewsNotification) {
    guard feed != nil, connection.isWritable else { return }
    connection.send(NotificationMessage(notification))
  }

  /// Tells a client that follows tasks that the config was read again.
  func noteSettings() {
    if feed != nil { connection.send(SettingsMessage()) }
  }

  func note(_ changes: [TaskChange], at now: Moment) {
    for change in changes {
      feed?.note(change, at: now.awake)
      if case .removed(let key) = change { noteLeaving(key) }
    }
    summary?.isStale = true
    if isDue(at: now) { askForTurn() } else { arm(at: now) }
  }

  private func noteLeaving(_ key: TaskKey) {
    for place in snapshots.indices { snapshots[place].record?.left.append(key) }
  }

  /// Whether something is due at `now` and the channel takes output.
  private func isDue(at now: Moment) -> Bool {
    connection.isWritable && (!snapshots.isEmpty || nextDue.map { $0 <= now.awake } ?? false)
  }

  private func askForTurn() { engine.ask(for: connection.id) }

  /// Sends what is due until `deadline`, while the channel takes output. Arms a timer for what is
  /// due later.
  ///
  /// - Returns: whether more is due and the channel takes output.
  func pump(until deadline: AwakeTime, at now: Moment) -> Bool {
    if !snapshots.isEmpty || isDue(at: now) {
      while connection.isWritable, sendBatch(at: now) {
        guard SystemClocks.awake < deadline else { return true }
      }
      sendSummaryIfDue(at: now)
    }
    arm(at: now)
    return false
  }

  private func sendBatch(at now: Moment) -> Bool {
    let hadSome = sendSnapshotBatch(at: now) || sendChanges(at: now)
    if hadSome { connection.flush() }
    return hadSome
  }

  private func sendSnapshotBatch(at now: Moment) -> Bool {
    guard var current = snapshots.first else { return false }
    if let record = current.record, current.preceding.isEmpty {
      readOn(record)
      return false
    }
    for task in nextTasks(of: &current, at: now) {
      connection.queue(TaskMessage(request: current.request, task: task))
      current.count += 1
    }
    if current.preceding.isEmpty, current.live == nil, current.record == nil {
      connection.queue(
        SnapshotEnd(
          request: current.request, count: current.count, next: current.next,
          nextEnd: current.nextEnd))
      snapshots.removeFirst()
    } else {
      snapshots[0] = current
    }
    return true
  }

  private func nextTasks(
    of snapshot: inout SnapshotInProgress, at now: Moment
  ) -> [TaskSnapshot] {
    if !snapshot.preceding.isEmpty {
      let batch = snapshot.preceding.prefix(Self.batchLimit)
      snapshot.preceding = snapshot.preceding.dropFirst(batch.count)
      return Array(batch)
    }
    guard snapshot.record == nil, let live = snapshot.live else { return [] }
    let part = engine.state.part(
      after: live.sent, through: live.last, limit: Self.batchLimit, at: now)
    snapshot.live = part.next.map { LiveList(sent: $0, last: live.last) }
    return part.tasks
  }

  /// The next page, once the client has taken the one before it.
  private func readOn(_ record: RecordInProgress) {
    guard !record.isBeingRead, let after = record.after else { return }
    snapshots[0].record?.isBeingRead = true
    engine.pages.read(PageRequest(query: .everything, after: after)) { [weak self] result in
      self?.receive(result)
    }
  }

  private func receive(_ result: Result<PageReader.Page, any Error>) {
    guard var current = snapshots.first, var record = current.record else { return }
    switch result {
    case .success(let page):
      record.isBeingRead = false
      record.after = page.next
      current.preceding = page.tasks.filter { !engine.state.isShown($0.key) }[...]
      if page.next == nil { current.preceding += engine.recordedTasks(record.left) }
      current.record = page.next == nil ? nil : record
      snapshots[0] = current
    case .failure(let error):
      snapshots.removeFirst()
      connection.send(ErrorMessage.unreadableRecord(error, request: current.request))
    }
    askForTurn()
  }

  private func sendChanges(at now: Moment) -> Bool {
    guard snapshots.isEmpty,
      let batch = feed?.nextBatch(at: now.awake, limit: Self.batchLimit), !batch.isEmpty
    else { return false }
    for key in batch {
      guard let task = engine.state.snapshot(of: key, at: now) else {
        connection.queue(RemovedMessage(key: key))
        continue
      }
      if let step = feed?.step(to: task) {
        connection.queue(StepMessage(step))
      } else {
        connection.queue(ChangeMessage(task: task))
      }
    }
    return true
  }

  private func sendSummaryIfDue(at now: Moment) {
    guard var following = summary, following.isStale, now.awake >= following.notBefore,
      connection.isWritable
    else { return }
    let current = engine.summary(at: now)
    following.isStale = false
    following.notBefore = now.awake + Self.summaryInterval
    let changed = current != following.last
    following.last = current
    summary = following
    if changed { send(current, request: nil) }
  }

  private func send(_ summary: HubSummary, request: Int?) {
    connection.send(
      SummaryMessage(
        summary, attentionStyle: engine.settings.attentionStyle, request: request))
  }

  private var nextDue: AwakeTime? {
    let summaryDue = summary.flatMap { $0.isStale ? $0.notBefore : nil }
    guard let feedDue = feed?.nextDue else { return summaryDue }
    return summaryDue.map { min($0, feedDue) } ?? feedDue
  }

  private func arm(at now: Moment) {
    let due = connection.isWritable ? nextDue : nil
    guard due != nextPumpDue else { return }
    nextPump?.cancel()
    (nextPump, nextPumpDue) = (nil, nil)
    guard let due else { return }
    let subscriber = NIOLoopBound(self, eventLoop: engine.loop)
    nextPumpDue = due
    nextPump = engine.loop.scheduleTask(in: TimeAmount(bounded: max(.zero, due - now.awake))) {
      subscriber.value.nextPumpDue = nil
      subscriber.value.askForTurn()
    }
  }
}
