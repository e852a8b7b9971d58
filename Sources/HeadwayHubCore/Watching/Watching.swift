internal import HeadwayModel

/// Decides about running tasks: the consequences of reports, the stall question, and the answers to
/// it.
enum Watching {
  /// Acts on the consequences of a report beyond the task itself.
  static func follow(
    _ outcome: ReportOutcome, of key: TaskKey, _ requester: Requester, in hub: inout HubContext
  ) {
    if requester.request != nil || outcome.isForRecord {
      let answer: HubReply = outcome.keepsProgress ? .progressKept : .done
      hub.save(key, then: requester.request == nil ? [] : [.reply(requester, answer)])
    }
    if let pause = outcome.wakeUpAfter { hub.perform(.wakeUp(key, after: pause)) }
    if outcome.hasMoved { hub.happened(.terminalMoved(key)) }
    if outcome.hasChangedHalt { hub.happened(.haltChanged(key)) }
    if outcome.isPausableNow { hub.happened(.becamePausable(key)) }
    if outcome.isAssertionNew { hub.happened(.assertionChanged(key)) }
  }

  /// Acts on the consequences of a heartbeat. A heartbeat is saved only if it changed something
  /// that the record must have, such as a question that it withdrew.
  static func followHeartbeat(
    _ outcome: ReportOutcome, of key: TaskKey, _ requester: Requester, in hub: inout HubContext
  ) {
    if outcome.isForRecord {
      hub.save(key, then: hub.whenDone(requester))
    } else {
      hub.acknowledge(requester)
    }
    if let pause = outcome.wakeUpAfter { hub.perform(.wakeUp(key, after: pause)) }
  }

  /// Looks at the stall clocks of a running task, and asks or expires if one has run out.
  static func lookAtClocks(of key: TaskKey, in hub: inout HubContext) {
    guard let task = hub.tasks[key], task.mayStall || task.waitsUnseen
    else { return }
    let now = hub.now
    if let etaEnds = task.forecast.etaEnds, etaEnds <= now.awake {
      // The task hasn't advanced for longer than is usual, so its ETA is no longer true.
      hub.change(key, showing: .progress) { $0.forecast.etaEnds = nil }
    }
    let isOfMemory = task.stall.question?.kind == .memory
    let finding = hub.change(key) { task in
      let finding = task.stall.check(hasMeasured: task.progress.tellsAdvance, at: now.awake)
      task.noteQuestion(at: now)
      return finding
    }
    switch finding ?? nil {
    case nil: break
    case .expired?:
      let reason = isOfMemory ? EndReason.expired(.resource) : .expired(.stall)
      hub.happened(.cancelDecided(CancelDecision(key: key, reason: reason)))
    case .withdrawn?: hub.tasks.note(.listing, of: key)
    case .asked(let kind)?:
      hub.tell(.questionAsked(kind), to: key)
      hub.tasks.note(.listing, of: key)
      hub.save(key)
      hub.happened(.questionAsked(key))
    }
  }

  /// Applies a person's answer to the question.
  ///
  /// - Returns: whether the question was about memory and the answer is to continue.
  static func answer(
    _ answer: StallAnswer, to reference: TaskReference, from requester: Requester,
    in hub: inout HubContext
  ) -> Bool {
    guard let task = hub.liveTask(reference, for: requester) else { return false }
    guard let question = task.stall.question else {
      hub.refuse(.nothingAsked(task.number), requester)
      return false
    }
    switch answer {
    case .stop:
      hub.happened(
        .cancelDecided(
          CancelDecision(
            key: task.key, reason: .cancelled(by: .question),
            followers: hub.whenDone(requester))))
      return false
    case .continue:
      let now = hub.now.awake
      hub.change(task.key, showing: .listing) { $0.stall.continueFurther(at: now) }
      hub.save(task.key, then: hub.whenDone(requester))
      return question.kind == .memory
    }
  }

  /// Expires a task now, for `headway debug`.
  static func simulateExpiry(
    of reference: TaskReference, by requester: Requester, in hub: inout HubContext
  ) {
    let begun = begunTask(reference, in: hub) ?? reference
    guard let task = hub.liveTask(begun, for: requester) else { return }
    if task.cancelling == nil {
      hub.change(task.key) { $0.cancelNote = SanitisedText(wire: "simulated by headway debug") }
    }
    hub.happened(
      .cancelDecided(
        CancelDecision(
          key: task.key, reason: .expired(.stall), isNoted: true,
          followers: hub.whenDone(requester))))
  }

  /// Returns the only begun task with the identifier, as a reference by key. The identifier alone
  /// may be ambiguous, because a successor waits in the queue under the same one.
  ///
  /// The result is nil for a reference that isn't an identifier, and if no task or several have
  /// begun.
  private static func begunTask(
    _ reference: TaskReference, in hub: HubContext
  ) -> TaskReference? {
    guard case .identifier(let identifier) = reference else { return nil }
    let begun = hub.tasks.named(identifier).filter { $0.isLive && $0.state != .queued }
    return begun.count == 1 ? begun.first.map { .key($0.key) } : nil
  }

  /// Asks the record for earlier runs of a task that has begun.
  static func recallHistory(of key: TaskKey, in hub: inout HubContext) {
    guard let task = hub.tasks[key], task.isLive, !task.awaitsBegin,
      let history = task.description.historyKey
    else { return }
    hub.perform(.recallHistory(key, of: history))
  }

  /// Applies the earlier runs that the record knows. They may give the task an ETA and lengthen its
  /// stall clocks.
  static func merge(_ history: TaskHistory, of key: TaskKey, in hub: inout HubContext) {
    guard hub.tasks.isLive(key), !history.runs.isEmpty else { return }
    hub.change(key, showing: .progress) { $0.learn(from: history) }
  }

  /// Tells a worker that has come back of the question that is open.
  static func remindOfQuestion(_ key: TaskKey, in hub: inout HubContext) {
    guard let question = hub.tasks[key]?.stall.question else { return }
    hub.tell(.questionAsked(question.kind), to: key)
  }
}
