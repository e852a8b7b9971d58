package import HeadwayModel

/// The composition root of the hub's core: the features, and the order in which they act.
///
/// The state is confined to the hub's event loop. It reads no clock and touches no descriptor: the
/// caller passes in the time and performs the effects.
///
/// Each event takes this way:
/// 1. `decide` hands the event to one feature.
/// 2. `react` hands the facts that the feature left to other features, until no fact is left.
/// 3. The queue gives turns to tasks.
/// 4. `handle` returns the effects in the order in which they came.
///
/// ```swift
/// for effect in state.handle(.workerExited(key), at: now) { perform(effect) }
/// ```
package struct HubState: Sendable {
  var hub: HubContext
  var queue: TaskQueue
  var durability = Durability()
  var lifecycle = Lifecycle()
  var engines = Engines()
  var cancelling = Cancelling()
  var memory = MemoryWatch()
  var telling = Telling()
  var selections = Selections()
  var terminals = Terminals()

  package init(
    settings: HubSettings = HubSettings(),
    timeWords: @escaping TimeWords = { time, _ in SanitisedText(time.description) },
    clocks: @escaping ClockOffset = { _ in 0 }, catalog: MessageCatalog? = nil
  ) {
    hub = HubContext(
      settings: settings, timeWords: timeWords, clocks: clocks, catalog: catalog)
    queue = TaskQueue(limits: settings.queue)
  }

  /// Handles one event.
  ///
  /// - Returns: the effects that the shell performs, in order.
  package mutating func handle(_ event: HubEvent, at now: Moment) -> [HubEffect] {
    hub.begin(at: now)
    decide(event)
    return settle()
  }

  /// Handles a report as the event `reportReceived`, without making the event. Reports are the most
  /// frequent input of the hub: a report costs one lookup of its task, and no allocation by the
  /// hub's core.
  package mutating func apply(
    _ report: WorkerReport, of reference: TaskReference, isRecognised: Bool,
    from requester: Requester, at now: Moment
  ) -> [HubEffect] {
    guard let place = hub.tasks.place(of: reference),
      let outcome = hub.tasks[place: place].hear(report, isRecognised: isRecognised, at: now)
    else {
      hub.begin(at: now)
      refuse(report, of: reference, isRecognised: isRecognised, requester)
      return settle()
    }
    if outcome.isFirstChange { hub.tasks.noteFirstChange(at: place) }
    guard !outcome.isQuiet || requester.request != nil else { return [] }
    hub.begin(at: now)
    Watching.follow(outcome, of: hub.tasks[place: place].key, requester, in: &hub)
    return settle()
  }

  /// Lets features react to the facts, gives turns to tasks, and returns the effects.
  mutating func settle() -> [HubEffect] {
    react()
    queue.giveTurns(in: &hub) { [durability] in durability.awaits($0) }
    hub.tasks.dropOldestEnded(beyond: hub.settings.endedLimit) { [durability] in
      durability.awaits($0)
    }
    durability.noteAnswers(in: hub.effectsSoFar)
    return hub.end()
  }

  private mutating func react() {
    while let fact = hub.nextFact() { react(to: fact) }
  }
}

