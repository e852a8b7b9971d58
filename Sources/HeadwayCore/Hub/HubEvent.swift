/// What happened to the hub. In the past tense; nothing here decides anything.
package enum HubEvent: Hashable, Sendable {
  case recordLoaded([TaskRecord], highestNumber: Int)
  case connectionOpened(ConnectionID, ConnectionPeer)
  case connectionClosed(ConnectionID)
  indirect case taskBegan(TaskDescription, WorkerReport, Requester)
  case reportReceived(TaskReference, WorkerReport, isRecognised: Bool, Requester)
  case heartbeatReceived(TaskReference, estimated: Int64?, Requester)
  indirect case taskEnded(TaskReference, TaskEnding, endedAt: WallTime? = nil, Requester)
  indirect case cancelRequested(
    TaskReference, isForced: Bool, note: SanitisedText? = nil, Requester)
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
  /// These requests wait in that worker to be launched: all of them.
  case waitingAnnounced(ConnectionID, [SanitisedText])
  /// A person wants to see a request launched without waiting for its conditions.
  case launchSimulated(SanitisedText, Requester)
  /// A person wants to see a task expire.
  case expirySimulated(TaskReference, Requester)
  /// The hub is to leave: `leave` says when.
  case shutdownRequested
  /// What is asserted has been waited for long enough.
  case shutdownPatienceEnded
}

/// Who a connection belongs to, by the peer's credentials (unix(7), SO_PEERCRED).
package struct ConnectionPeer: Hashable, Sendable {
  package var process: ProcessIdentity
  package var isSupervisor: Bool

  package init(process: ProcessIdentity, isSupervisor: Bool) {
    self.process = process
    self.isSupervisor = isSupervisor
  }
}

/// One connection of one hub.
package struct ConnectionID: Hashable, Sendable {
  package let value: UInt64

  package init(_ value: UInt64) { self.value = value }
}

/// Who asked, and under which number the answer is awaited; nil for no answer.
package struct Requester: Hashable, Sendable {
  package var connection: ConnectionID
  package var request: Int?

  package init(connection: ConnectionID, request: Int? = nil) {
    self.connection = connection
    self.request = request
  }
}

/// An end that a worker left on disk because no hub took it.
package struct SpooledEnd: Hashable, Sendable {
  package var description: TaskDescription
  package var report: WorkerReport
  package var ending: TaskEnding
  package var endedAt: WallTime?
  package var process: ProcessIdentity

  package init(
    description: TaskDescription, report: WorkerReport, ending: TaskEnding, endedAt: WallTime?,
    process: ProcessIdentity
  ) {
    self.description = description
    self.report = report
    self.ending = ending
    self.endedAt = endedAt
    self.process = process
  }
}
