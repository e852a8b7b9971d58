internal import HeadwayModel

// The view of a task that waits.
extension TaskQueue {
  /// The task as others see it at `now`.
  func view(of task: TrackedTask, at now: Moment, in hub: HubContext) -> TaskSnapshot {
    var snapshot = task.snapshot(at: now)
    if let terms = task.terms {
      snapshot.terms.after = numbers(of: terms.dependencies, needingSuccess: true, in: hub)
      snapshot.terms.afterAny = numbers(of: terms.dependencies, needingSuccess: false, in: hub)
    }
    switch snapshot.state {
    case .queued where task.hasWaitingJob:
      snapshot.terms.waitsFor = task.job.map(words) ?? []
      snapshot.terms.blockedOn = snapshot.terms.waitsFor.first
    case .queued:
      snapshot.terms.position = turns.position(of: task.key)
      snapshot.terms.waitsFor = waits(of: task, at: now, in: hub)
      snapshot.terms.blockedOn = snapshot.terms.waitsFor.first
    case .suspended: snapshot.terms.waitsFor = missingConditions(of: task)
    case .ended:
      snapshot.isRestartable =
        task.terms?.launcher == .hub && task.terms?.isAdopted != true
        && hub.tasks.failedDependency(of: task) == nil
    case .starting, .running, .paused, .cancelling: break
    }
    return snapshot
  }

  /// The reason why a job waits in its engine.
  private func words(of job: EngineJob) -> [SanitisedText] {
    job.isHeld ? [.personalHold] : [job.wait].compactMap { $0 }
  }

  /// The main reason why `key` doesn't get its turn.
  func obstacle(of key: TaskKey, in hub: HubContext) -> SanitisedText {
    hub.tasks[key].flatMap { waits(of: $0, at: hub.now, in: hub).first }
      ?? SanitisedText(wire: "its turn")
  }

  private func numbers(
    of dependencies: [Dependency], needingSuccess: Bool, in hub: HubContext
  ) -> [TaskNumber] {
    var numbers: [TaskNumber] = []
    for dependency in dependencies where dependency.needsSuccess == needingSuccess {
      if let key = dependency.key, let number = hub.tasks.number(of: key) { numbers.append(number) }
    }
    return numbers.sorted()
  }

  /// The reasons why the task waits. Empty if it only waits for the tasks before it.
  private func waits(
    of task: TrackedTask, at now: Moment, in hub: HubContext
  ) -> [SanitisedText] {
    let holds = turns.holds(of: task.key).compactMap { hold in
      words(of: hold, of: task, at: now, in: hub).map { (hold.rank, number(of: hold, in: hub), $0) }
    }
    let isOrdered: ((Int, Int, SanitisedText), (Int, Int, SanitisedText)) -> Bool = {
      ($0.0, $0.1, $0.2.string) < ($1.0, $1.1, $1.2.string)
    }
    let problem: [SanitisedText] =
      hub.settings.configProblem == nil ? [] : [SanitisedText(wire: "the config to be corrected")]
    let shortages = turns.shortages(of: task.key).compactMap { words(of: $0, in: hub) }
    return holds.sorted(by: isOrdered).map(\.2) + shortages + problem
  }

  private func words(
    of hold: Hold, of task: TrackedTask, at now: Moment, in hub: HubContext
  ) -> SanitisedText? {
    switch hold {
    case .person: .personalHold
    case .reboot: .rebootHold
    case .task(let other): hub.tasks[other].map { SanitisedText(wire: "task \($0.number)") }
    case .earliest: words(ofTimeOf: task, at: now, in: hub)
    case .run(let other):
      hub.tasks[other].map { SanitisedText(wire: "the run before it, task \($0.number)") }
    case .condition(let condition): SanitisedText(condition.words)
    case .retry:
      task.submission?.retriesAt.map {
        SanitisedText(wire: "the next attempt at \(hub.timeWords($0, now.wall))")
      }
    case .record: SanitisedText(wire: "the record")
    }
  }

  /// The start time of a task: "until 22:00", or "every 1h, next 22:00".
  private func words(
    ofTimeOf task: TrackedTask, at now: Moment, in hub: HubContext
  ) -> SanitisedText? {
    guard let terms = task.terms, terms.isNextRun, let series = terms.series else {
      return task.terms?.earliest?.words
    }
    return terms.earliest.map {
      let next = hub.timeWords($0.time, now.wall)
      return SanitisedText(wire: "every \(series.recurrence.text), next \(next)", limit: .line)
    }
  }

  private func words(of shortage: LaunchShortage, in hub: HubContext) -> SanitisedText? {
    switch shortage {
    case .resource(let name): SanitisedText(name)
    case .parts(1): SanitisedText(wire: "the part of its array that runs")
    case .parts(let count): SanitisedText(wire: "a part of its array (\(count) run at once)")
    case .paused(let group): words(ofPaused: group)
    case .gpus(let choice, let count, let busy):
      Self.words(of: SanitisedText(choice.words(count: count)), busy)
    case .slots(1, ""): SanitisedText(wire: "a free slot")
    case .slots(1, let group): SanitisedText(wire: "a free slot of \(group)", limit: .line)
    case .slots(let count, ""): SanitisedText(wire: "\(count) free slots")
    case .slots(let count, let group):
      SanitisedText(wire: "\(count) free slots of \(group)", limit: .line)
    case .moreSlots(let count, "", let size):
      SanitisedText(wire: "\(count) slots (there are \(size))")
    case .moreSlots(let count, let group, let size):
      SanitisedText(wire: "\(count) slots of \(group) (there are \(size))", limit: .line)
    case .slotsKept(let key):
      hub.tasks[key].map {
        SanitisedText(wire: "task \($0.number), which takes \($0.terms?.slots ?? 1) slots")
      }
    }
  }

  private static func words(of gpus: SanitisedText, _ busy: [Int]) -> SanitisedText {
    let list = busy.map { "\($0)" }.joined(separator: ", ")
    return busy.isEmpty ? gpus : SanitisedText(wire: "\(gpus) (others use \(list))")
  }

  /// The number of the task that the hold waits for; 0 for other holds.
  private func number(of hold: Hold, in hub: HubContext) -> Int {
    guard case .task(let key) = hold else { return 0 }
    return hub.tasks[key]?.number.value ?? 0
  }

  /// All conditions that must hold again before the task goes on.
  private func missingConditions(of task: TrackedTask) -> [SanitisedText] {
    let missing = (task.terms?.whileConditions ?? []).filter {
      waiting.machineConditions.sustain($0, isSuspended: true) != true
    }
    return missing.map { SanitisedText($0.words) }
  }
}
