internal import HeadwayModel

/// The hub's own view of one task: the values of its snapshots, and the values that decisions need.
///
/// The optional values `submission`, `cancelling` and `end` exist only in some states of a task.
/// `state` is derived from them.
struct TrackedTask: Sendable {
  let number: TaskNumber
  var description: TaskDescription
  var subtitle: SanitisedText?
  var progress = TaskProgress()
  /// Whether a script or the library has reported for the task. Progress recognised in output no
  /// longer counts then.
  var reportsItself = false
  var forecast = TaskForecast()
  var worker: WorkerAttachment
  var halting = TaskHalting()
  var input = InputWatch()
  var stall: StallWatch
  /// The record of the last question, which may be answered or withdrawn by now.
  var lastQuestion: StallRecord?
  /// The order to stop; nil if there is none.
  var cancelling: PendingCancel?
  /// The note of the person that cancelled the task.
  var cancelNote: SanitisedText?
  /// The work that the worker must finish before it can be stopped.
  var assertion: SanitisedText?
  var leakedAssertion: SanitisedText?
  /// The number of this attempt, starting at 1.
  var attempt = 1
  /// The ends of earlier attempts under this key, the oldest first.
  var earlierEnds: [AttemptEnd] = []
  /// Whether a later attempt has replaced the task in lists.
  var isReplaced = false
  /// Whether a person has acknowledged the end. Lists and counts no longer show the task then.
  var isAcknowledged = false
  /// The terms of the submission; nil for a task that began at once.
  var terms: LaunchTerms?
  /// The submission, as the queue knows it; nil for a task that began at once.
  var submission: TaskSubmission?
  /// The job of the task in another engine than this hub's queue; nil for none.
  var job: EngineJob?
  /// The time of the begin. For a queued task, the time of the submission.
  var startedAt: WallTime
  /// The begin on the running clock. Before the clock's origin for a begin before the boot.
  var startedRunning: RunningTime
  /// The end; nil while the task is live.
  var end: TaskEnd?
  /// The earliest wake-up under way for this task, on the awake clock.
  var armedWakeUp: AwakeTime?
  /// The weight of the task's change in this turn; nil if it didn't change.
  var untoldChange: ChangeKind?

  var key: TaskKey { description.key }
  var isLive: Bool { end == nil }
  /// Whether lists and counts show the task while it is in the live list.
  var isShown: Bool { !isReplaced && !isAcknowledged }
  /// Whether the task was queued and no worker has begun it.
  var awaitsBegin: Bool { submission.map { $0.stage != .begun } ?? false }

  /// The state, as derived from `end`, `submission`, `cancelling`, `halting` and `job`. An end outranks
  /// everything. A task that hasn't begun can't be halted.
  var state: TaskState {
    if end != nil { return .ended }
    switch submission?.stage {
    case .queued?: return .queued
    case .starting?: return cancelling == nil ? .starting : .cancelling
    case .begun?, nil:
      guard cancelling == nil else { return .cancelling }
      let state = halting.reasons.state
      return state == .running && isSuspendedByEngine ? .suspended : state
    }
  }

  /// Whether the engine of the task's job has suspended the job.
  var isSuspendedByEngine: Bool { job?.isSuspended == true }

  /// Whether the task has begun and isn't being stopped.
  var isActive: Bool {
    switch state {
    case .running, .paused, .suspended: true
    case .queued, .starting, .cancelling, .ended: false
    }
  }

  var isHalted: Bool { state == .paused || state == .suspended }

  /// Whether the stall clocks may run.
  var mayStall: Bool { input.wait == nil && !input.programState.isResting && state == .running }

  /// Whether a task that the hub launched waits for input at its terminal. At the terminal of a
  /// `headway run` a person sees the wait. What a program says of itself doesn't count: no task is
  /// ended for that.
  var waitsUnseen: Bool {
    state == .running && input.terminalWaits && terms?.launcher == .hub && !worker.foreground
  }

  /// Returns the next instant at which to look at the task; nil for never.
  ///
  /// The function changes nothing. It is mutating so that it works on the task in its place: a
  /// nonmutating function would copy 2 KiB for every report.
  mutating func nextDeadline() -> AwakeTime? {
    if let end { return end.leavesAt }
    let state = state
    if state == .queued { return submission?.looksAt }
    if let heldBackUntil = cancelling?.heldBackUntil { return heldBackUntil }
    guard state == .running else { return nil }
    let own = AwakeTime.earlier(submission?.refreshEnds, tellsOfInputAt)
    let ofStall = stall.nextDeadline(hasMeasured: progress.tellsAdvance)
    let ofAll = AwakeTime.earliest(ofStall, halting.pending?.until, own)
    return mayStall ? .earlier(ofAll, forecast.etaEnds) : ofAll
  }

