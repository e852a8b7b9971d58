internal import HeadwayModel

/// The attempts at a task. All attempts have the same card, number and key.
enum Attempts {
  /// Queues the next attempt of a task whose last attempt has ended, if the terms allow one. The
  /// record gets the end and the new attempt in one commit.
  ///
  /// - Returns: whether there is another attempt.
  static func goOn(
    after end: EndDecision, _ queue: inout TaskQueue, in hub: inout HubContext
  ) -> Bool {
    guard let task = hub.tasks[end.key], task.isLive else { return false }
    var next: TrackedTask
    if task.terms?.restartsAtEnd == true {
      next = task.nextAttempt(after: end, in: hub)
    } else if task.mayRetry(after: end.ending) {
      next = task.nextAttempt(after: end, in: hub)
      next.terms?.retries -= 1
      next.submission?.retriesAt = hub.now.wall.advanced(
        by: hub.settings.retryPause(after: task.attempt))
    } else if Refreshing.mayRefresh(task, after: end.ending, queue) {
      next = Refreshing.nextRun(of: task, after: end, in: hub)
    } else {
      return false
    }
    enqueue(next, after: task, &queue, in: &hub)
    hub.save(end.key, then: end.followers)
    return true
  }

  /// Restarts an ended task for a person.
  ///
  /// - Parameters:
  ///   - isHeld: Whether the next attempt waits until a person resumes it.
  ///   - stopsRunning: Whether a task that has begun is cancelled first.
  static func restart(
    _ reference: TaskReference, isHeld: Bool, stopsRunning: Bool, by requester: Requester,
    _ queue: inout TaskQueue, _ durability: inout Durability, in hub: inout HubContext
  ) {
    guard let task = hub.task(reference, for: requester) else { return }
    guard task.end != nil || stopsRunning && task.state != .queued else {
      let runs = task.state != .queued && task.terms?.launcher == .hub
      return hub.refuse(runs ? .stillRuns(task.number) : .stillLive(task.number), requester)
    }
    guard let terms = task.terms, terms.launcher == .hub, !terms.isAdopted else {
      return hub.refuse(task.refusalOfRestart, requester)
    }
    guard let end = task.end else { return stop(task, by: requester, in: &hub) }
    if let needed = hub.tasks.failedDependency(of: task) {
      return hub.refuse(.cannotSucceed(task.number, needed.number), requester)
    }
    durability.change([task.key], by: requester, &queue, in: &hub) { queue, hub in
      let last = EndDecision(key: task.key, ending: end.ending, endedAt: end.at)
      var next = task.nextAttempt(after: last, in: hub)
      next.submission?.isHeld = isHeld
      enqueue(next, after: task, &queue, in: &hub)
      queue.holdFollowers(of: task.key, in: &hub)
    }
  }

  /// Cancels a task that has begun. The record gets the order and the next attempt that follows it
  /// in one commit, so that a later hub queues that attempt too.
  private static func stop(
    _ task: TrackedTask, by requester: Requester, in hub: inout HubContext
  ) {
    hub.change(task.key) { $0.terms?.restartsAtEnd = true }
    hub.happened(
      .cancelDecided(
        CancelDecision(
          key: task.key, reason: .cancelled(by: .user), isNoted: true,
          followers: hub.whenDone(requester))))
  }

  /// Replaces the last attempt, which claims nothing any more, by the next one.
  private static func enqueue(
    _ next: TrackedTask, after last: TrackedTask, _ queue: inout TaskQueue,
    in hub: inout HubContext
  ) {
    let key = last.key
    hub.connections.detach(last)
    queue.release(key)
    hub.tasks.remove(key)
    hub.insert(next)
    queue.enter(key, in: &hub)
    hub.tasks.note(.beginning, of: key)
    hub.perform(.unwatchProcess(key))
    hub.happened(.attemptEnded(key))
    hub.happened(.dependencyDoubted(key))
  }
}

extension TrackedTask {
  /// The reason why a task that the hub didn't launch can't be restarted.
  fileprivate var refusalOfRestart: Refusal {
    guard worker.isSupervisor, terms?.isAdopted != true, !description.sensitive,
      let words = description.command,
      words.allSatisfy(\.isAsItWas)
    else { return .cannotRestart(number, command: nil, directory: nil) }
    return .cannotRestart(
      number, command: words.map(\.string), directory: description.directory?.string)
  }

  /// Whether the hub retries the task after this end. A person's cancel and an unknown outcome rule
  /// it out.
  fileprivate func mayRetry(after ending: TaskEnding) -> Bool {
    guard let terms, terms.launcher == .hub, terms.retries > 0, !awaitsBegin else { return false }
    return switch ending.reason {
    case .failed: cancelling == nil
    // A person who stopped the task, or forced the stop, doesn't want another attempt.
    case .expired:
      cancelling.map { $0.order.reason.word == .expired && !$0.order.isForced } ?? true
    case .completed, .cancelled, .lost: false
    }
  }

  /// A queued task without anything that the last attempt did.
  func nextAttempt(after end: EndDecision, in hub: HubContext) -> TrackedTask {
    var description = description
    description.launch &+= 1
    description.startedAt = nil
    var next = TrackedTask(
      queued: description, number: number, worker: .nobody(bootID: hub.settings.bootID),
      terms: terms, settings: hub.settings, at: hub.now)
    next.terms?.startsNow = false
    next.terms?.restartsAtEnd = false
    next.attempt = attempt &+ 1
    let end = AttemptEnd(end.ending, startedAt: startedAt, endedAt: end.endedAt)
    next.earlierEnds = earlierEnds.suffix(Self.keptEnds - 1) + [end]
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
