import HeadwayModel

/// A job on ``SlurmBoard``: what the hub has learned of it.
struct SlurmBoardEntry: Hashable, Sendable {
  var launch: Int
  let id: SlurmJobID
  /// The mark in the job's comment; nil for a job that somebody else submitted.
  let mark: SlurmMark?
  /// Whether the hub reads what the supervisor writes. Otherwise Slurm alone tells of the begin and
  /// the end.
  let hasFiles: Bool
  /// The time limit that the supervisor keeps; nil for none.
  var timeLimit: Duration?
  /// The begin of a job that Slurm alone tells of; nil if it isn't known.
  var startedAt: WallTime?
  /// The last news of the job.
  var job: EngineJob
  var hasBegun = false
  /// The end that this hub has ordered; nil for none.
  var ordered: EndReason?
  /// Whether nobody on the node is left to write the end: the order was to kill at once.
  var isKilled = false
  /// Whether Slurm was told to cancel a job that is suspended.
  var isCancelledWhileSuspended = false
  var limitEndsAt: WallTime?
  /// The end that the supervisor wrote and Slurm has yet to explain.
  var written: WrittenEnd?
  /// The time since which Slurm says that the job is over.
  var overSince: AwakeTime?
  /// The time until which the job is expected to be over, because Slurm says so, or because this hub
  /// has cancelled a job whose supervisor won't report. Nil for a job that goes on.
  var endsUntil: AwakeTime?
  /// The end that Slurm told.
  var told: SlurmOutcome?
  /// Whether the last answer of Slurm had no such job.
  var isMissing = false
  /// Whether the accounts of the cluster were asked about the job.
  var isInquired = false

  /// The end of a run after which Slurm has put the job back into its queue.
  var returnReason: EndReason { told?.returnReason ?? .expired(.requeue) }

  /// Returns the end of a command whose supervisor reports nowhere: Slurm only knows the status with
  /// which the supervisor left.
  func supervised(_ ending: TaskEnding, endedAt: WallTime?) -> TaskEnding {
    guard mark != nil, ending.reason == .failed else { return ending }
    if let ordered { return TaskEnding(reason: ordered, status: ending.status) }
    // A supervisor leaves with this status if the time limit of the task ended the command.
    guard ending.status == .code(124), let timeLimit, let startedAt, let endedAt,
      endedAt.since(startedAt) >= timeLimit - .seconds(1)
    else { return ending }
    return TaskEnding(reason: .expired(.timeLimit), status: ending.status)
  }

  /// An end that a supervisor wrote, and the time at which the hub read it.
  struct WrittenEnd: Hashable, Sendable {
    let ending: TaskEnding
    let endedAt: WallTime?
    let since: AwakeTime
  }
}