  /// The instant (awake clock) at which the hub tells of the wait at the terminal. Nil if it told
  /// of it already, or won't.
  var tellsOfInputAt: AwakeTime? {
    guard !input.isTold, !isBeforeItsUser, let patience = input.patience, let since = input.since,
      state == .running
    else { return nil }
    let due = worker.foreground ? since + patience : since
    guard !input.terminalWaits else { return due }
    return max(due + InputWatch.toldPause, input.toldAt.map { $0 + InputWatch.toldInterval } ?? due)
  }

  /// Arms a wake-up for the next deadline, if none comes earlier.
  ///
  /// A wake-up that comes too early finds nothing to do and arms the next one. A busy task
  /// therefore costs one timer and not one per report.
  ///
  /// - Returns: the time after which to wake up; nil if no further wake-up is needed.
  mutating func arm(at now: Moment) -> Duration? {
    guard let deadline = nextDeadline() else { return nil }
    if let armed = armedWakeUp, armed <= deadline { return nil }
    armedWakeUp = deadline
    return max(.zero, deadline - now.awake)
  }

  /// Notes a change, and returns whether it is the first one in this turn.
  mutating func noteChange(_ kind: ChangeKind) -> Bool {
    defer { untoldChange = max(untoldChange ?? kind, kind) }
    return untoldChange == nil
  }

  mutating func takeUntoldChange() -> ChangeKind? {
    defer { untoldChange = nil }
    return untoldChange
  }
}

/// A task's worker: its process, its connection, and its statements about its terminal.
struct WorkerAttachment: Hashable, Sendable {
  var process: ProcessIdentity
  var connection: ConnectionID?
  /// Whether the worker is a supervisor. A supervisor ends its own processes when the hub tells it
  /// to stop, and kills them after the grace.
  var isSupervisor: Bool
  /// Whether the command is in the foreground of a person's terminal. True until the worker says
  /// otherwise, unless the hub launches the task: such a task has no terminal of a person.
  var foreground = true
  var isAttachable = false
  var isPausable = false
  /// The time at which the task reaches its time limit, unless it is paused before.
  var limitEndsAt: WallTime?

  /// Makes the attachment of a task without a worker, because the hub launches one later.
  static func nobody(bootID: String) -> WorkerAttachment {
    WorkerAttachment(
      process: ProcessIdentity(pid: 0, startTime: 0, bootID: bootID), connection: nil,
      isSupervisor: true)
  }

  /// Notes that another connection, perhaps of another process, reports for the task from now on.
  mutating func attach(_ peer: ConnectionPeer, over connection: ConnectionID) {
    (process, isSupervisor) = (peer.process, peer.isSupervisor)
    self.connection = connection
  }
}

/// A submitted task, as the queue knows it.
struct TaskSubmission: Sendable {
  var stage = Stage.queued
  /// The time of the submission, or of the end of the attempt before.
  var queuedAt: WallTime?
  /// The rank of the task among the queued tasks of its priority.
  var turnRank: Int?
  /// Whether the task stays on hold until a person resumes it.
  var isHeld = false
  /// The time of the next attempt, if the last attempt failed.
  var retriesAt: WallTime?
  /// The instant (awake clock) of the next look at the start time of a queued task.
  var looksAt: AwakeTime?
  /// The resources that the task holds until it ends.
  var claim: LaunchClaim?
  /// The number of a person's changes that the record hasn't got yet.
  var unrecordedChanges = 0
  /// Whether the hub started a second supervisor for the launch, because the first one left before
  /// the begin.
  var wasRelaunched = false
  /// The deadline (awake clock) of a refresh.
  var refreshEnds: AwakeTime?

  /// The stage of a task on its way through the queue.
  enum Stage: Hashable, Sendable {
    /// The task waits for its turn.
    case queued
    /// The task has had its turn, but no worker has begun it.
    case starting
    case begun
  }
}

/// An order to stop, which the worker has got or will get.
struct PendingCancel: Sendable {
  var order: CancelOrder
  /// The instant (awake clock) of the order, or at which a later hub loaded the order.
  var orderedAt: AwakeTime
  /// The deadline (awake clock) until which the hub withholds the order from the worker. The hub
  /// delivers the order earlier once no assertion and no subtask that it waits for is left. Nil if
  /// the order isn't withheld.
  var heldBackUntil: AwakeTime?
  /// The instant (awake clock) at which the hub told the worker; nil before.
  var deliveredAt: AwakeTime?
  /// The deadline (awake clock) until which the order waits for the ends of the subtasks, which are
  /// told to stop first.
  var subtasksUntil: AwakeTime?
  /// Whether the task is from an earlier hub, so that its subtasks may come back later than the
  /// task.
  var isReturning = false
  /// The assertion of a subtask that the order waits for.
  var awaitedAssertion: SanitisedText?
}