// The features that react to each fact, in order.
extension HubState {
  private mutating func react(to fact: HubFact) {
    switch fact {
    case .taskLoaded(let key):
      queue.restore(key, in: &hub)
      Watching.recallHistory(of: key, in: &hub)
      Pausing.followParent(key, in: &hub)
    case .workerArrived(let arrival): welcome(arrival)
    case .terminalMoved(let key): terminals.tellThoseWithin(key, in: &hub)
    case .assertionChanged(let key): cancelling.noteAssertion(of: key, in: &hub)
    case .workFinished(let key):
      for each in hub.tasks.lineage(of: key) { Suspending.suspendAtLast(each, in: &hub) }
    case .haltChanged(let key): Pausing.followParents(of: key, in: &hub)
    case .becamePausable(let key): queue.keepToConditions(key, in: &hub)
    case .conditionChanged(let key, let lacking):
      Suspending.noteCondition(of: key, lacks: lacking, in: &hub)
    case .questionAsked(let key): telling.tellOfQuestion(key, in: &hub)
    case .cancelDecided(let decision):
      if decision.reason == .expired(.resource) { memory.noteExpiry(at: hub.now) }
      Cancelling.order(decision, in: &hub)
    case .cancelOrdered(let keys, let isForced):
      for key in keys { Pausing.endHalt(of: key, in: &hub) }
      cancelling.deliver(keys, isForced: isForced, in: &hub)
    case .endDecided(let end):
      guard !Attempts.goOn(after: end, &queue, in: &hub) else { break }
      if let pause = Grouping.pauseAfterFailure(end, &queue, in: &hub) {
        telling.tellOfPause(pause, in: &hub)
      }
      lifecycle.finish(end, in: &hub)
    case .attemptEnded(let key): cancelling.noteEnd(of: key, in: &hub)
    case .taskEnded(let key, let wasHalted):
      telling.tellOfEnd(key, in: &hub)
      cancelling.noteEnd(of: key, in: &hub)
      queue.noteEnd(of: key, in: &hub)
      engines.noteEnd(of: key, in: &hub)
      if wasHalted { Pausing.followParents(of: key, in: &hub) }
    case .dependencyDoubted(let key): queue.endIfUnmet(key, in: &hub)
    case .taskWithdrawn(let key, let refusal):
      cancelling.noteEnd(of: key, in: &hub)
      engines.noteWithdrawal(of: key)
      lifecycle.noteWithdrawal(of: key, because: refusal, in: &hub)
    case .attemptWithdrawn(let key): lifecycle.noteWithdrawnAttempt(of: key, in: &hub)
    }
  }

  /// Tells a worker that has come, or has come back, everything that it may have missed.
  private mutating func welcome(_ arrival: WorkerArrival) {
    let key = arrival.key
    Terminals.tellWorker(of: key, in: &hub)
    terminals.tellPrograms(within: key, in: &hub)
    selections.tellSupervisor(of: key, in: &hub)
    if arrival.isBack { Watching.remindOfQuestion(key, in: &hub) }
    if arrival.isHaltChanged { Pausing.followParents(of: key, in: &hub) }
    Pausing.followParent(key, in: &hub)
    Pausing.agree(key, with: arrival.report, in: &hub)
    cancelling.noteArrival(arrival, in: &hub)
    queue.keepToConditions(key, in: &hub)
    if arrival.isFirst { Watching.recallHistory(of: key, in: &hub) }
  }
}

