package import HeadwayModel

/// The last view that a subscriber has of each task in its view. If a task only advanced since, a
/// step says everything.
package struct LastViews: Sendable {
  private var tasks: [TaskKey: TaskSnapshot] = [:]

  /// More than a screen shows; of others every change is told whole.
  package static let limit = 256

  package init() {}

  /// Notes that `task` is told of, and gives the step that is enough to tell; nil where it has to
  /// be told whole.
  package mutating func tell(_ task: TaskSnapshot) -> TaskStep? {
    let step = tasks[task.key].flatMap { task.step(from: $0) }
    if tasks[task.key] != nil || tasks.count < Self.limit { tasks[task.key] = task }
    return step
  }

  package mutating func forget(_ key: TaskKey) { tasks[key] = nil }

  /// Forgets the tasks outside `interest`: the subscriber may not have been told of their changes.
  package mutating func keep(_ interest: SubscriberFeed.Interest) {
    guard case .tasks(let keys) = interest else { return }
    tasks = tasks.filter { keys.contains($0.key) }
  }
}
