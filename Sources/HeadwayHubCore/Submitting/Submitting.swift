internal import HeadwayModel

/// Takes submissions into the queue.
enum Submitting {
  /// Queues a task, once for each key. A client that submits a key again gets the same answer.
  static func submit(
    _ submission: Submission, by requester: Requester, _ queue: inout TaskQueue,
    _ durability: inout Durability, _ engines: inout Engines, in hub: inout HubContext
  ) {
    guard let peer = hub.connections[requester.connection] else { return }
    let key = submission.description.key
    if let known = hub.tasks[key] {
      if engines.awaits(key) { return engines.await(key, for: requester) }
      return submitAgain(known, peer: peer, by: requester, &queue, &durability, in: &hub)
    }
    guard !durability.cleaned.contains(key) else { return hub.refuse(.keyCleaned(key), requester) }
    guard hub.tasks.liveCount < hub.settings.taskLimit, let number = hub.tasks.nextNumber else {
      return hub.refuse(.limitReached(taskLimit: hub.settings.taskLimit), requester)
    }
    do {
      let task = try queuedTask(submission, number, peer: peer, by: requester, queue, in: hub)
      accept(task, by: requester, &queue, &durability, &engines, in: &hub)
    } catch {
      hub.refuse(error.refusal, requester)
    }
  }

  /// Makes the task of a submission.
  ///
  /// - Parameter array: the number of the first part of its job array; nil if it is the first one.
  /// - Throws: the reason why the task can't be queued.
  static func queuedTask(
    _ submission: Submission, _ number: TaskNumber, of array: TaskNumber? = nil,
    peer: ConnectionPeer, by requester: Requester, _ queue: TaskQueue, in hub: HubContext
  ) throws(RefusedReference) -> TrackedTask {
    let (description, settings) = (submission.description, hub.settings)
    var terms = submission.terms
    if terms.needsKnownGroup, let group = description.group,
      let refusal = queue.refusal(of: group, in: hub)
    {
      throw RefusedReference(refusal)
    }
    if terms.engine == nil,
      let refusal = queue.turns.limits.refusal(of: terms, in: description.group?.string)
    {
      throw RefusedReference(refusal)
    }
    (terms.needsKnownGroup, terms.restartsAtEnd) = (false, false)
    // A part that is submitted as a new task stays in its array.
    if terms.array?.first == nil { terms.array?.first = array ?? number }
    terms.inherited = terms.inherited.differing(from: settings.inherited)
    terms.dependencies = try resolved(terms.dependencies, of: description, queue, in: hub)
    terms.earliest = Refreshing.earliestStart(description.identifier, terms, in: hub)
    try SeriesTerms.accept(&terms, of: description.identifier, queue, in: hub)
    var worker = WorkerAttachment.nobody(bootID: settings.bootID)
    if terms.launcher == .worker { worker.attach(peer, over: requester.connection) }
    var task = TrackedTask(
      queued: description, number: number, worker: worker, terms: terms, settings: settings,
      at: hub.now)
    task.apply(submission.report, isRecognised: true, at: hub.now)
    if terms.strategy == .hold {
      task.terms?.strategy = .queue
      task.submission?.isHeld = true
    }
    if task.description.isRetry {
      task.attempt = hub.tasks.attemptNumber(afterFailuresOf: description.identifier)
    }
    return task
  }

  /// The dependencies by key. A number or an identifier may mean another task one day.
  private static func resolved(
    _ dependencies: [Dependency], of task: TaskDescription, _ queue: TaskQueue, in hub: HubContext
  ) throws(RefusedReference) -> [Dependency] {
    let replaced = task.identifier.flatMap { queue.waiting.byIdentifier[$0] }
    var resolved: [Dependency] = []
    for dependency in dependencies {
      let key = try hub.tasks.key(of: dependency.task)
      resolved.append(Dependency(.key(key), needsSuccess: dependency.needsSuccess))
    }
    // Only a replacement can close a circle. The search walks all that the task waits for, so that
    // nobody else pays for a long chain.
    guard let replaced else { return resolved }
    let needed = hub.tasks.dependencies(below: resolved.compactMap(\.key))
    if needed.contains(replaced) { throw RefusedReference(.dependsOnItself) }
    return resolved
  }

