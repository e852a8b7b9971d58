internal import HeadwayModel

// A request that takes the place of another one (`BGTaskScheduler.submit`): what waited for that waits
// for it.
extension HubState {
  /// Makes every task that waits for `key` wait for `successor`, except those that `successor`
  /// itself waits for.
  mutating func passOnDependents(of key: TaskKey, to successor: TaskKey) -> [HubEffect] {
    let dependents = waitingTasks.byDependency[key]?.sorted() ?? []
    guard !dependents.isEmpty else { return [] }
    let needed = dependencies(below: [successor])
    return dependents.filter { !needed.contains($0) }.flatMap {
      redirect($0, from: key, to: successor)
    }
  }

  /// The tasks in `keys`, those that they wait for, those that these wait for, and so on. Ended
  /// tasks are included, but not what they once waited for.
  func dependencies(below keys: [TaskKey]) -> Set<TaskKey> {
    var found: Set<TaskKey> = []
    var next = keys
    while let key = next.popLast() {
      guard found.insert(key).inserted, tasks[key]?.isLive == true else { continue }
      next += tasks[key]?.terms?.dependencies.compactMap(\.key) ?? []
    }
    return found
  }

  private mutating func redirect(
    _ dependent: TaskKey, from key: TaskKey, to successor: TaskKey
  ) -> [HubEffect] {
    guard let task = tasks[dependent], task.state == .queued, var terms = task.terms else {
      return []
    }
    waitingTasks.remove(dependent, task.description.identifier, terms)
    terms.dependencies = terms.dependencies.map {
      $0.key == key ? Dependency(.key(successor), needsSuccess: $0.needsSuccess) : $0
    }
    waitingTasks.add(dependent, task.description.identifier, terms)
    tasks[dependent]?.terms = terms
    queue.lift(.task(key), from: dependent)
    queue.hold(dependent, for: .task(successor))
    note(.listing, of: dependent)
    return tasks[dependent].map { [.save(TaskRecord($0), then: [])] } ?? []
  }
}

extension Dependency {
  /// The key of the task that is waited for; nil while the task is named in another way.
  var key: TaskKey? {
    if case .key(let key) = task { key } else { nil }
  }
}
