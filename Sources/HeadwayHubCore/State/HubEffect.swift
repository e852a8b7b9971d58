package import HeadwayModel

/// An order of the hub's state to its shell.
///
/// The shell performs the effects of an event in their order.
package enum HubEffect: Hashable, Sendable {
  /// Write the record; when it is on disk, and not before, do what follows.
  indirect case save(TaskRecord, then: [AfterCommit])
  /// Performs `then` once the record has everything that was saved of the task. Saves nothing
  /// itself.
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
  /// Keeps the payload of the connection: what the launch of the task needs. The record gets it
  /// with the next save of the task.
  case keepPayload(TaskKey, from: ConnectionID)
  /// Drops the payload of the task, as far as the record hasn't got it yet.
  case dropPayload(TaskKey)
  /// Drops the saves of these tasks that the record hasn't got yet. Their followers are never
  /// performed.
  case abandon([TaskKey])
  /// Take these out of the record, with their logs; when they are out, do what follows.
  case forget([TaskKey], then: [AfterCommit])
  /// Start a supervisor for the task: `supervisorStarted` or `launchFailed`. Waits for no commit
  /// but that of the task's submission: a supervisor makes a file of the task's before anything
  /// else, and leaves where there is one, so that a launch that the record doesn't know of is never
  /// made twice.
  indirect case launch(TaskRecord)
  /// Look for the supervisor that an earlier hub was about to start: `supervisorStarted` or
  /// `supervisorMissing`.
  case searchSupervisor(TaskKey, launch: Int)
  /// Tell with `machineConditionsChanged` how the machine is, and whenever one of these changes; with
  /// `wallClockSet` of that. Nothing else is to be looked at any more.
  case observe(WatchedConditions)
  /// Measure the resident memory of these tasks' processes, and answer with `memoryMeasured`. The
  /// processes `apartFrom`, and what descends from them, count for none of the tasks.
  case measureMemory(of: [MemorySubject], apartFrom: [ProcessIdentity])
  /// Run it, and wait for nothing.
  indirect case runHook(HookCommand)
  /// Come back with `newsGathered` after this long.
  case gatherNews(within: Duration)
  indirect case showOnDesktop(NewsNotification)
  indirect case showInTmux(NewsNotification)
  /// Sends a notification to every subscriber. The monitor passes it on to its terminal.
  indirect case showInMonitors(NewsNotification)
  /// The hub may leave now.
  case leave
  /// Come back with `shutdownPatienceEnded` after this long.
  case leaveWithin(Duration)
}

/// An order to the shell that waits for a commit of the record.
package enum AfterCommit: Hashable, Sendable {
  case reply(Requester, HubReply)
  case removeSpooledEnd(TaskKey)
  /// Tell the worker that waits for it.
  case tellToBegin(TaskKey, units: [String: [Int]])
  indirect case runHook(HookCommand)
  /// Launches the task, as ``HubEffect/launch(_:)`` does.
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
  /// The record has the task, which waits for its turn or has had it.
  case submitted(TaskKey, TaskNumber, replacing: TaskNumber? = nil)
  /// The record has the end of the task.
  case ended(TaskKey, TaskNumber, TaskEnding)
  /// The number of tasks that left the record. There may be more behind the number `next`; nil if
  /// there are none.
  case cleaned(count: Int, next: Int?)
  case refused(Refusal)
}

/// The conditions that the hub watches, because a task waits for them.
package struct WatchedConditions: Hashable, Sendable {
  package var conditions: Set<StartCondition> = []
  /// Whether a task waits for a time, so that a change of the wall clock matters.
  package var wallClock = false

  package init(_ conditions: Set<StartCondition> = [], wallClock: Bool = false) {
    self.conditions = conditions
    self.wallClock = wallClock
  }
}
