internal import HeadwayModel

/// The changes that a person makes to a queued task.
enum Adjusting {
  static func adjust(
    _ reference: TaskReference, _ adjustment: QueueAdjustment, by requester: Requester,
    _ queue: inout TaskQueue, _ durability: inout Durability, in hub: inout HubContext
  ) {
    guard let task = hub.task(reference, for: requester) else { return }
    if adjustment == .start, task.isActive {
      return Pausing.resume(task, by: requester, in: &hub)
    }
    guard task.state == .queued else {
      return hub.refuse(
        task.hasWaitingJob
          ? .withEngine(task.number, job: task.job?.words ?? "") : .notQueued(task.number),
        requester)
    }
    switch adjustment {
    case .start: start(task.key, by: requester, &queue, &durability, in: &hub)
    case .edit(let edit): change(task, edit, by: requester, &queue, &durability, in: &hub)
    case .place(let other): swap(task.key, other, by: requester, &queue, &durability, in: &hub)
    }
  }

  /// Makes all changes of an edit. Refuses all of them if one can't be made.
  private static func change(
    _ task: TrackedTask, _ edit: TaskEdit, by requester: Requester,
    _ queue: inout TaskQueue, _ durability: inout Durability, in hub: inout HubContext
  ) {
    let key = task.key
    var edit = edit
    let series: SeriesTerms?
    do {
      edit.dependencies = try dependencies(of: edit, for: task, in: hub)
      try check(edit, of: task, queue, in: hub)
      series = try SeriesTerms.edited(edit, of: task, in: hub)
    } catch {
      return hub.refuse(error.refusal, requester)
    }
    durability.change([key], by: requester, keepsPayload: edit.changesPayload, &queue, in: &hub) {
      [edit] queue, hub in
      let isOld = queue.turns.holds(of: key).contains(.reboot)
      queue.leave(key, in: hub)
      hub.replace(key) {
        $0.apply(edit)
        $0.apply(series)
      }
      queue.enter(key, isOld ? [.reboot] : [], in: &hub)
      if edit.changesPayload { hub.perform(.keepPayload(key, from: requester.connection)) }
    }
  }

  /// Throws the reason why the task can't have the new properties.
  private static func check(
    _ edit: TaskEdit, of task: TrackedTask, _ queue: TaskQueue, in hub: HubContext
  ) throws(RefusedReference) {
    if edit.changesPayload, task.terms?.launcher != .hub {
      throw RefusedReference(.cannotRestart(task.number, command: nil, directory: nil))
    }
    if let refusal = edit.group?.value.flatMap({ queue.refusal(of: $0, in: hub) }) {
      throw RefusedReference(refusal)
    }
    guard edit.group != nil || edit.needs != nil, var terms = task.terms else { return }
    terms.needs = edit.needs ?? terms.needs
    let group = edit.group.map(\.value) ?? task.description.group
    if let refusal = queue.turns.limits.refusal(of: terms, in: group?.string) {
      throw RefusedReference(refusal)
    }
  }

  /// Returns the new dependencies by key; nil if they stay as they are.
  ///
  /// - Throws: a refusal of dependencies that would make the task wait for itself or for a success
  ///   that can't come any more.
  private static func dependencies(
    of edit: TaskEdit, for task: TrackedTask, in hub: HubContext
  ) throws(RefusedReference) -> [Dependency]? {
    guard let named = edit.dependencies else { return nil }
    var resolved: [Dependency] = []
    for dependency in named {
      let key = try hub.tasks.key(of: dependency.task)
      resolved.append(Dependency(.key(key), needsSuccess: dependency.needsSuccess))
      guard dependency.needsSuccess, let other = hub.tasks[key], let end = other.end,
        end.ending.reason != .completed
      else { continue }
      throw RefusedReference(.cannotSucceed(task.number, other.number))
    }
    // The search walks all that the task would wait for, so that nobody else pays for a long chain.
    guard !hub.tasks.dependencies(below: resolved.compactMap(\.key)).contains(task.key) else {
      throw RefusedReference(.wouldWaitForItself(task.number))
    }
    return resolved
  }

  private static func queued(
    _ reference: TaskReference, for requester: Requester, in hub: inout HubContext
  ) -> TrackedTask? {
    guard let task = hub.task(reference, for: requester) else { return nil }
    guard task.state == .queued else {
      hub.refuse(.notQueued(task.number), requester)
      return nil
    }
    return task
  }

  private static func swap(
    _ key: TaskKey, _ reference: TaskReference, by requester: Requester,
    _ queue: inout TaskQueue, _ durability: inout Durability, in hub: inout HubContext
  ) {
    guard let other = queued(reference, for: requester, in: &hub)?.key else { return }
    durability.change([key, other], by: requester, &queue, in: &hub) { queue, hub in
      queue.turns.swap(key, other)
      for each in [key, other] {
        guard let turn = queue.turns.turn(of: each) else { continue }
        hub.change(each) {
          $0.terms?.priority = turn.priority
          $0.submission?.turnRank = turn.rank
        }
      }
    }
  }

