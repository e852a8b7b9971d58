package import HeadwayModel

/// What happened to the hub. In the past tense; nothing here decides anything.
package enum HubEvent: Hashable, Sendable {
  case recordLoaded([TaskRecord], highestNumber: Int)
  case connectionOpened(ConnectionID, ConnectionPeer)
  case connectionClosed(ConnectionID)
  /// A task asks for its turn.
  indirect case taskSubmitted(Submission, Requester)
  /// The record has what was submitted.
  case submissionRecorded(TaskKey)
  /// The record has the change of that number.
  case changeRecorded(Int)
  /// The record can't be written now, for this reason.
  case recordRefused(SanitisedText)
  /// The hub has started a supervisor for that launch of the task. A quick command may be over by now,
  /// and its task wait for its next launch.
  case supervisorStarted(TaskKey, launch: Int, ProcessIdentity)
  /// None could be started, for this reason.
  case launchFailed(TaskKey, launch: Int, SanitisedText)
  /// Of a task that this hub has started, or an earlier one was about to: there is no supervisor of it
  /// now, but there may have been one.
  case supervisorMissing(TaskKey, launch: Int, hasStarted: Bool)
  case surroundingsChanged(Surroundings)
  /// Somebody set the wall clock, or the machine has slept.
  case wallClockSet
  /// Programs have to wait for memory.
  case memoryPressed
  /// The answer to the effect `measureMemory`.
  case memoryMeasured(MemoryFigures)
  /// In a monitor; nil where nothing is selected any more.
  case selectionMoved(to: TaskKey?, in: ConnectionID)
  indirect case taskBegan(TaskDescription, WorkerReport, Requester)
  case reportReceived(TaskReference, WorkerReport, isRecognised: Bool, Requester)
  case heartbeatReceived(TaskReference, estimated: Int64?, Requester)
  /// `launch` is which one of the task it was.
  indirect case taskEnded(
    TaskReference, TaskEnding, launch: Int = 1, endedAt: WallTime? = nil, Requester)
  /// A person wants another attempt at a task that has ended.
  case restartRequested(TaskReference, Requester)
  indirect case adjustmentRequested(TaskReference, QueueAdjustment, Requester)
  /// A person wants these out of the record.
  case cleanRequested([TaskReference], Requester)
  /// What the record has of ended tasks that are to leave it; there may be more after `next`.
  case cleanableFound([TaskKey], next: Int?, for: Requester?)
  indirect case cancelRequested(
    TaskReference, isForced: Bool, note: SanitisedText? = nil, Requester)
  case pauseRequested(TaskReference, Requester)
  case resumeRequested(TaskReference, Requester)
  case answerGiven(TaskReference, StallAnswer, Requester)
  case endAwaited(TaskReference, Requester)
  /// The process of a worker without a connection is gone.
  case workerExited(TaskKey)
  /// A worker's process is gone and it left no end in the spool.
  case spoolFoundEmpty(TaskKey)
  indirect case endFoundInSpool(SpooledEnd)
  case wakeUpReached(TaskKey)
  /// What the record knows of earlier runs of the same.
  case historyRecalled(TaskKey, TaskHistory)
  /// A person wants to see a program's request launched without waiting for its conditions.
  case launchSimulated(SanitisedText, Requester)
  /// What refreshes under that identifier is to do so soon.
  case wakeRequested(SanitisedText, Requester)
  /// A person wants to see a task expire.
  case expirySimulated(TaskReference, Requester)
  /// Whether somebody looks at a monitor.
  case focusReported(ConnectionID, isFocused: Bool)
  /// What is told together has been gathered; at this time of the user's day.
  case newsGathered(at: TimeOfDay)
  /// The config was read again.
  indirect case settingsChanged(HubSettings)
  /// The hub is to leave: `leave` says when.
  case shutdownRequested
  /// What is asserted has been waited for long enough.
  case shutdownPatienceEnded
}
