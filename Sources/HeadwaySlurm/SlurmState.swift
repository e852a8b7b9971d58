/// The state of a job in Slurm's words (squeue(1), JOB STATE CODES).
package enum SlurmState: String, Hashable, Sendable, CaseIterable {
  case bootFail = "BOOT_FAIL"
  case cancelled = "CANCELLED"
  case completed = "COMPLETED"
  case completing = "COMPLETING"
  case configuring = "CONFIGURING"
  case deadline = "DEADLINE"
  case failed = "FAILED"
  case nodeFail = "NODE_FAIL"
  case outOfMemory = "OUT_OF_MEMORY"
  case pending = "PENDING"
  case preempted = "PREEMPTED"
  case requeued = "REQUEUED"
  case requeueFed = "REQUEUE_FED"
  case requeueHold = "REQUEUE_HOLD"
  case reservationDeletedHold = "RESV_DEL_HOLD"
  case resizing = "RESIZING"
  case revoked = "REVOKED"
  case running = "RUNNING"
  case signaling = "SIGNALING"
  case specialExit = "SPECIAL_EXIT"
  case stageOut = "STAGE_OUT"
  case stopped = "STOPPED"
  case suspended = "SUSPENDED"
  case timeout = "TIMEOUT"
  /// A word that this version doesn't know.
  case other = ""

  /// Reads a state. An unknown word is ``other``.
  package init(word: some StringProtocol) {
    self = word.isEmpty ? .other : SlurmState(rawValue: String(word.prefix(32))) ?? .other
  }

  /// Whether the job waits to be started.
  package var isWaiting: Bool {
    switch self {
    case .pending, .requeued, .requeueFed, .requeueHold, .reservationDeletedHold, .specialExit:
      true
    default: false
    }
  }

  /// Whether the job is over.
  package var isEnd: Bool {
    switch self {
    case .bootFail, .cancelled, .completed, .deadline, .failed, .nodeFail, .outOfMemory,
      .preempted, .revoked, .timeout:
      true
    default: false
    }
  }

  /// Whether the job's script has begun, and isn't over. The nodes of a job that is being configured
  /// may still boot.
  package var hasBegun: Bool {
    switch self {
    case .running, .completing, .suspended, .stopped, .signaling, .resizing: true
    default: false
    }
  }

  /// Whether the job has its nodes and isn't over.
  package var isActive: Bool { !isWaiting && !isEnd && self != .other }
}
