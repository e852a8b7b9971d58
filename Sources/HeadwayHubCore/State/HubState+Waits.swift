package import HeadwayModel

// What others see of a task that waits.
extension HubState {
  /// The connection of the worker that reports for the task now.
  package func connection(of key: TaskKey) -> ConnectionID? { tasks[key]?.worker.connection }

  func view(of task: TrackedTask, at now: Moment) -> TaskSnapshot {
    var snapshot = task.snapshot(at: now)
    snapshot.terms.after = numbers(of: task.terms?.dependencies.filter(\.needsSuccess))
    snapshot.terms.afterAny = numbers(of: task.terms?.dependencies.filter { !$0.needsSuccess })
    switch task.state {
    case .queued:
      snapshot.position = queue.position(of: task.key)
      snapshot.terms.waitsFor = waits(of: task, at: now)
      snapshot.blockedOn = snapshot.terms.waitsFor.first
    case .suspended: snapshot.terms.waitsFor = missingConditions(of: task)
    case .ended:
      snapshot.isRestartable =
        task.terms?.launcher == .hub && failedDependency(of: task) == nil
    case .starting, .running, .paused, .cancelling: break
    }
    return snapshot
  }

  /// The main reason why `key` doesn't get its turn.
  func obstacle(of key: TaskKey, at now: Moment) -> SanitisedText {
    tasks[key].flatMap { waits(of: $0, at: now).first } ?? "its turn"
  }

  private func numbers(of dependencies: [Dependency]?) -> [TaskNumber] {
    (dependencies ?? []).compactMap { dependency in
      guard case .key(let key) = dependency.task else { return nil }
      return tasks[key]?.number
    }.sorted()
  }

  /// The reasons why the task waits. Empty if it only waits for the tasks before it.
  private func waits(of task: TrackedTask, at now: Moment) -> [SanitisedText] {
    let holds = queue.holds(of: task.key).compactMap { hold in
      words(of: hold, of: task, at: now).map { (hold.rank, number(of: hold), $0) }
    }
    let isOrdered: ((Int, Int, SanitisedText), (Int, Int, SanitisedText)) -> Bool = {
      ($0.0, $0.1, $0.2.string) < ($1.0, $1.1, $1.2.string)
    }
    let problem: [SanitisedText] =
      settings.configProblem == nil ? [] : ["the config to be mended"]
    return holds.sorted(by: isOrdered).map(\.2) + queue.shortages(of: task.key).map(words)
      + problem
  }

  private func words(of hold: Hold, of task: TrackedTask, at now: Moment) -> SanitisedText? {
    switch hold {
    case .person: "your word"
    case .reboot: "your word after the restart"
    case .task(let other): tasks[other].map { SanitisedText("task \($0.number)") }
    case .earliest: task.terms?.earliest?.words
    case .condition(let condition): SanitisedText(condition.words)
    case .retry:
      task.retriesAt.map { SanitisedText("another try at \(timeWords($0, now.wall))") }
    case .record: "the record"
    }
  }

  private func words(of shortage: LaunchShortage) -> SanitisedText {
    switch shortage {
    case .resource(let name): SanitisedText(name)
    case .slot(""): "a free slot"
    case .slot(let group): SanitisedText("a free slot of \(group)", limit: .line)
    }
  }

  /// The number of the task that the hold waits for; 0 for other holds.
  private func number(of hold: Hold) -> Int {
    guard case .task(let key) = hold else { return 0 }
    return tasks[key]?.number.value ?? 0
  }

  /// All that have to hold again before it goes on.
  private func missingConditions(of task: TrackedTask) -> [SanitisedText] {
    let missing = (task.terms?.whileConditions ?? []).filter {
      waitingTasks.machineConditions.sustain($0, isSuspended: true) != true
    }
    return missing.map { SanitisedText($0.words) }
  }
}
