/// A task as everyone outside the hub sees it: one line of a snapshot, one object of
/// `headway list --json`. Nil is "unknown" or "none".
public struct TaskSnapshot: Hashable, Sendable {
  /// The number of the task.
  public var number: TaskNumber
  /// The key of the task.
  public var key: TaskKey
  /// The identifier of the task.
  public var identifier: SanitisedText?
  /// The title of the task.
  public var title: SanitisedText
  /// The subtitle; nil if the worker sent none.
  public var subtitle: SanitisedText?
  /// Redact on shared surfaces.
  public var sensitive = false
  /// The state of the task.
  public var state: TaskState
  /// The end of the task; nil for a live task.
  public var ending: TaskEnding?
  /// Why a person cancelled it, in their words.
  public var cancelNote: SanitisedText?
  /// The progress of the task.
  public var progress = TaskProgressView()
  /// The time of the submission; nil for a task that began at once.
  public var queuedAt: WallTime?
  /// The time of the begin; nil for a task that hasn't begun.
  public var startedAt: WallTime?
  /// The time of the end; nil for a live task.
  public var endedAt: WallTime?
  /// The time from the start to the end or to now, by the running clock.
  public var elapsed: Duration?
  /// The worker of the task.
  public var worker = WorkerView()
  /// Whether the task has ended and `headway restart` begins another attempt.
  public var isRestartable = false
  /// The stall of the task, and the question about it.
  public var stall = StallView()
  /// The policy for stalls, as the task was given it. The default from a hub that doesn't send it.
  public var stallPolicy = StallPolicy()
  /// Whether a person wants a notification of the end, however short the task is.
  public var notifiesOfEnd = false
  /// The input that the task waits for at its terminal; nil for none.
  public var waitingForInput: InputWait?
  /// The state that the program itself tells; nil for a program that works or has told nothing.
  public var programState: ProgramState?
  /// The subtasks that the program itself tells.
  public var toldSubtasks: [ToldSubtask] = []
  /// The work that the task must finish before it is stopped.
  public var assertions = AssertionView()
  /// The words of the command; nil for other work.
  public var command: [SanitisedText]?
  /// The directory of the command.
  public var directory: SanitisedText?
  /// The key of the parent.
  public var parent: TaskKey?
  /// The number of this attempt, starting at 1.
  public var attempt = 1
  /// The group of the task.
  public var group: SanitisedText?
  /// The terms of the launch.
  public var terms = LaunchTermsView()
  /// The job of a task that another engine than the hub's queue runs; nil for other tasks.
  public var job: EngineJob?
  /// The path of the output log of the last launch. The hub doesn't send the path: a command of this
  /// machine fills it in. Nil if there is no log, and while nobody has looked.
  public var log: String?
  /// The machine whose hub knows the task; nil for this machine. The hub doesn't send the machine:
  /// whoever asked another machine's hub fills it in.
  public var host: HostName?

  /// Makes a snapshot with defaults for everything else.
  public init(number: TaskNumber, key: TaskKey, title: SanitisedText, state: TaskState) {
    self.number = number
    self.key = key
    self.title = title
    self.state = state
  }

  /// Makes a snapshot with what the worker said of the task, and defaults for everything else.
  public init(number: TaskNumber, _ description: TaskDescription, state: TaskState) {
    self.init(number: number, key: description.key, title: description.title, state: state)
    identifier = description.identifier
    sensitive = description.sensitive
    command = description.command
    directory = description.directory
    parent = description.parent
    group = description.group
    worker.grace = description.grace
    worker.timeLimit = description.timeLimit
    stallPolicy = description.stallPolicy
    notifiesOfEnd = description.notifiesOfEnd
  }
}

extension TaskSnapshot {
  /// The number as commands take it: `7`, or `build1:7` for a task of another machine.
  public var reference: String { host.map { "\($0):\(number)" } ?? number.description }

  /// Moves all times by the same duration, from the clock of another machine to that of this one.
  public mutating func moveTimes(by duration: Duration) {
    func move(_ time: inout WallTime?) { time = time?.advanced(by: duration) }
    move(&queuedAt)
    move(&startedAt)
    move(&endedAt)
    move(&terms.earliest)
    move(&terms.retriesAt)
  }
}

/// The worker part of a snapshot.
public struct WorkerView: Hashable, Sendable {
  /// A terminal is attached to its supervisor.
  public var foreground = false
  /// `headway attach` leads to its terminal.
  public var isAttachable = false
  /// `headway pause` can stop it.
  public var isPausable = false
  /// The task waits for keys as an editor or a pager does.
  public var isInteractive = false
  /// The process of the worker; nil for a task that isn't live.
  public var pid: Int32?
  /// The time between SIGTERM and SIGKILL when the task is cancelled; nil from a hub that doesn't
  /// send it.
  public var grace: Duration?
  /// The time until the supervisor kills the cancelled command; nil if no kill is certain.
  public var killedIn: Duration?
  /// The time for which each attempt may run; nil for no limit.
  public var timeLimit: Duration?
  /// The time until the running task reaches its limit; nil while its clock stands.
  public var timeLeft: Duration?

  /// Makes the view of a task without a worker.
  public init() {}
}

/// The stall part of a snapshot. All values are nil while no question is asked.
public struct StallView: Hashable, Sendable {
  /// The kind of the stall; nil for a task that isn't stalled.
  public var kind: StallKind?
  /// The time for which the stalled clock has stood, at the time of this snapshot.
  public var time: Duration?
  /// The factor by which the task is slower than usual, if the question is about that.
  public var slowdown: Double?
  /// The resident memory of its processes when it was asked about, in bytes; nil for questions that
  /// aren't about memory, and from a hub that doesn't measure.
  public var memoryBytes: Int64?
  /// The time until the unanswered question expires the task; nil without a countdown.
  public var expiresIn: Duration?

