package import HeadwayModel

/// Decides what a bridge publishes and when. Pure: the publisher is told what the hub and the broker
/// say, and the time.
///
/// A change of state is due at once; progress is due when it moved by 1 % or 5 s have passed. While
/// the broker is away, only the latest state of each task is kept, and each end that the broker
/// hasn't confirmed.
///
/// ```swift
/// publisher.change(task, at: now)
/// for message in publisher.takeDue(at: now, wall: wall, limit: 100) { broker.publish(message) }
/// ```
package struct FleetPublisher: Sendable {
  package let address: FleetAddress
  private let bridge: BridgeName
  private let version: String
  /// The tasks of the hub.
  private var tasks: [TaskKey: Entry] = [:]
  /// The tasks of the hub before it was lost, until its successor has told all of its own.
  private var former: [TaskKey: Entry]?
  /// The tasks whose topics the broker may still keep, and that are no longer there.
  private var removed: Set<TaskKey> = []
  /// The ends of tasks that left the hub's list before the broker had confirmed them.
  private var lateEnds: [TaskKey: TaskSnapshot] = [:]
  /// The late ends that this connection hasn't sent.
  private var unsentEnds: Set<TaskKey> = []
  /// The late ends that the broker refused, with the time at which each is sent again.
  private var refusedEnds: [TaskKey: AwakeTime] = [:]
  /// The counts of the hub that is there; nil until that hub has told them.
  private var summary: HubSummary?
  private var isHubThere = false
  /// Whether a hub has told all its tasks. Before that nobody knows which tasks are gone.
  private var isLoaded = false
  private var isBrokerThere = false
  private var sentStatus: FleetStatus?
  private var statusSentAt: AwakeTime?
  /// The tasks among the first ``taskLimit``. Nil if all are.
  private var chosen: Set<TaskKey>?
  private var chosenAt: AwakeTime?
  /// Whether tasks have come, gone or changed their states since the choice.
  private var isChoiceOld = true

  /// The greatest number of tasks that are published. Those that run come first, then those that
  /// ended, then the queue in its order.
  package static let taskLimit = 1_000
  /// The greatest number of ends that wait for a broker that is away.
  package static let lateEndLimit = 10_000
  /// The time for which the broker keeps a live task, and the time after which it is sent again.
  package static let liveExpiry: Duration = .seconds(180)
  private static let refreshPause: Duration = .seconds(60)
  /// The time for which the broker keeps an ended task.
  package static let endedExpiry: Duration = .seconds(900)
  private static let progressPause: Duration = .seconds(5)
  /// The shortest time between two messages about the progress of one task, and about the state of
  /// the hub.
  private static let shortestPause: Duration = .seconds(1)
  private static let progressStep = 0.01
  /// The time between two choices of the tasks to publish.
  private static let choicePause: Duration = .seconds(5)

  /// A task, and what the broker has of it.
  private struct Entry {
    var task: TaskSnapshot
    /// The time at which the hub told it.
    var heardAt: AwakeTime
    /// The task as it was sent last. Nil if this connection has sent none.
    var sent: TaskSnapshot?
    var sentAt = AwakeTime.origin
    /// Whether any connection has sent the task, so that the broker may keep it.
    var wasSent = false
    /// Whether the broker has confirmed the end.
    var isEndConfirmed = false
    /// The time from which an end is sent again that the broker didn't take; nil for none.
    var endAgainAt: AwakeTime?

    init(_ task: TaskSnapshot, at now: AwakeTime) { (self.task, heardAt) = (task, now) }

    /// Takes a newer state. An end that follows another one, as after a restart, isn't confirmed yet.
    mutating func take(_ task: TaskSnapshot, at now: AwakeTime) {
      if task.state != .ended || task.endedAt != self.task.endedAt
        || task.ending != self.task.ending
      {
        (isEndConfirmed, endAgainAt) = (false, nil)
      }
      (self.task, heardAt) = (task, now)
    }

    /// The time at which the task is due; nil for none.
    var due: AwakeTime? {
      guard let sent else { return .origin }
      guard task != sent else {
        return task.state == .ended ? endAgainAt : sentAt + FleetPublisher.refreshPause
      }
      guard task.step(from: sent) != nil else { return .origin }
      let (before, now) = (sent.progress.fraction ?? 0, task.progress.fraction ?? 0)
      let hasMoved = abs(now - before) >= FleetPublisher.progressStep
      return sentAt + (hasMoved ? FleetPublisher.shortestPause : FleetPublisher.progressPause)
    }
  }

  /// - Parameter bridge: the name of this bridge, which no other has.
  package init(_ address: FleetAddress, bridge: BridgeName, version: String) {
    (self.address, self.bridge, self.version) = (address, bridge, version)
  }

  /// The tasks that run, whose progress the hub tells only to those who have them in view. At most
  /// `limit`.
  package func running(limit: Int) -> [TaskKey] {
    Array(
      tasks.lazy.filter { isChosen($0.key) && $0.value.task.state.isProgressing }
        .map(\.key).prefix(limit))
  }

  /// The tasks that are published. Nil while a hub hasn't told all its tasks, so that nobody knows
  /// which are gone.
  package var published: [TaskSnapshot]? {
    guard isLoaded, former == nil else { return nil }
    return tasks.values.lazy.filter { isChosen($0.task.key) }.map(\.task)
  }
}

