// A request that takes the place of another one (`BGTaskScheduler.submit`): what waited for that waits
// for it.
extension HubState {
  /// All that waits for `key` waits for `successor`, but for what that waits for itself.
  mutating func passOnDependents(of key: TaskKey, to successor: TaskKey) -> [HubEffect] {
    let dependents = (waitingTasks.byDependency[key] ?? []).sorted {
      $0.description < $1.description
    }
    return dependents.filter { !isDependent(successor, on: $0) }.flatMap {
      redirect($0, from: key, to: successor)
    }
  }

  /// Whether it is that task, or waits for it, or for what does.
  func isDependent(_ key: TaskKey, on other: TaskKey) -> Bool {
    var seen: Set<TaskKey> = []
    var next = [key]
    while let key = next.popLast() {
      if key == other { return true }
      guard seen.insert(key).inserted, tasks[key]?.isLive == true else { continue }
      next += tasks[key]?.terms?.dependencies.compactMap(\.key) ?? []
    }
    return false
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
  /// Nil until it is resolved.
  fileprivate var key: TaskKey? {
    if case .key(let key) = task { key } else { nil }
  }
}
