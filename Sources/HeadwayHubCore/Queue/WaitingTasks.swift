internal import HeadwayModel

/// The queued tasks by what they wait for, so that an event finds the tasks to tell.
struct WaitingTasks: Sendable {
  /// The queued request of each identifier. A new request under the identifier replaces it.
  private(set) var byIdentifier: [SanitisedText: TaskKey] = [:]
  /// The number of queued tasks in each group.
  private(set) var groupSizes: [SanitisedText: Int] = [:]
  private(set) var byDependency: [TaskKey: Set<TaskKey>] = [:]
  /// The subset of `byDependency` that can't start unless the dependency succeeds.
  private(set) var byNeededSuccess: [TaskKey: Set<TaskKey>] = [:]
  /// The next run of a series, by the run before it.
  private(set) var nextRuns: [TaskKey: TaskKey] = [:]
  private(set) var byCondition: [StartCondition: Set<TaskKey>] = [:]
  /// The tasks that don't start before some time.
  private(set) var timed: Set<TaskKey> = []
  /// The tasks that run only while their conditions hold.
  private(set) var conditional: Set<TaskKey> = []
  /// The conditions that the shell was told to watch.
  var watchedConditions = WatchedConditions()
  /// The machine, as far as it is observed.
  var machineConditions = MachineConditions()
  /// Whether some task may have a turn now.
  var mayAnyoneStart = false

  mutating func add(_ task: TaskDescription, _ terms: LaunchTerms) {
    let (key, identifier) = (task.key, task.identifier)
    if let group = task.group { groupSizes[group, default: 0] += 1 }
    // A run that is tried again doesn't take the place of the next run.
    let yields = terms.series?.hasGoneOn == true
    if let identifier, !yields || byIdentifier[identifier] == nil { byIdentifier[identifier] = key }
    if let before = terms.runBefore { nextRuns[before] = key }
    for dependency in terms.dependencies {
      guard case .key(let other) = dependency.task else { continue }
      byDependency[other, default: []].insert(key)
      if dependency.needsSuccess { byNeededSuccess[other, default: []].insert(key) }
    }
    for condition in terms.startConditions { byCondition[condition, default: []].insert(key) }
    if terms.earliest != nil { timed.insert(key) }
    mayAnyoneStart = true
  }

  mutating func remove(_ task: TaskDescription, _ terms: LaunchTerms) {
    let (key, identifier) = (task.key, task.identifier)
    if let group = task.group, let size = groupSizes[group] {
      groupSizes[group] = size > 1 ? size - 1 : nil
    }
    if let identifier, byIdentifier[identifier] == key { byIdentifier[identifier] = nil }
    for dependency in terms.dependencies {
      guard case .key(let other) = dependency.task else { continue }
      byDependency.remove(key, from: other)
      byNeededSuccess.remove(key, from: other)
    }
    if let before = terms.runBefore, nextRuns[before] == key { nextRuns[before] = nil }
    for condition in terms.startConditions { byCondition.remove(key, from: condition) }
    timed.remove(key)
    mayAnyoneStart = true
  }

  /// Remembers the conditions that a task needs while it runs.
  mutating func keep(_ key: TaskKey, to terms: LaunchTerms?) {
    guard let terms, !terms.whileConditions.isEmpty else { return }
    conditional.insert(key)
    mayAnyoneStart = true
  }

  mutating func release(_ key: TaskKey) {
    if conditional.remove(key) != nil { mayAnyoneStart = true }
  }

  /// Lists a waiting task under its identifier again, because its replacement is gone.
  mutating func restore(_ key: TaskKey, as identifier: SanitisedText) {
    byIdentifier[identifier] = key
  }
}

extension Dictionary where Value == Set<TaskKey> {
  fileprivate mutating func remove(_ member: TaskKey, from key: Key) {
    self[key]?.remove(member)
    if self[key]?.isEmpty == true { self[key] = nil }
  }
}
