package import HeadwayModel

/// Something that happened to the hub. Events are in the past tense and decide nothing.
package enum HubEvent: Hashable, Sendable {
  case recordLoaded([TaskRecord], highestNumber: Int)
  /// The groups of the record. The event comes before all tasks.
  case groupsLoaded([GroupRecord])
  case connectionOpened(ConnectionID, ConnectionPeer)
  case connectionClosed(ConnectionID)
  /// A client submits a task to the queue.
  indirect case taskSubmitted(Submission, Requester)
  /// The record has the submission of the task.
  case submissionRecorded(TaskKey)
  /// The record has the change with this number.
  case changeRecorded(Int)
  /// The record can't be written now, for this reason.
  case recordRefused(SanitisedText)
  /// The hub has started a supervisor for the launch of the task. A quick command may have ended by
  /// now, and its task may wait for the next launch.
  case supervisorStarted(TaskKey, launch: Int, ProcessIdentity)
  /// The shell couldn't start a supervisor, for this reason.
  case launchFailed(TaskKey, launch: Int, SanitisedText)
  /// A client has submitted tasks that enter the queue all together, or not at all.
  case batchSubmitted([BatchedSubmission], Requester)
  /// No supervisor of the task runs now.
  ///
  /// Either the supervisor that this hub started has left before the begin, or an earlier hub was
  /// about to start one. `hasStarted` says whether a supervisor left a trace of the launch.
  case supervisorMissing(TaskKey, launch: Int, hasStarted: Bool)
  /// An engine says how the job of the task stands. The first such word says that the engine has
  /// taken the task.
  indirect case jobReported(TaskKey, launch: Int, EngineJob, Requester)
  /// The engine of the task runs its job once more. The next run has this number.
  indirect case jobRequeued(TaskKey, launch: Int, EngineJob, after: EndReason)
  /// The engine of the task hasn't taken the task, for this reason. `isFinal` says whether the engine
  /// would refuse the same task again.
  case jobRefused(TaskKey, launch: Int, SanitisedText, isFinal: Bool)
  case machineConditionsChanged(MachineConditions)
  /// The wall clock was set, or the machine has slept.
  case wallClockSet
  /// The kernel reports that programs have to wait for memory.
  case memoryPressed
  /// The answer to the effect `measureMemory`.
  case memoryMeasured(MemoryFigures)
  /// The selection of a monitor moved; nil if the monitor selects nothing any more.
  case selectionMoved(to: TaskKey?, in: ConnectionID)
  /// A program within the task asks whether the supervisor has a terminal, now and at each change.
  case terminalAsked(TaskKey, in: ConnectionID)
  indirect case taskBegan(TaskDescription, WorkerReport, Requester)
  case reportReceived(TaskReference, WorkerReport, isRecognised: Bool, Requester)
  case heartbeatReceived(TaskReference, estimated: Int64?, Requester)
  /// An attempt at the task has ended. `launch` is the number of its launch.
  indirect case taskEnded(
    TaskReference, TaskEnding, launch: Int = 1, endedAt: WallTime? = nil, Requester)
  /// A person wants another attempt at a task that has ended.
  case restartRequested(
    TaskReference, isHeld: Bool = false, stopsRunning: Bool = false, Requester)
  indirect case adjustmentRequested(TaskReference, QueueAdjustment, Requester)
  /// A person wants groups made, changed, paused or resumed.
  indirect case groupsOrdered(GroupOrder, Requester)
  /// A person has seen the ends of these tasks.
  case acknowledgementRequested([TaskReference], Requester)
  /// A person wants these tasks deleted from the record.
  case cleanRequested([TaskReference], Requester)
  /// Ended tasks of the record that a clean may delete. There may be more after the number `next`.
  case cleanableFound([TaskKey], next: Int?, for: Requester?)
  indirect case cancelRequested(
    TaskReference, isForced: Bool, signal: StopSignal? = nil, note: SanitisedText? = nil, Requester)
  case pauseRequested(TaskReference, Requester)
  case resumeRequested(TaskReference, Requester)
  case answerGiven(TaskReference, StallAnswer, Requester)
  case endAwaited(TaskReference, Requester)
  /// The process of a worker without a connection is gone.
  case workerExited(TaskKey)
  /// The process of a worker is gone, and the spool has no end of the task.
  case spoolFoundEmpty(TaskKey)
  indirect case endFoundInSpool(SpooledEnd)
  case wakeUpReached(TaskKey)
  /// The earlier runs of the task that the record has.
  case historyRecalled(TaskKey, TaskHistory)
  /// A person wants a program's request launched without waiting for its conditions.
  case launchSimulated(SanitisedText, Requester)
  /// A program wants the task that refreshes under this identifier to run soon.
  case wakeRequested(SanitisedText, Requester)
  /// A person wants a task to expire now.
  case expirySimulated(TaskReference, Requester)
  /// A person began to look at a monitor, or stopped.
  case focusReported(ConnectionID, isFocused: Bool)
  /// The time to gather news has passed. The time of day is in the user's time zone.
  case newsGathered(at: TimeOfDay)
  /// The config was read again.
  indirect case settingsChanged(HubSettings)
  /// The hub is to leave. The effect `leave` follows when it may.
  case shutdownRequested
  /// The leaving hub has waited for assertions as long as it may.
  case shutdownPatienceEnded
}

