package import HeadwayModel

/// The changes that one subscriber hasn't been sent yet. The feed keeps the keys of the changed
/// tasks, however often each task changed.
///
/// The kind of a task decides when its change is due:
/// - A new task is due at once.
/// - A task in view is due at once, but no earlier than ``viewInterval`` after the last batch.
/// - A task in view that only advanced is due after ``gatheringTime``, or later after a batch.
/// - Another task is due only if its listing changed, at most once per ``listingInterval``.
///
/// A batch costs the hub and the monitor more than one more task in the batch does. Progress in
/// view therefore waits a few milliseconds for the progress of other tasks. Progress that comes
/// right after a batch waits for the next one.
package struct SubscriberFeed: Sendable {
  package private(set) var interest: Interest
  /// The last view of each task that the subscriber has. Nil if the subscriber doesn't understand
  /// steps.
  private var told: LastViews?
  private var fresh = KeyQueue()
  private var urgent = KeyQueue()
  private var patient = KeyQueue()
  /// The instant at which `urgent` is due; nil if `urgent` is empty.
  private var urgentDue: AwakeTime?
  /// The instant at which the last batch emptied `urgent`.
  private var urgentTold: AwakeTime?
  private var patientNotBefore: AwakeTime = .origin

  /// The tasks that a subscriber looks at.
  package enum Interest: Hashable, Sendable {
    case all
    case tasks(Set<TaskKey>)
  }

  /// The shortest time between two batches of tasks in view. Progress follows ``gatheringTime`` and
  /// ``restTime`` instead.
  package static let viewInterval: Duration = .milliseconds(16)
  /// The time that progress waits for the progress of other tasks, so that one batch takes both.
  ///
  /// A single update waits for this time. If progress never stops, a batch follows the last one
  /// after ``restTime`` and this time, 17.5 ms together. An update then waits 8.75 ms on average.
  package static let gatheringTime: Duration = .microseconds(7500)
  /// The time after a batch in which new progress doesn't bring the next batch closer.
  package static let restTime: Duration = .milliseconds(10)
  /// The time after ``restTime`` that such progress waits if no other progress comes.
  package static let patience: Duration = .milliseconds(30)
  package static let listingInterval: Duration = .seconds(1)

  /// Makes a feed without changes.
  ///
  /// - Parameter takesSteps: whether the subscriber understands steps (``TaskStep``).
  package init(interest: Interest, takesSteps: Bool = false) {
    self.interest = interest
    told = takesSteps ? LastViews() : nil
  }

  /// Changes the view. Tasks that come into view are due.
  package mutating func setInterest(_ new: Interest) {
    defer { interest = new }
    told?.keep(new)
    guard case .tasks(let keys) = new else { return }
    for key in keys where !isInView(key) { addUrgent(key, due: soonest) }
  }

  /// Adds a change that happened at `now` (awake clock).
  package mutating func note(_ change: TaskChange, at now: AwakeTime) {
    switch change {
    case .changed(let key, let kind): note(kind, of: key, at: now)
    case .removed(let key):
      told?.forget(key)
      fresh.remove(key)
      patient.remove(key)
      addUrgent(key, due: soonest)
    }
  }

  private mutating func note(_ kind: ChangeKind, of key: TaskKey, at now: AwakeTime) {
    if fresh.contains(key) { return }
    if kind == .beginning {
      fresh.add(key)
    } else if isInView(key) {
      addUrgent(key, due: kind == .progress ? dueOfProgress(at: now) : soonest)
    } else if kind == .listing, !urgent.contains(key) {
      patient.add(key)
    }
  }

  private mutating func addUrgent(_ key: TaskKey, due: AwakeTime) {
    urgent.add(key)
    urgentDue = urgentDue.map { min($0, due) } ?? due
  }

  /// The earliest instant of the next batch of tasks in view: ``viewInterval`` after the last one.
  private var soonest: AwakeTime { urgentTold.map { $0 + Self.viewInterval } ?? .origin }

  private func dueOfProgress(at now: AwakeTime) -> AwakeTime {
    guard let urgentTold, now < urgentTold + Self.restTime else { return now + Self.gatheringTime }
    return urgentTold + Self.restTime + Self.patience
  }

  /// The instant (awake clock) of the next batch; nil if there is nothing to tell.
  package var nextDue: AwakeTime? {
    if !fresh.isEmpty { return .origin }
    guard let urgentDue else { return patient.isEmpty ? nil : patientNotBefore }
    return patient.isEmpty ? urgentDue : min(urgentDue, patientNotBefore)
  }

  /// Removes and returns at most `limit` tasks that are due at `now`: new tasks, tasks in view,
  /// other tasks. Each kind is in the order of the first change.
  package mutating func nextBatch(at now: AwakeTime, limit: Int) -> [TaskKey] {
    var batch = fresh.removeFirst(limit)
    if let due = urgentDue, now >= due, batch.count < limit {
      batch += urgent.removeFirst(limit - batch.count)
      if urgent.isEmpty { (urgentDue, urgentTold) = (nil, now) }
    }
    if now >= patientNotBefore, batch.count < limit {
      let patientBatch = patient.removeFirst(limit - batch.count)
      if patient.isEmpty, !patientBatch.isEmpty { patientNotBefore = now + Self.listingInterval }
      batch += patientBatch
    }
    return batch
  }

  /// Returns the step from the subscriber's last view of the task to `task`. Nil if the subscriber
  /// needs the whole task.
  package mutating func step(to task: TaskSnapshot) -> TaskStep? {
    isInView(task.key) ? told?.tell(task) : nil
  }

  private func isInView(_ key: TaskKey) -> Bool {
    switch interest {
    case .all: true
    case .tasks(let keys): keys.contains(key)
    }
  }
}

