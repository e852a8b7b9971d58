package import HeadwayModel

/// An order of the hub's state to its shell.
///
/// The shell performs the effects of an event in their order.
package enum HubEffect: Hashable, Sendable {
  /// Saves the record of a task. Performs `then` once the save is on disk, and not before.
  ///
  /// All saves of one event are in one commit.
  indirect case save(TaskRecord, then: [AfterCommit])
  /// Performs `then` once the record has everything that was saved of the task. Saves nothing
  /// itself.
  indirect case confirm(TaskKey, then: [AfterCommit])
  /// Saves these groups, and deletes those whose records are empty. Performs `then` once the record
  /// has them.
  indirect case saveGroups([GroupRecord], then: [AfterCommit])
  indirect case reply(Requester, HubReply)
  case tellWorker(ConnectionID, TaskKey, WorkerOrder)
  /// Watches the process. Sends `workerExited` when the process is gone, or soon if it is gone
  /// already.
  case watchProcess(TaskKey, ProcessIdentity)
  case unwatchProcess(TaskKey)
  /// Searches the spool for an end of the task. Sends `endFoundInSpool` or `spoolFoundEmpty`.
  case searchSpool(TaskKey)
  /// Reads earlier runs of the task from the record, if the task is still live after a second.
  /// Sends `historyRecalled` if the record has any.
  indirect case recallHistory(TaskKey, of: HistoryKey)
  /// Sends `wakeUpReached` after this time on the awake clock. The new wake-up replaces the task's
  /// wake-up before.
  case wakeUp(TaskKey, after: Duration)
  /// Sends SIGKILL to the process, only if the process still has this identity.
  case killProcess(ProcessIdentity)
  /// Keeps the payload that came over the connection: the arguments, the environment and the
  /// directory for a launch. The record gets the payload with the next save of the task.
  case keepPayload(TaskKey, from: ConnectionID)
  /// Copies the payload of the task `from` for the task `to`. The record gets the copy with the next
  /// save of the task `to`.
  case copyPayload(from: TaskKey, to: TaskKey)
  /// Drops the payload of the task, if the record hasn't got it yet.
  case dropPayload(TaskKey)
  /// Drops the saves of these tasks that the record hasn't got yet. Their followers are never
  /// performed.
  case abandon([TaskKey])
  /// Deletes these tasks from the record, with their logs. Performs `then` once they are deleted.
  case forget([TaskKey], then: [AfterCommit])
  /// Starts a supervisor for the task. Sends `supervisorStarted` or `launchFailed`. A task that
  /// another engine runs is handed to the engine; `jobReported` or `jobRefused` follows.
  ///
  /// The shell waits only for the commit of the task's submission. A launch that the record doesn't
  /// know of is still never made twice: a supervisor first creates a file for the launch, and
  /// leaves if the file is there already.
  indirect case launch(TaskRecord)
  /// Looks for the supervisor that an earlier hub was about to start. Sends `supervisorStarted` or
  /// `supervisorMissing`. For a task that another engine runs, looks for the job, and sends
  /// `jobReported`, `taskBegan`, `taskEnded` or `supervisorMissing`.
  case searchSupervisor(TaskKey, launch: Int)
  /// Watches these conditions, and no others any more. Sends `machineConditionsChanged` at once and
  /// after each change of the machine's conditions, and `wallClockSet` when the wall clock is set.
  case observe(WatchedConditions)
  /// Measures the resident memory of these tasks' processes. Sends `memoryMeasured`. The processes
  /// `apartFrom` and their descendants count for none of the tasks.
  case measureMemory(of: [MemorySubject], apartFrom: [ProcessIdentity])
  /// Runs the command, and doesn't wait for its end.
  indirect case runHook(HookCommand)
  /// Writes an entry into the system's journal, and doesn't wait for the journal.
  indirect case noteInJournal(JournalEntry)
  /// Sends `newsGathered` after this time.
  case gatherNews(within: Duration)
  indirect case showOnDesktop(NewsNotification)
  indirect case showInTmux(NewsNotification)
  /// Sends a notification to every subscriber. The monitor passes it on to its terminal.
  indirect case showInMonitors(NewsNotification)
  /// Writes a line to the hub's log.
  case log(String)
  /// Lets the hub leave now.
  case leave
  /// Sends `shutdownPatienceEnded` after this time.
  case leaveWithin(Duration)
}

/// An order to the shell that waits for a commit of the record.
package enum AfterCommit: Hashable, Sendable {
  case reply(Requester, HubReply)
  case removeSpooledEnd(TaskKey)
  /// Tells the waiting worker of the task that its turn has come.
  case tellToBegin(TaskKey, units: [String: [Int]])
  indirect case runHook(HookCommand)
  /// Launches the task, as ``HubEffect/launch(_:)`` does.
  indirect case launch(TaskRecord)
  /// Sends `submissionRecorded`.
  case noteRecorded(TaskKey)
  /// Sends `changeRecorded`.
  case noteChangeRecorded(Int)
}

/// The hub's answer to a request.
package enum HubReply: Hashable, Sendable {
  case done
  /// Nothing had to be done, and the line tells a person why and what to do instead. Or the request
  /// is done, and the line names a result that a person may not expect.
  case noted(SanitisedText)
  /// The update is applied, but progress within a phase doesn't go back.
  case progressKept
  case begun(TaskKey, TaskNumber)
  /// The record has the task. The task waits for its turn, or its turn has come already.
  case submitted(TaskKey, TaskNumber, replacing: TaskNumber? = nil)
  /// The record has the end of the task.
  case ended(TaskKey, TaskNumber, TaskEnding)
  /// The number of tasks that left the record. There may be more ended tasks after the number
  /// `next`; nil if there are none.
  case cleaned(count: Int, next: Int?)
  case refused(Refusal)
}

/// The conditions that the hub watches, because a task waits for them.
package struct WatchedConditions: Hashable, Sendable {
  package var conditions: Set<StartCondition> = []
  /// Whether a task waits for a time, so that a change of the wall clock matters.
  package var wallClock = false
  /// Whether a task waits for a GPU that others may use.
  package var gpus = false

  package init(
    _ conditions: Set<StartCondition> = [], wallClock: Bool = false, gpus: Bool = false
  ) {
    self.conditions = conditions
    self.wallClock = wallClock
    self.gpus = gpus
  }
}