// What the hub says.
extension FleetPublisher {
  /// The hub has connected and is about to tell all its tasks.
  package mutating func hubConnected() {
    // A hub that died while it told its tasks has left the others of its predecessor.
    former = (former ?? [:]).merging(tasks) { $1 }
    (tasks, isHubThere, summary) = ([:], true, nil)
  }

  /// The hub has told all its tasks.
  package mutating func snapshotEnded() {
    for (key, entry) in former ?? [:] where tasks[key] == nil { forget(key, entry) }
    (former, isLoaded) = (nil, true)
  }

  /// The hub is gone. Its tasks may go on.
  package mutating func hubLost() { isHubThere = false }

  package mutating func change(_ task: TaskSnapshot, at now: AwakeTime) {
    if let known = tasks[task.key]?.task {
      isChoiceOld = isChoiceOld || known.state != task.state
      tasks[task.key]?.take(task, at: now)
    } else if var entry = former?.removeValue(forKey: task.key) {
      entry.take(task, at: now)
      tasks[task.key] = entry
    } else {
      tasks[task.key] = Entry(task, at: now)
      isChoiceOld = true
    }
    if isChosen(task.key) { removed.remove(task.key) }
    dropLateEnd(of: task.key)
  }

  package mutating func step(_ step: TaskStep, at now: AwakeTime) {
    guard let entry = tasks[step.key] else { return }
    tasks[step.key]?.task = entry.task.taking(step)
    tasks[step.key]?.heardAt = now
  }

  package mutating func remove(_ key: TaskKey) {
    guard let entry = tasks.removeValue(forKey: key) else { return }
    forget(key, entry)
  }

  package mutating func note(_ summary: HubSummary) { self.summary = summary }

  /// Takes a task away that left the hub's list. Its end stays until the broker has it.
  private mutating func forget(_ key: TaskKey, _ entry: Entry) {
    if entry.task.state == .ended, !entry.isEndConfirmed, lateEnds.count < Self.lateEndLimit {
      lateEnds[key] = entry.task
      if entry.sent != entry.task { unsentEnds.insert(key) }
    } else if entry.wasSent {
      removed.insert(key)
    }
    isChoiceOld = true
  }
}

// What the broker says.
extension FleetPublisher {
  /// The broker is there, and may know nothing of before.
  package mutating func brokerConnected() {
    isBrokerThere = true
    (sentStatus, statusSentAt) = (nil, nil)
    for key in tasks.keys { tasks[key]?.sent = nil }
    for key in former.map({ Array($0.keys) }) ?? [] { former?[key]?.sent = nil }
    unsentEnds = Set(lateEnds.keys)
  }