  /// Makes the view of a task that isn't stalled.
  public init() {}
}

/// The assertions part of a snapshot: work that a task must finish before it is stopped.
public struct AssertionView: Hashable, Sendable {
  /// The work that the task must finish now.
  public var current: SanitisedText?
  /// The work that the task didn't finish within the time it may take.
  public var leaked: SanitisedText?

  /// Makes the view of a task that asserts nothing.
  public init() {}
}

/// The progress part of a snapshot, with what the hub derives from it.
public struct TaskProgressView: Hashable, Sendable {
  /// The completed units; nil if they aren't known.
  public var completed: Int64?
  /// The total of units; nil if it isn't known.
  public var total: Int64?
  /// The unit of the counts.
  public var unit: SanitisedText?
  /// The estimated units of a heartbeat.
  public var estimated: Int64 = 0
  /// Measured units only, 0 to 1.
  public var fraction: Double?
  /// Measured and estimated units, 0 to 1.
  public var estimatedFraction: Double?
  /// Whether the total has grown in this phase.
  public var isGrowing = false
  /// The name of the phase.
  public var phase: SanitisedText?
  /// Units a second; nil while unknown.
  public var rate: Double?
  /// The remaining time; nil if it isn't known. An unknown ETA isn't shown.
  public var eta: Duration?
  /// The precision of `eta`; nil without one, and from a hub that doesn't send it.
  public var etaConfidence: EtaConfidence?

  /// Makes the view of a task that hasn't reported.
  public init() {}

  /// Makes the view of a task's progress.
  public init(_ progress: TaskProgress, rate: Double? = nil, eta: Eta? = nil) {
    completed = progress.completed
    total = progress.total
    unit = progress.unit
    estimated = progress.estimated
    fraction = progress.fraction
    estimatedFraction = progress.estimatedFraction
    isGrowing = progress.isGrowing
    phase = progress.phase
    self.rate = rate
    self.eta = eta?.remaining
    etaConfidence = eta?.confidence
  }

  /// Returns this progress, or `earlier` if that was further in the same phase.
  ///
  /// After a crash the hub goes on from its record, which may be behind what a monitor has shown.
  /// The worker's return corrects that.
  public func notBehind(_ earlier: TaskProgressView) -> TaskProgressView {
    let isBehind =
      phase == earlier.phase && unit == earlier.unit
      && completed ?? -1 < earlier.completed ?? -1 && fraction ?? 0 <= earlier.fraction ?? 0
    return isBehind ? earlier : self
  }
}

/// Why a task is asked about: which of its clocks ran out, the one that says most first; or memory.
public enum StallKind: String, Hashable, Sendable, CaseIterable {
  /// No message, output, CPU use, or traffic of files, disks or TCP.
  case silent
  /// Alive, but completed units stand still.
  case notAdvancing
  /// The task goes on, at less than a tenth of its own median rate.
  case slow
  /// The task waits for input at a terminal that nobody is at.
  case input
  /// The system is low on memory, and of all tasks this one uses the most.
  case memory
}

/// The input that the task's foreground group waits for at its terminal, proven by proc(5),
/// `syscall`.
public enum InputWait: String, Hashable, Sendable {
  case input, password
}

extension TaskSnapshot {
  /// Needs a person: it stalled and asks, waits at its terminal, or says so. An interactive program
  /// in front of its user needs nobody else.
  public var needsAnswer: Bool {
    state != .ended && (stall.kind != nil || waitsForUser || isHindered)
  }

  /// Whether the engine says that the job of the queued task can never start.
  public var isHindered: Bool { state == .queued && job?.hindrance != nil }

  /// Whether the task waits at its terminal, or its program says that it waits for a person.
  ///
  /// A program that says that it is idle, done or failed waits for nobody, though its terminal reads
  /// keys. A password is asked for all the same.
  public var waitsForUser: Bool {
    if isBlocked { return true }
    guard waitingForInput == .password || programState == nil else { return false }
    return waitingForInput != nil && !isBeforeItsUser
  }

  /// Whether the program says that it waits for a person.
  public var isBlocked: Bool { programState?.isBlocked == true }

  /// Whether the task is an interactive program, such as an editor, in the foreground of a terminal.
  /// A program that says that it waits for a person isn't.
  public var isBeforeItsUser: Bool {
    !isBlocked && waitingForInput == .input && worker.isInteractive && worker.foreground
  }

  /// The question as it stands; nil while none is asked. `further` is the time since this
  /// snapshot was taken; `subject` stands for the title where that is said already or too long.
  public func question(
    after further: Duration = .zero, of subject: StallQuestion.Subject? = nil
  ) -> String? {
    guard let kind = stall.kind, let time = stall.time, state != .ended else { return nil }
    return StallQuestion(
      subject ?? .named(title.string), fraction: progress.fraction, kind: kind,
      duration: time + further, slowdown: stall.slowdown, memoryBytes: stall.memoryBytes
    ).text
  }
}

extension TaskReference {
  /// Whether this reference names the task of the snapshot.
  public func names(_ task: TaskSnapshot) -> Bool {
    switch self {
    case .number(let number): task.number == number
    case .key(let key): task.key == key
    case .identifier(let identifier): task.identifier?.string == identifier
    }
  }
}

/// The state of a task in its life. The raw values are the words of `headway list --json`.
public enum TaskState: String, Hashable, Sendable, CaseIterable {
  /// Accepted, waiting for its turn.
  case queued
  /// The process of the task is being started.
  case starting
  case running
  /// Stopped by a person.
  case paused
  /// Stopped by the system.
  case suspended
  /// Asked to stop; its grace runs.
  case cancelling
  /// Over, for the reason its ending gives.
  case ended
}