extension HubActivity {
  /// Returns the kind of `event` and the task that it is about; nil for no task or several.
  package static func of(_ event: HubEvent) -> (activity: HubActivity, task: TaskReference?) {
    switch event {
    case .recordLoaded, .groupsLoaded: (.loadedTasks, nil)
    case .connectionOpened, .connectionClosed: (.connection, nil)
    case .taskSubmitted(let submission, _): (.submission, .key(submission.description.key))
    case .batchSubmitted(let tasks, _):
      (.submission, tasks.first.map { .key($0.submission.description.key) })
    case .submissionRecorded(let key): (.commit, .key(key))
    case .changeRecorded, .recordRefused: (.commit, nil)
    case .supervisorStarted(let key, _, _), .launchFailed(let key, _, _),
      .supervisorMissing(let key, _, _), .jobReported(let key, _, _, _),
      .jobRequeued(let key, _, _, _), .jobRefused(let key, _, _, _):
      (.launch, .key(key))
    case .machineConditionsChanged, .wallClockSet, .memoryPressed, .memoryMeasured:
      (.conditions, nil)
    case .selectionMoved, .focusReported: (.focus, nil)
    case .terminalAsked(let key, _): (.report, .key(key))
    case .taskBegan(let description, _, _): (.begin, .key(description.key))
    case .reportReceived(let task, _, _, _), .heartbeatReceived(let task, _, _): (.report, task)
    case .taskEnded(let task, _, _, _, _): (.end, task)
    case .restartRequested(let task, _, _, _): (.restart, task)
    case .adjustmentRequested(let task, _, _): (.adjustment, task)
    case .groupsOrdered: (.groupOrder, nil)
    case .acknowledgementRequested: (.acknowledgement, nil)
    case .cleanRequested, .cleanableFound: (.clean, nil)
    case .cancelRequested(let task, _, _, _, _): (.cancel, task)
    case .pauseRequested(let task, _), .resumeRequested(let task, _): (.pause, task)
    case .answerGiven(let task, _, _): (.answer, task)
    case .endAwaited(let task, _): (.wait, task)
    case .workerExited(let key), .spoolFoundEmpty(let key): (.processExit, .key(key))
    case .endFoundInSpool(let end): (.spooledEnd, .key(end.description.key))
    case .wakeUpReached(let key): (.wakeUp, .key(key))
    case .historyRecalled(let key, _): (.history, .key(key))
    case .launchSimulated, .wakeRequested: (.simulation, nil)
    case .expirySimulated(let task, _): (.simulation, task)
    case .newsGathered: (.notification, nil)
    case .settingsChanged: (.settings, nil)
    case .shutdownRequested, .shutdownPatienceEnded: (.shutdown, nil)
    }
  }
}
