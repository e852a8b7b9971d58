package import HeadwayModel

extension HubActivity {
  /// The kind of `event`, and the task that it is about; nil for no task or several.
  package static func of(_ event: HubEvent) -> (activity: HubActivity, task: TaskReference?) {
    switch event {
    case .recordLoaded: (.loadedTasks, nil)
    case .connectionOpened, .connectionClosed: (.connection, nil)
    case .taskSubmitted(let submission, _): (.submission, .key(submission.description.key))
    case .submissionRecorded(let key): (.commit, .key(key))
    case .changeRecorded, .recordRefused: (.commit, nil)
    case .supervisorStarted(let key, _, _), .launchFailed(let key, _, _),
      .supervisorMissing(let key, _, _):
      (.launch, .key(key))
    case .machineConditionsChanged, .wallClockSet, .memoryPressed, .memoryMeasured:
      (.conditions, nil)
    case .selectionMoved, .focusReported: (.focus, nil)
    case .taskBegan(let description, _, _): (.begin, .key(description.key))
    case .reportReceived(let task, _, _, _), .heartbeatReceived(let task, _, _): (.report, task)
    case .taskEnded(let task, _, _, _, _): (.end, task)
    case .restartRequested(let task, _): (.restart, task)
    case .adjustmentRequested(let task, _, _): (.adjustment, task)
    case .cleanRequested, .cleanableFound: (.clean, nil)
    case .cancelRequested(let task, _, _, _): (.cancel, task)
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
