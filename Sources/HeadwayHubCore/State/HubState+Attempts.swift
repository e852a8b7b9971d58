internal import HeadwayModel

// More than one attempt at a task: the card, the number and the key stay.
extension HubState {
  /// Queues the next attempt of a task. The record gets it in one commit with the end of the last
  /// attempt.
  mutating func tryAgain(
    _ task: TrackedTask, after ending: TaskEnding, endedAt: WallTime, at now: Moment,
    then afterCommit: [AfterCommit]
  ) -> [HubEffect] {
    let pause = settings.retryPause(after: task.attempt)
    var next = task.nextAttempt(after: ending, endedAt: endedAt, settings: settings, at: now)
    next.terms?.retries -= 1
    next.retriesAt = now.wall.advanced(by: pause)
    return replace(task, by: next, at: now, then: afterCommit)
  }

  mutating func restart(
    _ reference: TaskReference, by requester: Requester, at now: Moment
  ) -> [HubEffect] {
    withTask(reference, requester) { state, key in
      guard let task = state.tasks[key] else { return [] }
      guard let ending = task.ending else {
        return state.refuse(.stillLive(task.number), requester)
      }
      guard task.terms?.launcher == .hub else {
        return state.refuse(task.refusalOfRestart, requester)
      }
      if let needed = state.failedDependency(of: task) {
        return state.refuse(.cannotSucceed(task.number, needed.number), requester)
      }
      return state.change([key], by: requester) { state in
        var next = task.nextAttempt(
          after: ending, endedAt: task.endedAt ?? now.wall, settings: state.settings, at: now)
        next.unrecordedChanges = 1
        let effects = state.replace(task, by: next, at: now, then: [])
        state.holdFollowers(of: key)
        return effects
      }
    }
  }

  /// Makes what waits in the queue for the end of `key`, which had ended and is to run again, wait
  /// once more. A task that `key` itself waits for isn't held: neither would ever start.
  private mutating func holdFollowers(of key: TaskKey) {
    guard let followers = waitingTasks.byDependency[key]?.sorted() else { return }
    let needed = dependencies(below: [key])
    for follower in followers where !needed.contains(follower) {
      queue.hold(follower, for: .task(key))
      note(.listing, of: follower)
    }
  }

  mutating func replace(
    _ task: TrackedTask, by next: TrackedTask, at now: Moment,
    then afterCommit: [AfterCommit]
  ) -> [HubEffect] {
    let key = task.key
    if let connection = task.worker.connection { keysByConnection[connection]?.remove(key) }
    _ = queue.release(key)
    waitingTasks.release(key)
    let waiting = noteEndOfWaiting(of: key, at: now)
    remove(key)
    insert(next)
    enqueue(key, at: now)
    note(.beginning, of: key)
    unmetDependents.append(key)
    guard let queued = tasks[key] else { return [] }
    return [.unwatchProcess(key), .save(TaskRecord(queued), then: afterCommit)] + waiting
      + arm(key, at: now)
  }
}

extension HubSettings {
  /// 5 s, 10 s, 20 s … 5 min.
  fileprivate func retryPause(after attempt: Int) -> Duration {
    min(retryPause * (1 << min(max(0, attempt - 1), 10)), Self.longestRetryPause)
  }

  static let longestRetryPause: Duration = .seconds(300)
}

extension TrackedTask {
  /// The reason why a task that the hub didn't launch can't be restarted.
  fileprivate var refusalOfRestart: Refusal {
    guard worker.isSupervisor, !description.sensitive, let words = description.command,
      words.allSatisfy(\.isAsItWas)
    else { return .cannotRestart(number, command: nil, directory: nil) }
    return .cannotRestart(
      number, command: words.map(\.string), directory: description.directory?.string)
  }

  /// Whether the hub retries the task after this end. A person's cancel and an unknown outcome rule
  /// it out.
  func mayRetry(after ending: TaskEnding) -> Bool {
    guard let terms, terms.launcher == .hub, terms.retries > 0, !awaitsBegin else { return false }
    return switch ending.reason {
    case .failed: cancel == nil
    // The hub itself told it to stop. A person who forced that doesn't want it again.
    case .expired: cancel?.isForced != true
    case .completed, .cancelled, .lost: false
    }
  }

  /// Queued, with nothing of what the last one did.
  func nextAttempt(
    after ending: TaskEnding, endedAt: WallTime, settings: HubSettings, at now: Moment
  ) -> TrackedTask {
    var description = description
    description.launch &+= 1
    description.startedAt = nil
    let nobody = WorkerAttachment(
      process: ProcessIdentity(pid: 0, startTime: 0, bootID: settings.bootID), connection: nil,
      isSupervisor: true)
    var next = TrackedTask(
      number: number, description: description, worker: nobody, settings: settings, at: now)
    next.state = .queued
    next.awaitsBegin = true
    next.terms = terms
    next.queuedAt = now.wall
    next.attempt = attempt &+ 1
    let end = AttemptEnd(ending, startedAt: startedAt, endedAt: endedAt)
    next.earlierEnds = earlierEnds.suffix(Self.keptEnds - 1) + [end]
    next.adjustStallClocks(at: now)
    return next
  }

  private static var keptEnds: Int { 20 }
}

extension SanitisedText {
  /// Whether sanitising left the word of a command unchanged: it dropped nothing and replaced no
  /// line break by a space.
  fileprivate var isAsItWas: Bool {
    !isEmpty && string.utf8.count < TextLimit.line.clusterLimit
      && string.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}
