package import HeadwayModel
internal import HeadwayWire

/// The hubs of a fleet, as a watcher has told of them. Pure: the value is told what the broker sends,
/// and the time.
///
/// A hub is told once its state is known, and its tasks after that. The broker may still have tasks of a
/// hub whose state somebody has removed: such tasks aren't told.
///
/// A broker doesn't say that it has forgotten a message whose time is over. So tasks of hubs that are
/// up are forgotten here after that time, too. The tasks of a hub that is down stay as they were. A hub
/// that has been down for a week is forgotten with them.
///
/// ```swift
/// for line in fleet.take(payload, of: topic, at: now) { tell(line) }
/// for line in fleet.sweep(at: now) { tell(line) }
/// ```
package struct KnownFleet: Sendable {
  private var hubs: [FleetAddress: Hub] = [:]
  private var taskCount = 0
  /// The time of the next ``sweep(at:)``.
  package private(set) var nextSweep = AwakeTime.origin

  private struct Hub: Sendable {
    /// The time since which the hub is up or down, as long as this watcher knows.
    var since: AwakeTime
    /// Whether the hub is up; nil before the first word on its state.
    var isUp: Bool?
    /// The time of the last message about each task, and whether the task has ended.
    var tasks: [TaskKey: (at: AwakeTime, hasEnded: Bool)] = [:]
    /// The tasks that wait for the hub's state.
    var held: [TaskKey: TaskSnapshot] = [:]
  }

  private static let sweepPause: Duration = .seconds(10)
  /// The time in which a bridge that is back sends all its tasks.
  private static let returnTime: Duration = .seconds(15)
  /// The greatest numbers of hubs and of tasks that are told.
  package static let hubLimit = 5_000
  package static let taskLimit = 100_000

  package init() {}

  /// Takes a message of the broker. Returns the lines that follow.
  package mutating func take(
    _ payload: [UInt8], of topic: String, at now: AwakeTime
  ) -> [FleetLine] {
    guard let (address, subject) = FleetAddress.read(topic),
      hubs[address] != nil || hubs.count < Self.hubLimit
    else { return [] }
    switch subject {
    case .status where payload.isEmpty: return [forget(address)].compactMap(\.self)
    case .status:
      let text = String(decoding: payload.prefix(LineFramer.byteLimit), as: UTF8.self)
      guard let status = FleetStatus.value(inJSON: text) else { return [] }
      if hubs[address]?.isUp != status.isUp { hubs[address, default: Hub(since: now)].since = now }
      hubs[address]?.isUp = status.isUp
      let held = hubs[address]?.held ?? [:]
      hubs[address]?.held = [:]
      return [.status(address, status)] + held.values.map { .task(address, $0) }
    case .task(let key) where payload.isEmpty:
      return [forget(key, of: address)].compactMap(\.self)
    case .task(let key):
      guard let task = TaskSnapshot.published(payload, as: key) else { return [] }
      if hubs[address]?.tasks[key] == nil {
        guard taskCount < Self.taskLimit else { return [] }
        taskCount += 1
      }
      hubs[address, default: Hub(since: now)].tasks[key] = (now, task.state == .ended)
      guard hubs[address]?.isUp == nil else { return [.task(address, task)] }
      hubs[address]?.held[key] = task
      return []
    }
  }

  /// Forgets everything, because the broker is about to tell all that it keeps once more.
  package mutating func begin() { self = KnownFleet() }

  /// Forgets what the broker has forgotten by now. Returns the lines that follow; none before
  /// ``nextSweep``.
  package mutating func sweep(at now: AwakeTime) -> [FleetLine] {
    guard now >= nextSweep else { return [] }
    nextSweep = now + Self.sweepPause
    var lines: [FleetLine] = []
    for (address, hub) in hubs {
      guard hub.isUp == true else {
        let patience = hub.isUp == nil ? FleetPublisher.endedExpiry : FleetStatus.downExpiry
        if now - hub.since > patience {
          lines += [forget(address)].compactMap(\.self)
        }
        continue
      }
      guard now - hub.since > Self.returnTime else { continue }
      for (key, task) in hub.tasks {
        let limit = task.hasEnded ? FleetPublisher.endedExpiry : FleetPublisher.liveExpiry
        guard now - task.at > limit + Self.sweepPause else { continue }
        lines += [forget(key, of: address)].compactMap(\.self)
      }
    }
    return lines
  }

  private mutating func forget(_ key: TaskKey, of address: FleetAddress) -> FleetLine? {
    guard hubs[address]?.tasks.removeValue(forKey: key) != nil else { return nil }
    taskCount -= 1
    return hubs[address]?.held.removeValue(forKey: key) == nil ? .removed(address, key) : nil
  }

  private mutating func forget(_ address: FleetAddress) -> FleetLine? {
    guard let hub = hubs.removeValue(forKey: address) else { return nil }
    taskCount -= hub.tasks.count
    return hub.isUp == nil ? nil : .gone(address)
  }
}

/// The time at which all that a broker keeps counts as told: after a silence. A broker says nothing of
/// that itself.
package struct FleetCompletion: Hashable, Sendable {
  /// The time at which the first state counts as complete. Nil before the broker has confirmed the
  /// subscriptions, and once the state is complete.
  package private(set) var due: AwakeTime?
  private var latest: AwakeTime?

  /// The silence after which the broker has sent all that it keeps.
  private static let quietTime: Duration = .milliseconds(300)
  private static let longestTime: Duration = .seconds(5)

  package init() {}

  /// The broker has confirmed the last subscription. The broker answers in the order of the
  /// subscriptions, so what it keeps is here or on the way.
  package mutating func subscribed(at now: AwakeTime) {
    (due, latest) = (now + Self.quietTime, now + Self.longestTime)
  }

  /// A message has come.
  package mutating func heard(at now: AwakeTime) {
    if due != nil, let latest { due = min(now + Self.quietTime, latest) }
  }

  /// The connection is lost.
  package mutating func lost() { self = FleetCompletion() }

  /// Returns whether the state is complete now, once for each connection.
  package mutating func takeDue(at now: AwakeTime) -> Bool {
    guard let due, now >= due else { return false }
    self.due = nil
    return true
  }
}