// The feature that decides about each event.
extension HubState {
  private mutating func decide(_ event: HubEvent) {
    switch event {
    case .recordLoaded(let records, let highest): load(records, highest: highest)
    case .groupsLoaded(let records): queue.load(records, in: &hub)
    case .groupsOrdered(let order, let requester):
      Grouping.carryOut(order, by: requester, &queue, &durability, in: &hub)
    case .connectionOpened(let connection, let peer): hub.connections.open(connection, peer)
    case .connectionClosed(let connection): close(connection)
    case .taskSubmitted(let submission, let requester):
      Submitting.submit(submission, by: requester, &queue, &durability, &engines, in: &hub)
    case .batchSubmitted(let tasks, let requester):
      Submitting.submit(tasks, by: requester, &queue, &durability, &engines, in: &hub)
    case .submissionRecorded(let key):
      if let submission = durability.takeRecorded(key) {
        queue.noteRecorded(key, in: &hub)
        Succession.takePlaces(key, submission, &queue, in: &hub)
      }
    case .changeRecorded(let change): durability.noteChangeRecorded(change, &queue, in: &hub)
    case .recordRefused(let reason):
      durability.refuseUnrecorded(because: reason, &queue, in: &hub)
    case .supervisorStarted(let key, let launch, let process):
      Launching.noteSupervisor(of: key, launch, process, in: &hub)
    case .launchFailed(let key, let launch, let reason):
      Launching.fail(key, launch, because: reason, in: &hub)
    case .supervisorMissing(let key, let launch, let hasStarted):
      Launching.relaunch(key, launch, hasStarted: hasStarted, in: &hub)
    case .jobReported(let key, let launch, let job, let requester):
      engines.note(job, of: key, launch, from: requester, in: &hub)
    case .jobRequeued(let key, let launch, let job, let reason):
      engines.requeue(key, launch, job, after: reason, in: &hub)
    case .jobRefused(let key, let launch, let reason, let isFinal):
      engines.refuse(key, launch, because: reason, isFinal: isFinal, &queue, in: &hub)
    case .machineConditionsChanged(let conditions): queue.apply(conditions, in: &hub)
    case .wallClockSet: queue.lookAtTimes(in: &hub)
    case .memoryPressed: memory.notePressure(in: &hub)
    case .memoryMeasured(let figures): memory.ask(by: figures, in: &hub)
    case .terminalAsked(let key, let connection):
      terminals.ask(about: key, in: connection, &hub)
    case .selectionMoved(let key, let connection): selections.move(to: key, in: connection, &hub)
    case .taskBegan(let description, let report, let requester):
      lifecycle.begin(description, report, by: requester, &queue, durability, in: &hub)
    case .reportReceived(let reference, let report, let isRecognised, let requester):
      hear(report, of: reference, isRecognised: isRecognised, from: requester)
    case .heartbeatReceived(let reference, let estimated, let requester):
      hear(WorkerReport(estimated: estimated), of: reference, isRecognised: nil, from: requester)
    case .taskEnded(let reference, let ending, let launch, let endedAt, let requester):
      lifecycle.end(
        reference, ending, launch: launch, endedAt: endedAt, by: requester, in: &hub)
    case .restartRequested(let reference, let isHeld, let stopsRunning, let requester):
      Attempts.restart(
        reference, isHeld: isHeld, stopsRunning: stopsRunning, by: requester, &queue, &durability,
        in: &hub)
    case .adjustmentRequested(let reference, let adjustment, let requester):
      Adjusting.adjust(reference, adjustment, by: requester, &queue, &durability, in: &hub)
    case .acknowledgementRequested(let references, let requester):
      Acknowledging.acknowledge(references, by: requester, in: &hub)
    case .cleanRequested(let references, let requester):
      durability.clean(references, by: requester, queue, in: &hub)
    case .cleanableFound(let keys, let next, let requester):
      durability.clean(keys, next: next, for: requester, queue, in: &hub)
    case .cancelRequested(let reference, let isForced, let signal, let note, let requester):
      cancel(reference, isForced: isForced, signal: signal, note: note, by: requester)
    case .pauseRequested(let reference, let requester): pause(reference, by: requester)
    case .resumeRequested(let reference, let requester): resume(reference, by: requester)
    case .answerGiven(let reference, let answer, let requester):
      let isOfMemory = Watching.answer(answer, to: reference, from: requester, in: &hub)
      if isOfMemory { memory.noteContinued(at: hub.now) }
    case .endAwaited(let reference, let requester):
      lifecycle.awaitEnd(of: reference, for: requester, in: &hub)
    case .workerExited(let key): Recovery.noteExit(of: key, in: &hub)
    case .spoolFoundEmpty(let key): Recovery.lose(key, in: &hub)
    case .endFoundInSpool(let spooled): Recovery.recover(spooled, durability, in: &hub)
    case .wakeUpReached(let key): wakeUp(key)
    case .historyRecalled(let key, let history): Watching.merge(history, of: key, in: &hub)
    case .launchSimulated(let identifier, let requester):
      Adjusting.simulateLaunch(of: identifier, by: requester, &queue, &durability, in: &hub)
    case .wakeRequested(let identifier, let requester):
      Refreshing.wake(identifier, by: requester, &queue, &durability, in: &hub)
    case .expirySimulated(let reference, let requester):
      Watching.simulateExpiry(of: reference, by: requester, in: &hub)
    case .focusReported(let connection, let isFocused):
      telling.noteFocus(connection, isFocused, in: hub)
    case .newsGathered(let time): telling.notify(at: time, in: &hub)
    case .settingsChanged(let settings):
      hub.adopt(settings)
      queue.adopt(settings.queue, in: &hub)
    case .shutdownRequested: cancelling.requestShutdown(in: &hub)
    case .shutdownPatienceEnded: hub.perform(.leave)
    }
  }

  private mutating func load(_ records: [TaskRecord], highest: Int) {
    hub.tasks.reserveNumbers(through: highest)
    let fresh = records.filter { hub.tasks[$0.description.key] == nil }
    for record in fresh {
      hub.insert(TrackedTask(record, settings: hub.settings, at: hub.now))
    }
    // A task refers to its parent and to the tasks that it waits for. All of them are in the list
    // now.
    for record in fresh { hub.happened(.taskLoaded(record.description.key)) }
  }