  /// Starts a queued task ahead of its turn and its time. The task still waits for the ends that it
  /// depends on, for resources that other tasks hold, and for conditions of its whole run.
  private static func start(
    _ key: TaskKey, by requester: Requester, _ queue: inout TaskQueue,
    _ durability: inout Durability, in hub: inout HubContext
  ) {
    durability.change([key], by: requester, &queue, in: &hub) { queue, hub in
      let bootID = hub.settings.bootID
      queue.leave(key, in: hub)
      hub.change(key) {
        $0.terms?.startsNow = true
        $0.submission?.isHeld = false
        $0.submission?.retriesAt = nil
        $0.submission?.looksAt = nil
        $0.worker.process.bootID = bootID
      }
      queue.enter(key, in: &hub)
    }
  }

  /// Puts a queued task on hold, or lets it go on. A task on hold waits until a person resumes it.
  /// A task that is held since the machine restarted goes on in the same way.
  static func hold(
    _ key: TaskKey, _ isHeld: Bool, by requester: Requester, _ queue: inout TaskQueue,
    _ durability: inout Durability, in hub: inout HubContext
  ) {
    durability.change([key], by: requester, &queue, in: &hub) { queue, hub in
      let bootID = hub.settings.bootID
      hub.change(key) {
        $0.submission?.isHeld = isHeld
        if !isHeld { $0.worker.process.bootID = bootID }
      }
      if isHeld {
        queue.turns.hold(key, for: .person)
      } else {
        queue.turns.lift(.person, from: key)
        queue.turns.lift(.reboot, from: key)
      }
    }
  }

  /// Cancels a task that waits in the queue. It ends once the record has the person's order.
  static func cancel(
    _ task: TrackedTask, note: SanitisedText?, by requester: Requester, _ queue: inout TaskQueue,
    _ durability: inout Durability, in hub: inout HubContext
  ) {
    let answer: HubReply =
      task.terms?.isNextRun == true
      ? .noted(
        SanitisedText(
          wire: "cancelled \(task.number); \"\(task.description.title)\" does not run again",
          limit: .line)) : .done
    durability.change([task.key], by: requester, answer: answer, &queue, in: &hub) { _, hub in
      let order = CancelOrder(reason: .cancelled(by: .user), grace: task.description.grace)
      let cancelling = PendingCancel(order: order, orderedAt: hub.now.awake)
      hub.change(task.key) {
        if let note, !note.isEmpty { $0.cancelNote = note }
        $0.cancelling = cancelling
      }
    }
  }

  /// Gives a task that a program has submitted its turn now, whatever it waits for (`headway
  /// debug`). The task still waits for resources that other tasks hold.
  static func simulateLaunch(
    of identifier: SanitisedText, by requester: Requester, _ queue: inout TaskQueue,
    _ durability: inout Durability, in hub: inout HubContext
  ) {
    guard let key = queue.programRequest(of: identifier, in: hub) else {
      return hub.refuse(.nothingWaiting(identifier), requester)
    }
    durability.change([key], by: requester, &queue, in: &hub) { queue, hub in
      queue.leave(key, in: hub)
      hub.change(key) { $0.waitForNothing() }
      queue.enter(key, in: &hub)
    }
  }
}

extension TrackedTask {
  /// Makes the changes of an edit. A title that was the old command's line becomes the line of the
  /// new command.
  fileprivate mutating func apply(_ edit: TaskEdit) {
    if let command = edit.command {
      if description.title == SanitisedText(line: description.command ?? []) {
        description.title = SanitisedText(line: command.words)
      }
      (description.command, description.directory) = (command.words, command.directory)
    }
    if edit.changesPayload { terms?.environmentBytes = edit.environmentBytes }
    if let directory = edit.directory { description.directory = directory }
    if let title = edit.title {
      description.title = title.value ?? SanitisedText(line: description.command ?? [])
    }
    if let priority = edit.priority { terms?.priority = priority }
    if let group = edit.group { description.group = group.value }
    if let dependencies = edit.dependencies { terms?.dependencies = dependencies }
    if let needs = edit.needs { terms?.needs = needs }
    if let earliest = edit.earliest {
      terms?.earliest = earliest.value
      submission?.looksAt = nil
    }
  }

  fileprivate mutating func apply(_ series: SeriesTerms?) {
    guard let series else { return }
    terms?.series = series.series
    terms?.earliest = series.earliest
    submission?.looksAt = nil
  }

  fileprivate mutating func waitForNothing() {
    terms?.earliest = nil
    terms?.conditions = []
    terms?.whileConditions = []
    terms?.dependencies = []
    terms?.takesSlot = false
    submission?.isHeld = false
    submission?.looksAt = nil
  }
}

extension SanitisedText {
  /// The words of a command as one line.
  fileprivate init(line words: [SanitisedText]) {
    self.init(words.map(\.string).joined(separator: " "))
  }
}
