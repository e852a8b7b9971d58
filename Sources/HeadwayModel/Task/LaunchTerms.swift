/// The terms of a launch: what `headway submit`, `headway run --queue` and a request of
/// BackgroundTasks say besides the task itself.
public struct LaunchTerms: Hashable, Sendable {
  /// The strategy if the task can't start at once.
  public var strategy = SubmissionStrategy.queue
  /// Higher goes first; first in first out among equals.
  public var priority = 0
  /// Counts against the slots of its group.
  public var takesSlot = true
  /// The number of slots that the task takes, if it takes any.
  public var slots = 1
  /// Units of each resource, by its name; 1 or more.
  public var needs: [String: Int] = [:]
  /// The choice among graphics processors, for a task that needs any.
  public var gpus = GPUChoice()
  /// The tasks that have to end first.
  public var dependencies: [Dependency] = []
  /// The earliest start; nil for none.
  public var earliest: EarliestStart?
  /// All of them must hold when it starts.
  public var conditions: [StartCondition] = []
  /// The conditions that must hold while the task runs. The task is suspended while one doesn't.
  public var whileConditions: [StartCondition] = []
  /// The program that starts the task when its turn comes.
  public var launcher = Launcher.hub
  /// The number of further attempts after a failed one.
  public var retries = 0
  /// The shortest time between two begins of a task that runs again and again, for at most 30 s
  /// each.
  public var refresh: Duration?
  /// The series that the task is a run of; nil for a task that runs once.
  public var series: RunSeries?
  /// The niceness and the limits of the shell that submitted the command.
  public var inherited = InheritedLimits()
  /// Whether the task was woken while it ran. Its next run then comes soon.
  public var isWoken = false
  /// Whether a person had the running task stopped to be started again. Its next attempt is queued
  /// when it has ended, whatever the end.
  public var restartsAtEnd = false
  /// Whether a person had the next run start at once: without a slot, ahead of its time, and whatever
  /// ``conditions`` say.
  public var startsNow = false
  /// The standard streams of the command, if the hub launches the task.
  public var streams = LaunchStreams.terminal
  /// The width of the command's terminal in columns (``columnCounts``); nil for 80.
  public var columns: Int?
  /// Whether the hub refuses a group that neither the config nor a command made, and of which no
  /// task waits.
  /// The terms of an accepted task no longer say so.
  public var needsKnownGroup = false
  /// The number of bytes of the environment that the command gets from its submitter, without NUL
  /// bytes; nil if that isn't known. The hub counts them.
  public var environmentBytes: Int?

  /// The place of the task in a job array; nil for a task on its own.
  public var array: ArrayPart?
  /// The engine that runs the task; nil for the queue of this hub.
  public var engine: EngineTerms?

  /// Makes the default terms: the hub launches the task when a slot is free.
  public init() {}

  /// Whether the engine had the job before the task was made. Such a task can't be started again.
  public var isAdopted: Bool { engine?.job != nil }

  /// All that must hold when it starts.
  public var startConditions: Set<StartCondition> {
    Set(startsNow ? [] : conditions).union(whileConditions)
  }

  /// The priorities that a task can have. The largest goes first.
  public static let priorities = -1000...1000
  /// The largest number of further attempts.
  public static let retryLimit = 100
  /// The intervals that a repeated task can have.
  public static let refreshIntervals = Duration.seconds(1)...Duration.seconds(366 * 86_400)
  /// The widths that a terminal can have.
  public static let columnCounts = 1...10_000
  /// More than any machine has of anything.
  public static let unitLimit = 1024
  /// Bounds what a line can ask of the hub.
  public static let listLimit = 64
}

/// `BGContinuedProcessingTaskRequest.SubmissionStrategy`.
public enum SubmissionStrategy: String, Hashable, Sendable {
  /// Wait for a turn.
  case queue
  /// Start now, or be refused.
  case fail
  /// Wait until a person resumes or starts the task.
  case hold
}

/// The standard streams of a command that the hub launches.
public enum LaunchStreams: String, Hashable, Sendable, CaseIterable {
  /// A terminal of the command's own. A person can attach to it.
  case terminal
  /// `/dev/null` as input, and one pipe for output and errors.
  case pipe
  /// `/dev/null` as input, and a pipe each for output and errors.
  case pipes
}

/// Another task that has to end first.
public struct Dependency: Hashable, Sendable {
  /// The task to wait for.
  public var task: TaskReference
  /// Whether a failure, a cancel or a loss of this task ends the task that waits for it.
  public var needsSuccess: Bool

  /// Makes a dependency.
  public init(_ task: TaskReference, needsSuccess: Bool) {
    self.task = task
    self.needsSuccess = needsSuccess
  }
}

