package import HeadwayModel

/// What the hub's shell is to do. In the imperative; performed in order.
package enum HubEffect: Hashable, Sendable {
  /// Write the record; when it is on disk, and not before, do what follows.
  indirect case save(TaskRecord, then: [AfterCommit])
  /// When the record has all that was saved of the task, and not before, do what follows.
  indirect case confirm(TaskKey, then: [AfterCommit])
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
  /// With the next save of the task, keep what it takes to launch it.
  case keepPayload(TaskKey, from: ConnectionID)
  /// What was kept of it and isn't written yet isn't to be written any more.
  case dropPayload(TaskKey)
  /// These are not to be written any more, and nobody is to hear that they were.
  case abandon([TaskKey])
  /// Take these out of the record, with their logs; when they are out, do what follows.
  case forget([TaskKey], then: [AfterCommit])
  /// Start a supervisor for the task: `supervisorStarted` or `launchFailed`. Waits for no commit but
  /// that of the task's submission: a supervisor makes a file of the task's before anything else, and
  /// leaves where there is one, so that a launch that the record doesn't know of is never made twice.
  indirect case launch(TaskRecord)
  /// Look for the supervisor that an earlier hub was about to start: `supervisorStarted` or
  /// `supervisorMissing`.
  case searchSupervisor(TaskKey, launch: Int)
  /// Tell with `surroundingsChanged` how the machine is, and whenever one of these changes; with
  /// `wallClockSet` of that. Nothing else is to be looked at any more.
  case observe(Lookout)
  /// Measure the resident memory of these tasks' processes, and answer with `memoryMeasured`. The
  /// processes `apartFrom`, and what descends from them, count for none of the tasks.
  case measureMemory(of: [MemorySubject], apartFrom: [ProcessIdentity])
  /// Run it, and wait for nothing.
  indirect case runHook(HookCommand)
  /// Come back with `newsGathered` after this long.
  case gatherNews(within: Duration)
  indirect case showOnDesktop(NewsNotification)
  indirect case showInTmux(NewsNotification)
  /// To every subscriber: its terminal shows it.
  indirect case showInMonitors(NewsNotification)
  /// The hub may leave now.
  case leave
  /// Come back with `shutdownPatienceEnded` after this long.
  case leaveWithin(Duration)
}

/// What waits for a commit.
package enum AfterCommit: Hashable, Sendable {
  case reply(Requester, HubReply)
  case removeSpooledEnd(TaskKey)
  /// Tell the worker that waits for it.
  case tellToBegin(TaskKey, units: [String: [Int]])
  indirect case runHook(HookCommand)
  /// As the effect.
  indirect case launch(TaskRecord)
  /// Tell with `submissionRecorded`.
  case noteRecorded(TaskKey)
  /// Tell with `changeRecorded`.
  case noteChangeRecorded(Int)
}

/// The hub's answer to a request.
package enum HubReply: Hashable, Sendable {
  case done
  case begun(TaskKey, TaskNumber)
  /// It waits for its turn, or has had it, and the record has it.
  case submitted(TaskKey, TaskNumber, replacing: TaskNumber? = nil)
  /// It is over, and the record has it.
  case ended(TaskKey, TaskNumber, TaskEnding)
  /// So many left the record; there may be more after the number `next`.
  case cleaned(count: Int, next: Int?)
  case refused(Refusal)
}
