// Reports, cancels, answers, and the clocks that lead to them.
extension HubState {
  mutating func take(
    _ report: WorkerReport, of reference: TaskReference, isRecognised: Bool,
    from requester: Requester, at now: Moment
  ) -> [HubEffect] {
    withTask(reference, requester) { state, key in
      guard var task = state.tasks[key] else { return [] }
      guard task.isLive else { return state.refuse(.alreadyEnded(task.number), requester) }
      let kind = task.take(report, isRecognised: isRecognised, at: now)
      let isRecord = !isRecognised && !task.reportsItself
      if !isRecognised { task.reportsItself = true }
      state.tasks[key] = task
      var effects: [HubEffect] = kind.map { [.publish(key, $0)] } ?? []
      if requester.request != nil {
        effects.append(.save(TaskRecord(task), then: [.reply(requester, .done)]))
      } else if isRecord {
        effects.append(.save(TaskRecord(task), then: []))
      }
      return effects + state.arm(key, at: now)
    }
  }

  mutating func takeHeartbeat(
    of reference: TaskReference, estimated: Int64?, from requester: Requester, at now: Moment
  ) -> [HubEffect] {
    var report = WorkerReport()
    report.reading.estimated = estimated
    return withTask(reference, requester) { state, key in
      guard var task = state.tasks[key] else { return [] }
      guard task.isLive else { return state.refuse(.alreadyEnded(task.number), requester) }
      let kind = task.take(report, isRecognised: false, at: now)
      state.tasks[key] = task
      let effects: [HubEffect] = kind.map { [.publish(key, $0)] } ?? []
      return effects + state.acknowledge(requester) + state.arm(key, at: now)
    }
  }

  mutating func cancel(
    _ reference: TaskReference, isForced: Bool, note: SanitisedText?, by requester: Requester,
    at now: Moment
  ) -> [HubEffect] {
    withTask(reference, requester) { state, key in
      guard let task = state.tasks[key] else { return [] }
      guard task.isLive else { return state.refuse(.alreadyEnded(task.number), requester) }
      let isNoted = note.map { !$0.isEmpty && $0 != task.cancelNote } ?? false
      if isNoted { state.tasks[key]?.cancelNote = note }
      return state.order(
        .cancelled(by: .user), key, isForced: isForced, isNoted: isNoted, at: now,
        then: state.whenDone(requester))
    }
  }

  mutating func take(
    _ answer: StallAnswer, to reference: TaskReference, from requester: Requester, at now: Moment
  ) -> [HubEffect] {
    withTask(reference, requester) { state, key in
      guard var task = state.tasks[key] else { return [] }
      guard task.isLive else { return state.refuse(.alreadyEnded(task.number), requester) }
      guard task.stall.question != nil else {
        return state.refuse(.nothingAsked(task.number), requester)
      }
      switch answer {
      case .stop:
        return state.order(
          .cancelled(by: .question), key, isForced: false, at: now,
          then: state.whenDone(requester))
      case .continue:
        task.stall.continueFurther(at: now.awake)
        state.tasks[key] = task
        return [
          .save(TaskRecord(task), then: state.whenDone(requester)), .publish(key, .listing),
        ] + state.arm(key, at: now)
      }
    }
  }

  /// Tells the worker to stop, now or when it is back. A later order replaces the reason only
  /// where there is none yet; force adds to it, and a new note is shown. The record has it before anyone is answered: a
  /// later hub tells the worker too.
  private mutating func order(
    _ reason: EndReason, _ key: TaskKey, isForced: Bool, isNoted: Bool = false, at now: Moment,
    then afterCommit: [AfterCommit] = []
  ) -> [HubEffect] {
    guard var task = tasks[key] else { return [] }
    let order = CancelOrder(
      reason: task.cancel?.reason ?? reason, grace: task.description.grace,
      isForced: isForced || task.cancel?.isForced == true)
    let isNews = task.cancel != order
    task.cancel = order
    task.state = .cancelling
    task.adjustStallClocks(at: now)
    tasks[key] = task
    var effects: [HubEffect] = [.save(TaskRecord(task), then: afterCommit)]
    if isNews || isNoted { effects.append(.publish(key, .listing)) }
    guard isNews else { return effects }
    if let connection = task.worker.connection {
      effects.append(.tellWorker(connection, key, .cancel(order)))
    }
    if isForced, !task.worker.isSupervisor {
      effects.append(.killProcess(task.worker.process))
    }
    return effects
  }

  mutating func wakeUp(_ key: TaskKey, at now: Moment) -> [HubEffect] {
    guard var task = tasks[key] else { return [] }
    if let armed = task.armedWakeUp, armed <= now.awake { task.armedWakeUp = nil }
    tasks[key] = task
    if let leavesAt = task.leavesAt, leavesAt <= now.awake {
      remove(key)
      return [.publishRemoval(key)]
    }
    return lookAtClocks(of: task, at: now) + arm(key, at: now)
  }

  private mutating func lookAtClocks(of task: TrackedTask, at now: Moment) -> [HubEffect] {
    guard task.mayStall else { return [] }
    var task = task
    let finding = task.stall.check(hasMeasured: task.progress.completed != nil, at: now.awake)
    tasks[task.key] = task
    switch finding {
    case nil: return []
    case .expired: return order(.expired(.stall), task.key, isForced: false, at: now)
    case .asked(let kind):
      let notice = task.worker.connection.map {
        HubEffect.tellWorker($0, task.key, .questionAsked(kind))
      }
      return [.publish(task.key, .listing)] + (notice.map { [$0] } ?? [])
    }
  }

  /// Sees to it that a wake-up is under way by the task's next deadline. One that comes too early
  /// finds nothing and arms the next, so a busy task costs one timer and not one per update.
  mutating func arm(_ key: TaskKey, at now: Moment) -> [HubEffect] {
    guard let task = tasks[key], let deadline = task.nextDeadline else { return [] }
    if let armed = task.armedWakeUp, armed <= deadline { return [] }
    tasks[key]?.armedWakeUp = deadline
    return [.wakeUp(key, after: max(.zero, deadline - now.awake))]
  }
}

extension HubState {
  /// Resolves `reference` and goes on, or refuses the request.
  mutating func withTask(
    _ reference: TaskReference, _ requester: Requester,
    _ body: (inout HubState, TaskKey) -> [HubEffect]
  ) -> [HubEffect] {
    do {
      return body(&self, try key(of: reference))
    } catch {
      return refuse(error.refusal, requester)
    }
  }

  func refuse(_ refusal: Refusal, _ requester: Requester) -> [HubEffect] {
    [.reply(requester, .refused(refusal))]
  }

  func whenDone(_ requester: Requester) -> [AfterCommit] {
    requester.request == nil ? [] : [.reply(requester, .done)]
  }

  func acknowledge(_ requester: Requester) -> [HubEffect] {
    requester.request == nil ? [] : [.reply(requester, .done)]
  }
}
