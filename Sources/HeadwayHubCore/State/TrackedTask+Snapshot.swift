internal import HeadwayModel

extension TrackedTask {
  /// Returns the snapshot of the task at `now`, without the parts that only the queue knows.
  func snapshot(at now: Moment) -> TaskSnapshot {
    var snapshot = TaskSnapshot(number: number, description, state: shownState)
    snapshot.job = job
    snapshot.subtitle = subtitle
    snapshot.ending = end?.ending
    snapshot.cancelNote = cancelNote
    snapshot.progress = progressView(at: now)
    snapshot.queuedAt = submission?.queuedAt
    snapshot.startedAt = awaitsBegin ? nil : startedAt
    snapshot.endedAt = end?.at
    snapshot.elapsed =
      awaitsBegin ? nil : end?.elapsed ?? max(.zero, now.running - startedRunning)
    snapshot.worker.foreground = worker.foreground && isLive && !awaitsBegin
    snapshot.worker.isAttachable = worker.isAttachable && isLive
    snapshot.worker.pid = isLive && worker.process.pid > 0 ? worker.process.pid : nil
    snapshot.terms = LaunchTermsView(
      terms, retriesAt: snapshot.state == .queued ? submission?.retriesAt : nil)
    snapshot.terms.earlierEnds = earlierEnds
    snapshot.terms.units = isLive ? submission?.claim?.units ?? [:] : [:]
    if let given = snapshot.terms.units[GPUChoice.resource] { snapshot.terms.gpus = given }
    snapshot.worker.isPausable = worker.isPausable && isActive
    snapshot.attempt = attempt
    snapshot.assertions.leaked = leakedAssertion
    addLiveState(to: &snapshot, at: now)
    return snapshot
  }

  private func progressView(at now: Moment) -> TaskProgressView {
    guard state == .running, currentInputWait == nil, !input.programState.isResting else {
      return TaskProgressView(progress)
    }
    let remaining = forecast.remaining
    let eta = remaining.eta(
      of: progress, elapsed: now.running - startedRunning, at: now.running)
    let isGoingOn = remaining.isAdvancing(at: now.running) && !progress.isDone
    return TaskProgressView(progress, rate: isGoingOn ? forecast.rate.rate : nil, eta: eta)
  }

  /// The input that the task waits for at its terminal. Nil for a halted task, which reads nothing.
  var currentInputWait: InputWait? { state == .running ? input.wait : nil }

  /// The state that the program itself tells. A halted program tells nothing.
  private var currentProgramState: ProgramState {
    state == .running ? input.programState : .working
  }

  /// Whether the task needs a person: a stall question is open, or the task waits for a person.
  /// ``TaskSnapshot/needsAnswer`` is the same for clients.
  var needsAnswer: Bool {
    isLive && (stall.question != nil || waitsForUser || hasWaitingJob && job?.hindrance != nil)
  }

  /// Whether the task waits at its terminal, or its program says that it waits for a person.
  /// ``TaskSnapshot/waitsForUser`` is the same for clients.
  var waitsForUser: Bool { state == .running && input.isWaiting && !isBeforeItsUser }

  /// Whether the task is an interactive program, such as an editor, in the foreground of a terminal.
  /// A program that says that it waits for a person isn't.
  var isBeforeItsUser: Bool {
    !currentProgramState.isBlocked && currentInputWait == .input && input.isInteractive
      && worker.foreground
  }

  /// The time until the supervisor kills the cancelled command. Nil if no kill is certain: the
  /// order isn't delivered, or the worker is a program that ends by itself. Nil too for the job of an
  /// engine, which chooses the time of the kill itself.
  private func killedIn(at now: AwakeTime) -> Duration? {
    guard worker.isSupervisor, worker.connection != nil, let cancelling,
      let deliveredAt = cancelling.deliveredAt, job == nil || !awaitsBegin
    else { return nil }
    if cancelling.order.isForced { return job == nil ? .zero : nil }
    return max(.zero, deliveredAt + cancelling.order.grace - now)
  }

  /// The event that a job waits for which its engine has suspended.
  static let engineResumes = SanitisedText(wire: "its cluster to resume it")

  private func addLiveState(to snapshot: inout TaskSnapshot, at now: Moment) {
    guard isLive else { return }
    if state == .suspended {
      let ofEngine: SanitisedText? = isSuspendedByEngine ? TrackedTask.engineResumes : nil
      snapshot.terms.blockedOn = halting.reasons.suspension ?? ofEngine
    }
    if state == .running, !worker.isPausable { snapshot.terms.blockedOn = halting.missingCondition }
    snapshot.waitingForInput = currentInputWait
    snapshot.programState = currentProgramState == .working ? nil : currentProgramState
    if state == .running { snapshot.toldSubtasks = input.toldSubtasks }
    snapshot.worker.isInteractive = currentInputWait != nil && input.isInteractive
    if terms?.isAdopted == true {
      // The administrator of the engine has set the time until the job is killed.
      snapshot.worker.grace = nil
    } else {
      snapshot.worker.killedIn = killedIn(at: now.awake)
    }
    if state == .running {
      snapshot.worker.timeLeft = worker.limitEndsAt.map { max(.zero, $0.since(now.wall)) }
    }
    snapshot.assertions.current = assertion ?? cancelling?.awaitedAssertion
    guard let question = stall.question else { return }
    snapshot.stall.kind = question.kind
    snapshot.stall.time = stall.stalledTime(at: now.awake)
    snapshot.stall.slowdown = stall.slowdown
    snapshot.stall.memoryBytes = question.memoryBytes
    snapshot.stall.expiresIn = stall.expiresIn(at: now.awake)
  }
}

extension TrackedTask {
  /// The note on a task that is skipped because of this task's end: "task 7 failed".
  var endNote: SanitisedText {
    switch end?.ending.reason {
    case .completed: SanitisedText(wire: "task \(number) completed")
    case .failed: SanitisedText(wire: "task \(number) failed")
    case .cancelled(.dependency): SanitisedText(wire: "task \(number) was skipped")
    case .cancelled: SanitisedText(wire: "task \(number) was cancelled")
    case .expired: SanitisedText(wire: "task \(number) was stopped")
    case .lost: SanitisedText(wire: "task \(number) was lost")
    case nil: SanitisedText(wire: "task \(number) ended")
    }
  }
}

extension HubSummary {
  /// Counts a task without making a snapshot of it, because there may be ten thousand tasks.
  mutating func add(_ task: borrowing TrackedTask) { add(Top(task), task.end?.ending) }
}

extension HubSummary.Top {
  fileprivate init(_ task: borrowing TrackedTask) {
    self.init(
      number: task.number, title: task.description.title, state: task.shownState,
      fraction: task.progress.fraction, needsAnswer: task.needsAnswer,
      sensitive: task.description.sensitive,
      waitsForInput: task.isLive && task.waitsForUser,
      hasFailed: task.end?.ending.reason.isFailure == true)
  }
}