  package mutating func brokerLost() { isBrokerThere = false }

  /// Somebody else has changed the state of the hub on the broker: it is sent again.
  package mutating func statusOverwritten() { sentStatus = nil }

  /// Notes a task that the broker keeps from an earlier bridge.
  package mutating func noteKept(_ key: TaskKey) {
    if tasks[key] == nil, former?[key] == nil, lateEnds[key] == nil { removed.insert(key) }
  }

  /// The broker has the end of a task.
  package mutating func confirmEnd(of key: TaskKey) {
    tasks[key]?.isEndConfirmed = true
    former?[key]?.isEndConfirmed = true
    dropLateEnd(of: key)
  }

  /// The broker hasn't taken the end of a task, for a reason that may pass. The end is sent again
  /// later.
  package mutating func refuseEnd(of key: TaskKey, at now: AwakeTime) {
    if tasks[key] != nil {
      tasks[key]?.endAgainAt = now + Self.refreshPause
    } else if lateEnds[key] != nil {
      refusedEnds[key] = now + Self.refreshPause
    }
  }

  private mutating func dropLateEnd(of key: TaskKey) {
    lateEnds[key] = nil
    refusedEnds[key] = nil
    unsentEnds.remove(key)
  }
}

// What is due.
extension FleetPublisher {
  /// Returns up to `limit` messages that are due, which count as sent.
  package mutating func takeDue(
    at now: AwakeTime, wall: WallTime, limit: Int
  ) -> [Publication] {
    guard isBrokerThere, limit > 0 else { return [] }
    var messages: [Publication] = []
    if let status = takeStatus(at: now, wall: wall) { messages.append(status) }
    for (key, time) in refusedEnds where time <= now {
      refusedEnds[key] = nil
      unsentEnds.insert(key)
    }
    for key in unsentEnds.prefix(max(0, limit - messages.count)) {
      unsentEnds.remove(key)
      if let message = lateEnds[key].flatMap(message) { messages.append(message) }
    }
    for key in removed.prefix(isLoaded ? max(0, limit - messages.count) : 0) {
      removed.remove(key)
      messages.append(Publication(address.task(key), [], quality: 1))
    }
    guard isLoaded, former == nil else { return messages }
    choose(at: now)
    var due: [TaskKey] = []
    for key in chosen.map(Array.init) ?? Array(tasks.keys) {
      guard messages.count + due.count < limit else { break }
      if let time = tasks[key]?.due, time <= now { due.append(key) }
    }
    for key in due {
      guard let entry = tasks[key] else { continue }
      tasks[key]?.sent = entry.task
      tasks[key]?.sentAt = now
      tasks[key]?.wasSent = true
      tasks[key]?.endAgainAt = nil
      if let message = message(about: entry.task.later(by: now - entry.heardAt)) {
        messages.append(message)
      }
    }
    return messages
  }

  /// The time at which a message is due; nil for none.
  package func nextDue(after now: AwakeTime) -> AwakeTime? {
    guard isBrokerThere else { return nil }
    if isLoaded && !removed.isEmpty || !unsentEnds.isEmpty { return now }
    var next = refusedEnds.values.min()
    if isLoaded, former == nil {
      let keys = chosen.map(Array.init) ?? Array(tasks.keys)
      let due = keys.lazy.compactMap { tasks[$0]?.due }.min()
      next = [next, due].compactMap(\.self).min()
    }
    if tasks.count > Self.taskLimit, isChoiceOld, isLoaded, former == nil {
      let choice = chosenAt.map { $0 + Self.choicePause } ?? now
      next = min(next ?? choice, choice)
    }
    guard let status = status(at: .init(millisecondsSinceEpoch: 0)),
      sentStatus?.isSame(as: status) != true
    else { return next }
    let statusDue = statusDue ?? now
    return min(next ?? statusDue, statusDue)
  }