/// A queue of keys without duplicates, in the order in which each key was first added.
///
/// With a slow reader the queue may never become empty. Removed keys therefore leave the array once
/// they are its larger part.
private struct KeyQueue: Sendable {
  private var keys: [TaskKey] = []
  private var members: Set<TaskKey> = []
  private var taken = 0

  var isEmpty: Bool { members.isEmpty }

  func contains(_ key: TaskKey) -> Bool { members.contains(key) }

  mutating func add(_ key: TaskKey) {
    if members.insert(key).inserted { keys.append(key) }
  }

  mutating func removeFirst(_ limit: Int) -> [TaskKey] {
    let batch = Array(keys[taken...].prefix(limit))
    taken += batch.count
    members.subtract(batch)
    dropTaken()
    return batch
  }

  mutating func remove(_ key: TaskKey) {
    guard members.remove(key) != nil else { return }
    if let index = keys[taken...].firstIndex(of: key) { keys.remove(at: index) }
    dropTaken()
  }

  private mutating func dropTaken() {
    if members.isEmpty {
      keys.removeAll(keepingCapacity: keys.count <= 256)
      taken = 0
    } else if taken > 256, taken > keys.count / 2 {
      keys.removeFirst(taken)
      taken = 0
    }
  }
}

/// The last view that a subscriber has of each task in its view. If a task only advanced since its
/// last view, a step says everything.
package struct LastViews: Sendable {
  private var tasks: [TaskKey: TaskSnapshot] = [:]

  /// The greatest number of views, which is more than a screen shows. Changes of further tasks are
  /// sent as whole tasks.
  package static let limit = 256

  package init() {}

  /// Notes that the subscriber is sent `task`.
  ///
  /// - Returns: the step that is enough to send; nil if the subscriber needs the whole task.
  package mutating func tell(_ task: TaskSnapshot) -> TaskStep? {
    let step = tasks[task.key].flatMap { task.step(from: $0) }
    if tasks[task.key] != nil || tasks.count < Self.limit { tasks[task.key] = task }
    return step
  }

  package mutating func forget(_ key: TaskKey) { tasks[key] = nil }

  /// Forgets the tasks outside `interest`: the subscriber may not be sent all of their changes.
  package mutating func keep(_ interest: SubscriberFeed.Interest) {
    guard case .tasks(let keys) = interest else { return }
    tasks = tasks.filter { keys.contains($0.key) }
  }
}