  private mutating func close(_ connection: ConnectionID) {
    telling.noteFocus(connection, false, in: hub)
    selections.move(to: nil, in: connection, &hub)
    terminals.forget(connection)
    lifecycle.close(connection, in: &hub)
  }

  private mutating func hear(
    _ report: WorkerReport, of reference: TaskReference, isRecognised: Bool?,
    from requester: Requester
  ) {
    guard let place = hub.tasks.place(of: reference),
      let outcome = hub.tasks[place: place].hear(report, isRecognised: isRecognised, at: hub.now)
    else {
      return refuse(report, of: reference, isRecognised: isRecognised, requester)
    }
    if outcome.isFirstChange { hub.tasks.noteFirstChange(at: place) }
    let key = hub.tasks[place: place].key
    if isRecognised == nil {
      Watching.followHeartbeat(outcome, of: key, requester, in: &hub)
    } else {
      Watching.follow(outcome, of: key, requester, in: &hub)
    }
  }

  /// Refuses a report for a task that has ended or isn't in the live list. The report is kept for a
  /// while if the task may begin later.
  private mutating func refuse(
    _ report: WorkerReport, of reference: TaskReference, isRecognised: Bool?,
    _ requester: Requester
  ) {
    if case .key(let key) = reference, isRecognised == false, hub.tasks[key] == nil {
      lifecycle.early.keep(report, of: key, at: hub.now.awake)
    }
    _ = hub.liveTask(reference, for: requester)
  }

  private mutating func cancel(
    _ reference: TaskReference, isForced: Bool, signal: StopSignal?, note: SanitisedText?,
    by requester: Requester
  ) {
    guard let task = hub.liveTask(reference, for: requester) else { return }
    if task.state == .queued {
      Adjusting.cancel(task, note: note, by: requester, &queue, &durability, in: &hub)
    } else {
      Cancelling.cancel(
        task, isForced: isForced, signal: signal, note: note, by: requester, in: &hub)
    }
  }

  private mutating func pause(_ reference: TaskReference, by requester: Requester) {
    guard let task = hub.liveTask(reference, for: requester) else { return }
    if task.state == .queued {
      Adjusting.hold(task.key, true, by: requester, &queue, &durability, in: &hub)
    } else if task.hasWaitingJob {
      Engines.hold(task, true, by: requester, in: &hub)
    } else {
      Pausing.pause(task, by: requester, in: &hub)
    }
  }

  private mutating func resume(_ reference: TaskReference, by requester: Requester) {
    guard let task = hub.liveTask(reference, for: requester) else { return }
    if task.state == .queued, !queue.isOnHold(task.key) {
      guard requester.request != nil else { return }
      hub.reply(requester, .noted(queue.noticeOfResume(task, in: hub)))
    } else if task.state == .queued {
      Adjusting.hold(task.key, false, by: requester, &queue, &durability, in: &hub)
    } else if task.hasWaitingJob {
      Engines.hold(task, false, by: requester, in: &hub)
    } else {
      Pausing.resume(task, by: requester, in: &hub)
    }
  }

  /// Looks at a task at the moment that the task's wake-up was armed for.
  private mutating func wakeUp(_ key: TaskKey) {
    guard let task = hub.tasks[key] else { return }
    let now = hub.now.awake
    hub.change(key) {
      if let armed = $0.armedWakeUp, armed <= now { $0.armedWakeUp = nil }
    }
    if let end = task.end {
      if end.leavesAt <= now { hub.tasks.dismiss(key) }
    } else if task.state == .queued {
      queue.lookAtTime(of: key, in: &hub)
    } else if let heldBackUntil = task.cancelling?.heldBackUntil, heldBackUntil <= now {
      cancelling.endPatience(of: key, in: &hub)
    } else if task.state == .running, let ends = task.submission?.refreshEnds, ends <= now {
      Refreshing.expire(key, in: &hub)
    } else {
      Watching.lookAtClocks(of: key, in: &hub)
      // An order to stop that the clocks have led to comes first.
      react()
      telling.tellOfInput(key, in: &hub)
      Suspending.suspendAtLast(key, in: &hub)
    }
  }
}
