import HeadwayCore
import HeadwayWire
import NIOCore

/// What one client is being told: a snapshot, changes, the summary. It writes only while the
/// channel takes it, so a client that doesn't read costs a set of keys. Confined to the event loop.
final class Subscriber {
  private let connection: ClientConnection
  private unowned let engine: HubEngine
  private var snapshots: [SnapshotInProgress] = []
  private var feed: SubscriberFeed?
  private var summary: SummaryFollowing?
  private var nextPump: Scheduled<Void>?
  private var nextPumpDue: Duration?

  private static let batchLimit = 32
  private static let summaryInterval: Duration = .seconds(1)

  private struct SnapshotInProgress {
    var request: Int?
    var preceding: ArraySlice<TaskSnapshot>
    var keys: ArraySlice<TaskKey>
    /// What of the record is still to come, behind `preceding`.
    var record: RecordInProgress?
    /// Of a page of the record.
    var next: Int?
    var nextEnd: WallTime?
    var count = 0
  }

  /// The record, page by page, and then the live list as it was at first: what leaves that while the
  /// record is being sent would be in neither.
  private struct RecordInProgress {
    let live: [TaskSnapshot]
    let liveKeys: Set<TaskKey>
    var after: PageRequest.Place? = PageRequest.Place()
    var isBeingRead = false

    init(live: [TaskSnapshot]) {
      self.live = live
      liveKeys = Set(live.map(\.key))
    }
  }

  private struct SummaryFollowing {
    var last: HubSummary
    var isStale = false
    var notBefore: Duration
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

  /// Starts a snapshot of the live list.
  func sendSnapshot(request: Int?) {
    send(
      SnapshotInProgress(request: request, preceding: [], keys: engine.state.keysByAge[...]))
  }

  /// Starts a snapshot of all that the record has, of which no more than a page is held at a time.
  func sendRecord(request: Int?) {
    let record = RecordInProgress(live: engine.state.snapshots(at: HubClock.now))
    send(SnapshotInProgress(request: request, preceding: [], keys: [], record: record))
  }

  func sendPage(_ page: PageReader.Page, in order: PageRequest.Order, request: Int?) {
    let nextEnd = page.next.map { WallTime(millisecondsSinceEpoch: $0.end) }
    send(
      SnapshotInProgress(
        request: request, preceding: page.tasks[...], keys: [], next: page.next?.number,
        nextEnd: order == .end ? nextEnd : nil))
  }

  private func send(_ snapshot: SnapshotInProgress) {
    snapshots.append(snapshot)
    pump()
  }

  func subscribe(_ interest: SubscriberFeed.Interest, takesSteps: Bool, request: Int?) {
    feed = SubscriberFeed(interest: interest, takesSteps: takesSteps)
    sendSnapshot(request: request)
  }

  func setInterest(_ interest: SubscriberFeed.Interest) {
    feed?.setInterest(interest)
    pump()
  }

  func sendSummary(request: Int?, follow: Bool) {
    let now = HubClock.now
    let current = engine.state.summary
    if follow {
      summary = SummaryFollowing(last: current, notBefore: now.awake + Self.summaryInterval)
    }
    send(current, request: request)
  }

  /// One that doesn't read would hear of it too late.
  func notify(_ notification: NewsNotification) {
    guard feed != nil, connection.isWritable else { return }
    connection.send(NotificationMessage(notification))
  }

  func note(_ changes: [TaskChange], at now: Moment) {
    for change in changes { feed?.note(change, at: now.awake) }
    summary?.isStale = true
    pump(at: now)
  }

  /// Sends what is due as far as the channel takes it, and arms a timer for what is due later.
  func pump(at now: Moment = HubClock.now) {
    if let due = nextPumpDue, due > now.awake, snapshots.isEmpty, due <= nextDue ?? due { return }
    while connection.isWritable, sendBatch(at: now) {}
    sendSummaryIfDue(at: now)
    arm(at: now)
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
    let past = current.preceding.prefix(Self.batchLimit)
    let keys = current.keys.prefix(Self.batchLimit - past.count)
    current.preceding = current.preceding.dropFirst(past.count)
    current.keys = current.keys.dropFirst(keys.count)
    for task in past + keys.compactMap({ engine.state.snapshot(of: $0, at: now) }) {
      connection.queue(TaskMessage(request: current.request, task: task))
      current.count += 1
    }
    if current.preceding.isEmpty, current.keys.isEmpty, current.record == nil {
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

  /// The next page, once the client has taken the one before it.
  private func readOn(_ record: RecordInProgress) {
    guard !record.isBeingRead, let after = record.after else { return }
    snapshots[0].record?.isBeingRead = true
    engine.pages.read(PageRequest(query: .everything, after: after)) { [weak self] result in
      self?.take(result)
    }
  }

  private func take(_ result: Result<PageReader.Page, any Error>) {
    guard var current = snapshots.first, var record = current.record else { return }
    switch result {
    case .success(let page):
      record.isBeingRead = false
      record.after = page.next
      current.preceding = page.tasks.filter { !record.liveKeys.contains($0.key) }[...]
      if page.next == nil { current.preceding += record.live }
      current.record = page.next == nil ? nil : record
      snapshots[0] = current
    case .failure(let error):
      snapshots.removeFirst()
      connection.send(ErrorMessage.unreadableRecord(error, request: current.request))
    }
    pump()
  }

  private func sendChanges(at now: Moment) -> Bool {
    guard snapshots.isEmpty,
      let batch = feed?.take(at: now.awake, limit: Self.batchLimit), !batch.isEmpty
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
    let current = engine.state.summary
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

  private var nextDue: Duration? {
    let summaryDue = summary.flatMap { $0.isStale ? $0.notBefore : nil }
    guard let feedDue = feed?.nextDue else { return summaryDue }
    return summaryDue.map { min($0, feedDue) } ?? feedDue
  }

  private func arm(at now: Moment) {
    nextPump?.cancel()
    (nextPump, nextPumpDue) = (nil, nil)
    guard let due = nextDue, connection.isWritable else { return }
    let subscriber = NIOLoopBound(self, eventLoop: engine.loop)
    nextPumpDue = due
    nextPump = engine.loop.scheduleTask(in: TimeAmount(bounded: max(.zero, due - now.awake))) {
      subscriber.value.nextPumpDue = nil
      subscriber.value.pump()
    }
  }
}