  private static func accept(
    _ task: TrackedTask, by requester: Requester, _ queue: inout TaskQueue,
    _ durability: inout Durability, _ engines: inout Engines, in hub: inout HubContext
  ) {
    let key = task.key
    let replaced = task.description.identifier.flatMap { queue.waiting.byIdentifier[$0] }
    hub.insert(task)
    queue.enter(key, in: &hub)
    if task.terms?.strategy == .fail, !queue.startsNow(key, in: hub) {
      hub.refuse(.cannotStartNow(queue.obstacle(of: key, in: hub)), requester)
      queue.leave(key, in: hub)
      return hub.tasks.remove(key)
    }
    // Only a task that the engine gets at once is answered by the engine.
    let isAnsweredByEngine =
      task.terms?.engine != nil && replaced == nil && queue.isFree(key, in: hub)
    queue.awaitRecord(of: key, in: hub)
    if let connection = task.worker.connection { hub.connections.attach(key, to: connection) }
    hub.tasks.note(.beginning, of: key)
    durability.await(key, replacing: replaced, for: requester)
    if task.terms?.launcher == .hub {
      hub.perform(.keepPayload(key, from: requester.connection))
    }
    // The requester of a replacement is answered once the record has the replaced task's end too.
    if isAnsweredByEngine { engines.await(key, for: requester) }
    let acknowledgements =
      replaced == nil && !isAnsweredByEngine
      ? [AfterCommit.reply(requester, .submitted(key, task.number))] : []
    hub.save(key, then: acknowledgements + [.noteRecorded(key)])
    if task.assertion != nil { hub.happened(.assertionChanged(key)) }
    hub.happened(.dependencyDoubted(key))
  }

  /// Answers a worker that submits again after a reconnect: its task still waits, has its turn, or
  /// has ended.
  private static func submitAgain(
    _ known: TrackedTask, peer: ConnectionPeer, by requester: Requester,
    _ queue: inout TaskQueue, _ durability: inout Durability, in hub: inout HubContext
  ) {
    let key = known.key
    let isAboutToReplace = durability.isAboutToReplace(key, awaitedBy: requester)
    let older = isAboutToReplace ? nil : Succession.olderTwin(of: known, in: hub)
    var acknowledgements: [AfterCommit] = []
    if !isAboutToReplace, older == nil {
      acknowledgements.append(.reply(requester, .submitted(key, known.number)))
    }
    defer {
      if let older {
        Succession.replace(older, by: known, for: [requester], &queue, in: &hub)
      }
    }
    guard known.isLive, known.terms?.launcher == .worker else {
      hub.confirm(key, then: acknowledgements)
      if known.terms?.launcher == .worker { tellOfEnd(known, to: requester, in: &hub) }
      return
    }
    hub.change(key, showing: .listing) { $0.worker.attach(peer, over: requester.connection) }
    hub.connections.attach(key, to: requester.connection)
    if known.state == .starting {
      let units = known.submission?.claim?.units ?? [:]
      acknowledgements.append(.tellToBegin(key, units: units))
    }
    hub.perform(.unwatchProcess(key))
    hub.save(key, then: acknowledgements)
    if known.cancelling != nil { hub.happened(.cancelOrdered([key], isForced: false)) }
  }

  /// Tells a worker to stop whose task ended before the begin, while the worker wasn't connected.
  static func tellOfEnd(
    _ task: TrackedTask, to requester: Requester, in hub: inout HubContext
  ) {
    guard task.awaitsBegin, let reason = task.end?.ending.reason else { return }
    var order = CancelOrder(reason: reason, grace: task.description.grace)
    order.isReplacement = task.isReplaced
    hub.perform(.tellWorker(requester.connection, task.key, .cancel(order)))
  }
}