/// The reasons for which a task is halted, and the orders that wait until it goes on.
struct TaskHalting: Sendable {
  var reasons = HaltState()
  /// A suspension that waits for the work that the task asserts.
  var pending: PendingSuspension?
  /// The condition that a running task lacks. The task is suspended for it if its worker can pause
  /// it.
  var missingCondition: SanitisedText?
  /// The orders that a halted worker gets when it goes on, at most one of each kind.
  var deferred: [WorkerOrder] = []
}

/// The wait of a task for a person at its terminal, and what else its program tells of itself.
struct InputWatch: Sendable {
  /// The input that the task waits for; nil while it doesn't wait.
  private(set) var wait: InputWait?
  /// The state that the program itself tells.
  private(set) var programState = ProgramState.working
  /// Whether the program's last word about its state came with a message.
  var hasMessage = false
  /// The subtasks that the program itself tells, at most ``ToldSubtask/countLimit``.
  private(set) var toldSubtasks: [ToldSubtask] = []
  /// Whether the task reads its terminal key by key, as an editor does.
  var isInteractive = false
  /// The instant (awake clock) at which ``news`` began; nil without news.
  var since: AwakeTime?
  /// The time that the hub gives a person at the terminal before it tells of the wait. Nil if no
  /// hook and no notification is wanted.
  var patience: Duration?
  /// Whether the hub has told of the news. After a restart of the hub, the flag is about the news
  /// that the earlier hub saw, until the worker reports.
  var isTold = false
  /// The instant (awake clock) at which the hub told of news; nil if it never did.
  var toldAt: AwakeTime?

  /// The time for which a program must say that it waits before the hub tells of that.
  static let toldPause: Duration = .seconds(1)
  /// The shortest time between two such news of one task: the program's output decides about them.
  static let toldInterval: Duration = .seconds(30)

  /// Whether the task waits at its terminal, or its program says that it waits for a person.
  var isWaiting: Bool { terminalWaits || programState.isBlocked }

  /// Whether the task waits at its terminal. What a program says of itself goes before the terminal,
  /// unless the terminal asks for a password.
  var terminalWaits: Bool { wait == .password || wait != nil && programState == .working }

  /// Whether the subtitle is the message about a state that lasts. A line of the output doesn't
  /// replace the message then.
  var keepsMessage: Bool { hasMessage && programState != .working }

  /// The event that people may want to hear of; nil for none.
  var news: TaskNews.Event? {
    if isWaiting { return .input }
    return switch programState {
    case .done: .done
    case .error: .error
    case .working, .idle, .blocked, .permission, .question, .signIn: nil
    }
  }

  /// Notes the input that the task waits for; nil if it waits for none.
  mutating func note(_ wait: InputWait?, at now: AwakeTime) {
    let before = news
    self.wait = wait
    noteNews(before, at: now)
  }

  /// Notes the state that the program itself tells.
  mutating func note(_ state: ProgramState, at now: AwakeTime) {
    let before = news
    programState = state
    noteNews(before, at: now)
  }

  /// Notes the subtasks that the program itself tells.
  mutating func note(_ subtasks: [ToldSubtask]) {
    toldSubtasks = Array(subtasks.prefix(ToldSubtask.countLimit))
  }

  /// Notes that the task has ended: it waits for nothing.
  mutating func end() {
    (wait, programState, hasMessage, toldSubtasks) = (nil, .working, false, [])
    (since, isTold) = (nil, false)
  }

  private mutating func noteNews(_ before: TaskNews.Event?, at now: AwakeTime) {
    guard let news else {
      (since, isTold) = (nil, false)
      return
    }
    guard news != before else { return }
    since = now
    // The flag of an earlier hub is about the first news.
    if before != nil { isTold = false }
  }
}

/// The progress of a task over time, and the forecast of its end.
struct TaskForecast: Sendable {
  var rate = RateEstimator()
  var remaining = EtaEstimator()
  /// The instant (awake clock) at which the hub drops the ETA unless the task advances.
  var etaEnds: AwakeTime?
  /// Whether a phase before this one showed a percent.
  var hasShownPercent = false
}

/// The end of a task.
struct TaskEnd: Sendable {
  var ending: TaskEnding
  var at: WallTime
  /// The time that the task ran; nil if it never began.
  var elapsed: Duration?
  /// The pace of the run, for later ones; nil if there is none.
  var pace: RunPace?
  /// The instant (awake clock) at which the task leaves the live list.
  var leavesAt: AwakeTime
}