  private func message(about task: TaskSnapshot) -> Publication? {
    var task = task
    // Who sees only some parts of a job array can't tell how many of all are done.
    if chosen != nil { task.terms.array = nil }
    guard let payload = task.payload else { return nil }
    let hasEnded = task.state == .ended
    return Publication(
      address.task(task.key), payload, quality: hasEnded ? 1 : 0,
      expiry: hasEnded ? Self.endedExpiry : Self.liveExpiry, end: hasEnded ? task.key : nil)
  }

  /// The state of the hub; nil while the hub is there and hasn't told its counts.
  private func status(at wall: WallTime) -> FleetStatus? {
    guard isHubThere else { return .withoutHub(bridge) }
    return summary.map { FleetStatus($0, bridge: bridge, version: version, at: wall) }
  }

  private mutating func takeStatus(at now: AwakeTime, wall: WallTime) -> Publication? {
    guard let status = status(at: wall) else { return nil }
    if let sentStatus, status.isSame(as: sentStatus) { return nil }
    if let due = statusDue, now < due { return nil }
    (sentStatus, statusSentAt) = (status, now)
    return Publication(address.status, status.payload, quality: 1)
  }

  /// The time at which a changed status may be sent: counts after a second, the mean share alone after
  /// five. Nil for at once.
  private var statusDue: AwakeTime? {
    guard let statusSentAt, var sent = sentStatus,
      let now = status(at: .init(millisecondsSinceEpoch: 0))
    else { return nil }
    sent.fraction = now.fraction
    return statusSentAt + (now.isSame(as: sent) ? Self.progressPause : Self.shortestPause)
  }

  private func isChosen(_ key: TaskKey) -> Bool { chosen?.contains(key) ?? true }

  /// Chooses the tasks to publish, if there are too many. Those that are no longer among them are
  /// removed from the broker.
  private mutating func choose(at now: AwakeTime) {
    guard tasks.count > Self.taskLimit else {
      (chosen, chosenAt) = (nil, nil)
      return
    }
    guard isChoiceOld, chosenAt.map({ now >= $0 + Self.choicePause }) ?? true else { return }
    (chosenAt, isChoiceOld) = (now, false)
    // Of the tasks that ended the newest come first, and of the queue those whose turn is next.
    let ranked = tasks.map { (rank: Self.rank($1.task), number: $1.task.number, key: $0) }.sorted {
      if $0.rank != $1.rank { return $0.rank < $1.rank }
      return $0.rank == Self.endedRank ? $0.number > $1.number : $0.number < $1.number
    }
    let next = Set(ranked.prefix(Self.taskLimit).map(\.key))
    for key in tasks.keys where !next.contains(key) && tasks[key]?.sent != nil {
      tasks[key]?.sent = nil
      removed.insert(key)
    }
    removed.subtract(next)
    chosen = next
  }

  private static let endedRank = 1

  private static func rank(_ task: TaskSnapshot) -> Int {
    switch task.state {
    case .starting, .running, .paused, .suspended, .cancelling: 0
    case .ended: endedRank
    case .queued: 2
    }
  }
}

extension TaskState {
  /// Whether progress can come in this state.
  fileprivate var isProgressing: Bool {
    switch self {
    case .starting, .running, .cancelling: true
    case .queued, .paused, .suspended, .ended: false
    }
  }
}

extension TaskSnapshot {
  /// The task after `time` without news: a task that runs has run longer.
  fileprivate func later(by time: Duration) -> TaskSnapshot {
    guard state == .running || state == .cancelling, time > .zero else { return self }
    var task = self
    task.elapsed = elapsed.map { $0 + time }
    task.progress.eta = progress.eta.map { max(.zero, $0 - time) }
    task.stall.time = stall.time.map { $0 + time }
    task.stall.expiresIn = stall.expiresIn.map { max(.zero, $0 - time) }
    task.worker.timeLeft = worker.timeLeft.map { max(.zero, $0 - time) }
    return task
  }
}
