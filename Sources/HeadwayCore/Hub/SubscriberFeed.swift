/// What one subscriber hasn't been told yet: a set of tasks, however many changes there were.
///
/// Tasks in view are due at once, then at most 60 times a second; the rest only when their listing
/// changed, about once a second. Memory is bounded by the number of tasks.
package struct SubscriberFeed: Sendable {
  package private(set) var interest: Interest
  private var urgent: [TaskKey] = []
  private var urgentSet: Set<TaskKey> = []
  private var patient: [TaskKey] = []
  private var patientSet: Set<TaskKey> = []
  private var urgentNotBefore: Duration = .zero
  private var patientNotBefore: Duration = .zero

  /// Which tasks a subscriber looks at.
  package enum Interest: Hashable, Sendable {
    case all
    case tasks(Set<TaskKey>)
  }

  package static let viewInterval: Duration = .milliseconds(16)
  package static let listingInterval: Duration = .seconds(1)

  package init(interest: Interest) { self.interest = interest }

  /// A new view; what just came into it is due.
  package mutating func setInterest(_ new: Interest) {
    defer { interest = new }
    guard case .tasks(let keys) = new else { return }
    for key in keys where !isInView(key) { addUrgent(key) }
  }

  package mutating func note(_ key: TaskKey, _ kind: ChangeKind) {
    if isInView(key) {
      addUrgent(key)
    } else if kind == .listing, !urgentSet.contains(key), patientSet.insert(key).inserted {
      patient.append(key)
    }
  }

  /// A task left: it is told with the next batch.
  package mutating func noteRemoval(_ key: TaskKey) { addUrgent(key) }

  /// When the next batch is due, on the awake clock; nil while there is nothing to tell.
  package var nextDue: Duration? {
    switch (urgent.isEmpty, patient.isEmpty) {
    case (true, true): nil
    case (false, true): urgentNotBefore
    case (true, false): patientNotBefore
    case (false, false): min(urgentNotBefore, patientNotBefore)
    }
  }

  /// Takes what is due at `now`, in the order of the first change.
  package mutating func take(at now: Duration) -> [TaskKey] {
    var batch: [TaskKey] = []
    if !urgent.isEmpty, now >= urgentNotBefore {
      batch += urgent
      urgent.removeAll(keepingCapacity: true)
      urgentSet.removeAll(keepingCapacity: true)
      urgentNotBefore = now + Self.viewInterval
    }
    if !patient.isEmpty, now >= patientNotBefore {
      let told = Set(batch)
      batch += patient.filter { !told.contains($0) }
      patient.removeAll()
      patientSet.removeAll()
      patientNotBefore = now + Self.listingInterval
    }
    return batch
  }

  private func isInView(_ key: TaskKey) -> Bool {
    switch interest {
    case .all: true
    case .tasks(let keys): keys.contains(key)
    }
  }

  private mutating func addUrgent(_ key: TaskKey) {
    if urgentSet.insert(key).inserted { urgent.append(key) }
  }
}
