package import HeadwayModel

/// What one subscriber hasn't been told yet: a set of tasks, however many changes there were.
///
/// New tasks are due at once; those in view too, then at most 60 times a second; the rest only when
/// their listing changed, about once a second. Memory is bounded by the number of tasks.
///
/// A batch, whatever is in it, costs who sends and who draws it more than another task in it does. So
/// progress in view waits a few milliseconds for that of others; what comes right after a batch waits
/// for the next that comes later.
package struct SubscriberFeed: Sendable {
  package private(set) var interest: Interest
  /// Nil for a subscriber that wants every change whole.
  private var told: ToldTasks?
  private var fresh = KeyQueue()
  private var urgent = KeyQueue()
  private var patient = KeyQueue()
  /// When `urgent` is due; nil while that is empty.
  private var urgentDue: AwakeTime?
  /// When a batch of `urgent` went last.
  private var urgentTold: AwakeTime?
  private var patientNotBefore: AwakeTime = .origin

  /// Which tasks a subscriber looks at.
  package enum Interest: Hashable, Sendable {
    case all
    case tasks(Set<TaskKey>)
  }

  /// The least from one batch of what is in view to the next, but for progress.
  package static let viewInterval: Duration = .milliseconds(16)
  /// How long progress waits for that of others. Half of all is told about as soon; where it never
  /// stops, so that each batch follows the last after this and the rest, within 9 ms.
  package static let gatheringTime: Duration = .microseconds(7500)
  /// After a batch: progress that comes in this time begins no other.
  package static let restTime: Duration = .milliseconds(10)
  /// How much longer it waits where nothing else comes.
  package static let patience: Duration = .milliseconds(30)
  package static let listingInterval: Duration = .seconds(1)

  /// - Parameter takesSteps: whether the subscriber knows what a step is.
  package init(interest: Interest, takesSteps: Bool = false) {
    self.interest = interest
    told = takesSteps ? ToldTasks() : nil
  }

  /// A new view; what just came into it is due.
  package mutating func setInterest(_ new: Interest) {
    defer { interest = new }
    told?.keep(new)
    guard case .tasks(let keys) = new else { return }
    for key in keys where !isInView(key) { addUrgent(key, due: soonest) }
  }

  /// Takes in what happened at `now`, on the awake clock.
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

  /// As soon as the last batch allows.
  private var soonest: AwakeTime { urgentTold.map { $0 + Self.viewInterval } ?? .origin }

  private func dueOfProgress(at now: AwakeTime) -> AwakeTime {
    guard let urgentTold, now < urgentTold + Self.restTime else { return now + Self.gatheringTime }
    return urgentTold + Self.restTime + Self.patience
  }

  /// When the next batch is due, on the awake clock; nil while there is nothing to tell.
  package var nextDue: AwakeTime? {
    if !fresh.isEmpty { return .origin }
    guard let urgentDue else { return patient.isEmpty ? nil : patientNotBefore }
    return patient.isEmpty ? urgentDue : min(urgentDue, patientNotBefore)
  }

  /// Takes at most `limit` of what is due at `now`, in the order of the first change.
  package mutating func take(at now: AwakeTime, limit: Int) -> [TaskKey] {
    var batch = fresh.take(limit)
    if let due = urgentDue, now >= due, batch.count < limit {
      batch += urgent.take(limit - batch.count)
      if urgent.isEmpty { (urgentDue, urgentTold) = (nil, now) }
    }
    if now >= patientNotBefore, batch.count < limit {
      let patientBatch = patient.take(limit - batch.count)
      if patient.isEmpty, !patientBatch.isEmpty { patientNotBefore = now + Self.listingInterval }
      batch += patientBatch
    }
    return batch
  }

  /// What to tell of `task`, whose turn it is: the step that it made since it was told of last, where
  /// the subscriber has seen every change of it; nil for all of it.
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

/// Keys in the order in which they were first added, each once. It may never be empty under a slow
/// reader, so what was taken is dropped once it is the larger part.
private struct KeyQueue: Sendable {
  private var keys: [TaskKey] = []
  private var members: Set<TaskKey> = []
  private var taken = 0

  var isEmpty: Bool { members.isEmpty }

  func contains(_ key: TaskKey) -> Bool { members.contains(key) }

  mutating func add(_ key: TaskKey) {
    if members.insert(key).inserted { keys.append(key) }
  }

  mutating func take(_ limit: Int) -> [TaskKey] {
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
