package import HeadwayModel

/// The end of a job, or the state on its way there, as Slurm knows it.
package struct SlurmOutcome: Hashable, Sendable {
  /// The state of the job.
  package var state: SlurmState
  /// The exit status; nil if Slurm doesn't know it.
  package var exit: ExitStatus?
  /// The nodes of the job; empty if it never had any.
  package var node: SanitisedText = .empty
  /// The reason of the end, in Slurm's words; empty for none.
  package var reason: SanitisedText = .empty
  /// The time of the end; nil if Slurm doesn't know it.
  package var endedAt: WallTime?
  /// Whether Slurm requeues the job after a preemption or a failure of its node. Nil if that isn't
  /// known.
  package var isRequeuable: Bool?
  /// The user who cancelled the job. Only the accounting knows it; nil otherwise.
  package var canceller: Int?

  /// Makes an outcome of which only the state is known.
  package init(state: SlurmState) { self.state = state }

  /// Makes the outcome of a job that squeue lists.
  package init(_ job: SlurmJob) {
    self.init(state: job.state)
    (exit, node, reason) = (job.exit, job.nodes, job.reason)
    endedAt = job.state.isEnd ? job.endsAt : nil
    isRequeuable = job.isRequeuable
  }

  /// Whether Slurm may put the job back into its queue after this end.
  package var mayBeRequeued: Bool {
    switch state {
    case .preempted: isRequeuable != false
    case .nodeFail, .bootFail: isRequeuable == true
    default: false
    }
  }

  /// Returns the end of the task, with words that say more than its reason. Nil while the job isn't
  /// over.
  ///
  /// `orderedCancel` says that Headway itself cancelled the job. `user` is the number of the job's
  /// user, to name a canceller who is somebody else. A state that this version doesn't know is an
  /// unknown outcome.
  package func ending(orderedCancel: Bool, user: Int? = nil)
    -> (ending: TaskEnding, words: SanitisedText?)?
  {
    switch state {
    case .completed: return (TaskEnding(reason: .completed, status: exit ?? .code(0)), nil)
    case .failed where orderedCancel && isEndByOrder:
      return (TaskEnding(reason: .cancelled(by: .user), status: knownExit), nil)
    case .failed: return (TaskEnding(reason: .failed, status: knownExit), failureWords)
    case .outOfMemory:
      return (TaskEnding(reason: .failed, status: knownExit), SanitisedText(wire: "out of memory"))
    case .cancelled:
      let canceller: Canceller = orderedCancel ? .user : .engine
      let ending = TaskEnding(reason: .cancelled(by: canceller), status: knownExit)
      return (ending, orderedCancel ? nil : cancelWords(user))
    case .timeout:
      let ending = TaskEnding(reason: .expired(.timeLimit), status: knownExit)
      return (ending, SanitisedText(wire: "its Slurm time limit"))
    case .deadline:
      let ending = TaskEnding(reason: .expired(.timeLimit), status: knownExit)
      return (ending, SanitisedText(wire: "its Slurm deadline"))
    case .nodeFail: return (TaskEnding(reason: .expired(.nodeFailure)), nodeFailureWords)
    case .bootFail: return (TaskEnding(reason: .expired(.nodeFailure)), bootFailureWords)
    case .preempted:
      let ending = TaskEnding(reason: .expired(.preemption))
      return (ending, SanitisedText(wire: "preempted by another job"))
    case .revoked:
      let words = SanitisedText(wire: "revoked: it runs on another cluster")
      return (TaskEnding(reason: .lost), words)
    case .other:
      let words = SanitisedText(wire: "its Slurm state is unknown to Headway")
      return (TaskEnding(reason: .lost), words)
    case .completing, .configuring, .pending, .requeued, .requeueFed, .requeueHold,
      .reservationDeletedHold, .resizing, .running, .signaling, .specialExit, .stageOut, .stopped,
      .suspended:
      return nil
    }
  }

  /// The exit status, unless it says nothing: 0 of a job that didn't complete, and a number that
  /// Slurm gives instead of a signal. That is `0:125` for a lack of memory, and `0:53` where the
  /// output file can't be opened.
  private var knownExit: ExitStatus? {
    switch exit {
    case .code(0), nil: nil
    case .signal(let signal) where !(1...64).contains(signal): nil
    case .signal(53) where reason == "JobLaunchFailure": nil
    case .code, .signal: exit
    }
  }

  /// Whether the supervisor itself was killed, so that it writes no end any more.
  private var hasKilledSupervisor: Bool {
    if case .signal = exit { state == .failed || state == .outOfMemory } else { false }
  }

  /// Whether no end that the supervisor wrote is awaited after this one.
  package var endsWithoutFile: Bool {
    hasKilledSupervisor || [.preempted, .nodeFail, .bootFail].contains(state)
  }

  /// The reason why no supervisor began, if the script of the job couldn't execute Headway's program
  /// (sh(1): 126 and 127). Nil for another end.
  package var missingProgramWords: SanitisedText? {
    guard state == .failed, exit == .code(126) || exit == .code(127) else { return nil }
    let place = node.isBlank ? String(wire: "its node") : node.string
    return SanitisedText(
      wire: """
        headway can't be started on \(place); install it there, or set program under [slurm]
        """, limit: .line)
  }

  /// The end of this run of a job that Slurm puts back into its queue.
  package var returnReason: EndReason {
    switch state {
    case .preempted: .expired(.preemption)
    case .nodeFail, .bootFail: .expired(.nodeFailure)
    default: .expired(.requeue)
    }
  }

  /// Whether the job ended as `scancel` makes jobs end: by SIGTERM, SIGKILL or SIGINT.
  private var isEndByOrder: Bool {
    switch exit {
    case .signal(let signal): [2, 9, 15].contains(signal)
    case .code(let code): [130, 137, 143].contains(code)
    case nil: false
    }
  }

  private var failureWords: SanitisedText? {
    switch reason.string {
    case "", "NonZeroExitCode", "RaisedSignal": nil
    case "JobLaunchFailure":
      knownExit == nil ? SanitisedText(wire: "Slurm couldn't start it") : nil
    default: SanitisedText(wire: "Slurm says \(reason)", limit: .line)
    }
  }

  private func cancelWords(_ user: Int?) -> SanitisedText {
    guard let canceller, canceller != user else { return SanitisedText(wire: "cancelled in Slurm") }
    if canceller == 0 { return SanitisedText(wire: "cancelled in Slurm by root") }
    return SanitisedText(wire: "cancelled in Slurm by user \(canceller)")
  }

  private var nodeFailureWords: SanitisedText {
    if node.isBlank { return SanitisedText(wire: "its node failed") }
    return SanitisedText(
      wire: isOnSeveralNodes ? "one of the nodes \(node) failed" : "node \(node) failed")
  }

  private var bootFailureWords: SanitisedText {
    if node.isBlank { return SanitisedText(wire: "its node didn't boot") }
    return SanitisedText(
      wire: isOnSeveralNodes ? "one of the nodes \(node) didn't boot" : "node \(node) didn't boot")
  }

  private var isOnSeveralNodes: Bool { node.string.contains { $0 == "," || $0 == "[" } }
}
