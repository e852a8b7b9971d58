/// What the hub's shell is to do. In the imperative; performed in order.
package enum HubEffect: Hashable, Sendable {
  /// Write the record; when it is on disk, and not before, do what follows.
  indirect case save(TaskRecord, then: [AfterCommit])
  indirect case reply(Requester, HubReply)
  case tellWorker(ConnectionID, TaskKey, WorkerOrder)
  /// Tell with `workerExited` when the process is gone, at once if it already is.
  case watchProcess(TaskKey, ProcessIdentity)
  case unwatchProcess(TaskKey)
  /// Look for an end in the spool: `endFoundInSpool` or `spoolFoundEmpty`.
  case searchSpool(TaskKey)
  /// Look into the record for earlier runs, once the task has lasted a moment: `historyRecalled`.
  indirect case recallHistory(TaskKey, of: HistoryKey)
  /// Come back with `wakeUpReached` after this long on the awake clock, and not when asked before.
  case wakeUp(TaskKey, after: Duration)
  /// SIGKILL, only if the process is still the one that this names.
  case killProcess(ProcessIdentity)
  /// To the worker that announced it.
  case tellToLaunch(ConnectionID, SanitisedText)
  /// The hub may leave now.
  case leave
  /// Come back with `shutdownPatienceEnded` after this long.
  case leaveWithin(Duration)
}

/// What waits for a commit.
package enum AfterCommit: Hashable, Sendable {
  case reply(Requester, HubReply)
  case removeSpooledEnd(TaskKey)
}

/// The hub's answer to a request.
package enum HubReply: Hashable, Sendable {
  case done
  case begun(TaskKey, TaskNumber)
  /// It is over, and the record has it.
  case ended(TaskKey, TaskNumber, TaskEnding)
  case refused(Refusal)
}

/// Why a request was refused.
package enum Refusal: Hashable, Sendable {
  case unknownTask(TaskReference)
  case ambiguousIdentifier(String)
  case alreadyEnded(TaskNumber)
  case nothingAsked(TaskNumber)
  case limitReached(taskLimit: Int)
  case nothingWaiting(SanitisedText)
}