/// The earliest time of the start (`BGTaskRequest.earliestBeginDate`).
public struct EarliestStart: Hashable, Sendable {
  /// The time of the start.
  public var time: WallTime
  /// The time as its user reads it, in the time zone that is theirs.
  public var words: SanitisedText

  /// Makes an earliest start. The words are those that its user wrote.
  public init(_ time: WallTime, words: SanitisedText) {
    self.time = time
    self.words = words
  }
}

/// Who starts the work when its turn has come.
public enum Launcher: String, Hashable, Sendable {
  /// The hub, with a supervisor of its own.
  case hub
  /// The process that submitted it and waits: `headway run --queue`, a Swift program.
  case worker
}

/// A task that asks for a turn.
public struct Submission: Hashable, Sendable {
  /// The description of the task.
  public var description: TaskDescription
  /// The first report of the task.
  public var report: WorkerReport
  /// The terms of the launch.
  public var terms: LaunchTerms

  /// Makes a submission.
  public init(_ description: TaskDescription, _ terms: LaunchTerms, report: WorkerReport = .init())
  {
    self.description = description
    self.terms = terms
    self.report = report
  }
}

/// A task of a batch: tasks that enter the queue all together, or not at all.
public struct BatchedSubmission: Hashable, Sendable {
  /// The number of the line in the batch, starting at 1. Errors name the line.
  public var line: Int
  /// The submission of the task.
  public var submission: Submission

  /// Makes a task of a batch.
  public init(line: Int, _ submission: Submission) {
    (self.line, self.submission) = (line, submission)
  }

  /// The largest number of tasks in a batch.
  public static let countLimit = 100_000
  /// The largest size of the commands of a batch in the hub's memory, in bytes. Each task counts 512
  /// bytes besides.
  public static let byteLimit = 64 << 20
}

/// The terms part of a snapshot: what a task that was submitted waits for, and what it was asked
/// for.
public struct LaunchTermsView: Hashable, Sendable {
  /// The priority in the queue. The largest goes first.
  public var priority = 0
  /// The number of slots that the task takes.
  public var slots = 1
  /// The units that the task needs of each resource.
  public var needs: [String: Int] = [:]
  /// The graphics processors that the task can be given; empty for all.
  public var gpus: [Int] = []
  /// The thousandths of a graphics processor that the task takes of each.
  public var gpuShare = GPUChoice.whole
  /// The position in the queue, starting at 1; nil for a task that isn't queued.
  public var position: Int?
  /// The most telling of the reasons for which the task waits.
  public var blockedOn: SanitisedText?
  /// All that keeps it from its turn, or suspended: what tells most first.
  public var waitsFor: [SanitisedText] = []
  /// The tasks whose success it needs, as far as they are listed.
  public var after: [TaskNumber] = []
  /// The tasks whose end it needs, likewise.
  public var afterAny: [TaskNumber] = []
  /// The earliest start.
  public var earliest: WallTime?
  /// The conditions as `--when` takes them. They are texts, because a newer hub may have conditions
  /// that this version doesn't know.
  public var conditions: [SanitisedText] = []
  /// The conditions that must hold while the task runs.
  public var whileConditions: [SanitisedText] = []
  /// The niceness of the command; nil for the hub's own.
  public var niceness: Int?
  /// The limits of the command that differ from the hub's own, such as `nofile=512:1024`.
  public var limits: [SanitisedText] = []
  /// The number of further attempts after a failed one.
  public var retries = 0
  /// The time of the next attempt, after a failed one.
  public var retriesAt: WallTime?
  /// The shortest time between two begins of a repeated task.
  public var refresh: Duration?
  /// The times of the series that the task is a run of, as `--every` takes them.
  public var every: SanitisedText?
  /// The rule for a run whose time comes during the run before; nil without a series.
  public var overlap: RunOverlap?
  /// Whether one run of the series makes up for missed times.
  public var catchesUp = false
  /// The standard streams of the command; nil if the hub doesn't launch the task.
  public var streams: LaunchStreams?
  /// The ends of the earlier attempts, the oldest first. Only the last 20 are kept.
  public var earlierEnds: [AttemptEnd] = []
  /// The indices of the units that a live task holds, by resource: `["gpu": [0, 1]]`.
  public var units: [String: [Int]] = [:]
  /// The number of bytes of the command's environment; nil if that isn't known.
  public var environmentBytes: Int?
  /// The place of the task in a job array; nil for a task on its own.
  public var array: ArrayPart?

  /// Makes the view of a task without terms.
  public init() {}

  /// Without what depends on other tasks and on the machine.
  public init(_ terms: LaunchTerms?, retriesAt: WallTime?) {
    guard let terms else { return }
    priority = terms.priority
    slots = terms.slots
    needs = terms.needs
    (gpus, gpuShare) = (terms.gpus.among, terms.gpus.share)
    earliest = terms.earliest?.time
    conditions = terms.conditions.map { SanitisedText($0.text) }
    whileConditions = terms.whileConditions.map { SanitisedText($0.text) }
    niceness = terms.inherited.niceness
    limits = terms.inherited.limits.map { SanitisedText($0.text) }
    retries = terms.retries
    self.retriesAt = retriesAt
    refresh = terms.refresh
    every = terms.series.map { SanitisedText($0.recurrence.text, limit: .line) }
    (overlap, catchesUp) = (terms.series?.overlap, terms.series?.catchesUp ?? false)
    streams = terms.launcher == .hub ? terms.streams : nil
    environmentBytes = terms.environmentBytes
    array = terms.array
  }
}

/// The environment variables that tell a command who it is, and which units of resources it may use.
public enum LaunchEnvironment {
  private static let number = "HEADWAY_TASK_NUMBER"
  private static let attempt = "HEADWAY_TASK_ATTEMPT"
  private static let group = "HEADWAY_TASK_GROUP"

  private static let array = "HEADWAY_ARRAY"
  private static let arrayIndex = "HEADWAY_ARRAY_INDEX"
  private static let arrayCount = "HEADWAY_ARRAY_COUNT"

  /// The names of the variables that a command doesn't inherit from the task around it.
  public static let ownNames = [number, attempt, group, array, arrayIndex, arrayCount]

  /// `HEADWAY_TASK_NUMBER=7`, `HEADWAY_TASK_ATTEMPT=1` and, for a task in a group,
  /// `HEADWAY_TASK_GROUP=ml`.
  public static func variables(
    of number: TaskNumber, attempt: Int, group: SanitisedText?
  ) -> [(name: String, value: String)] {
    [(name: Self.number, value: number.description), (name: Self.attempt, value: "\(attempt)")]
      + (group.map { [(name: Self.group, value: $0.string)] } ?? [])
  }

  /// `HEADWAY_ARRAY=12`, the number of the first part, `HEADWAY_ARRAY_INDEX=3` and
  /// `HEADWAY_ARRAY_COUNT=100`. Empty for a task on its own.
  public static func variables(of part: ArrayPart?) -> [(name: String, value: String)] {
    guard let part, let first = part.first else { return [] }
    return [
      (name: array, value: "\(first)"), (name: arrayIndex, value: "\(part.index)"),
      (name: arrayCount, value: "\(part.count)"),
    ]
  }

  /// `HEADWAY_GPU=0,1`, and likewise for every resource whose name makes a variable's; for GPUs
  /// also what their libraries go by (CUDA C++ Programming Guide, `CUDA_VISIBLE_DEVICES`).
  public static func variables(of units: [String: [Int]]) -> [(name: String, value: String)] {
    units.sorted { $0.key < $1.key }.flatMap { resource, units in
      let list = units.sorted().map(String.init).joined(separator: ",")
      let own = variableName(of: resource).map { [(name: $0, value: list)] } ?? []
      return resource == "gpu" ? own + [(name: "CUDA_VISIBLE_DEVICES", value: list)] : own
    }
  }

  /// The variables with which no GPU is visible.
  public static let noGPUs = [(name: "CUDA_VISIBLE_DEVICES", value: "")]

  private static func variableName(of resource: String) -> String? {
    let name = resource.uppercased().map { $0 == "-" || $0 == "." ? "_" : $0 }
    guard name.allSatisfy({ $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
      return nil
    }
    return "HEADWAY_" + String(name)
  }
}

/// `gpu` or `gpu=2`: units of a resource, as people write them.
public struct ResourceNeed: Hashable, Sendable {
  /// The name of the resource.
  public let name: String
  /// The number of units, at least 1.
  public let count: Int
  /// The thousandths of the unit that the task takes: less than 1000 for `gpu=0.5`.
  public var share = GPUChoice.whole

  /// Reads a need; nil without a name, and for a count that no machine has.
  public init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, parts[0] == GPUChoice.resource, parts[1].contains("."),
      let part = Double(parts[1])
    {
      guard (0.001..<1).contains(part) else { return nil }
      (name, count) = (GPUChoice.resource, 1)
      share = max(1, min(GPUChoice.whole - 1, Int((part * 1000).rounded())))
      return
    }
    guard let name = parts.first, !name.isEmpty,
      let count = parts.count == 1 ? 1 : Int(parts[1]),
      (1...LaunchTerms.unitLimit).contains(count)
    else { return nil }
    (self.name, self.count) = (String(name), count)
  }
}
