import HeadwayHubCore
import HeadwayModel
import HeadwayWire

// The engines that tasks of the queue run on.
extension HubEngine {
  func makeEngines() -> Engines {
    let tell: (HubEvent) -> Void = { [unowned self] in handle($0) }
    let launcher = SupervisorLauncher(store: store, paths: paths, loop: loop, tell: tell)
    let slurm = SlurmEngine(
      loop: loop, settings: settings.slurm, store: store, paths: paths, logger: logger, tell: tell,
      jobsOfWaitingTasks: { [unowned self] in state.adoptedJobs })
    return Engines(local: LocalEngine(launcher: launcher, tell: tell), slurm: slurm)
  }

  /// Hands a task to its engine.
  func launch(_ task: TaskRecord) {
    let (key, launch) = (task.description.key, task.description.launch)
    guard let engine = engines.engine(of: task) else {
      return handle(
        .launchFailed(
          key, launch: launch,
          SanitisedText(wire: "this version of Headway doesn't know its engine")))
    }
    engine.submit(task, unwrittenPayload(of: key))
  }

  /// Lets the engine of a task look for what an earlier hub gave to it.
  func resume(_ key: TaskKey) {
    guard let task = state.record(of: .key(key)) else { return }
    guard let engine = engines.engine(of: task) else {
      return handle(.spoolFoundEmpty(key))
    }
    engine.resume(task)
  }

  /// Lets the engine show a job that somebody else submitted. Returns false for a submission of another
  /// kind.
  func adopt(
    _ message: ClientMessage, _ payload: LaunchPayload?, from client: ClientConnection
  ) -> Bool {
    // A client that asks again gets the answer of a submission.
    guard case .submit(let submit) = message, submit.terms.isAdopted, let payload,
      state.number(of: submit.begin.description.key) == nil,
      let engine = engines.engine(submit.terms.engine)
    else { return false }
    let requester = Requester(connection: client.id, request: submit.request)
    engine.adopt(submit.submission, payload, by: requester) { [unowned self] reason, isFinal in
      answer(requester, .refused(.notAdopted(reason, isFinal: isFinal)))
    }
    return true
  }

  /// Refuses a submission whose terms its engine can't keep. Returns false for one that is fine.
  func refuse(_ message: ClientMessage, from client: ClientConnection) -> Bool {
    guard case .submit(let submit) = message, submit.terms.engine != nil,
      let refusal = engines.refusal(of: Submission(submit.begin.description, submit.terms))
    else { return false }
    let words = submit.line.map {
      String(wire: "line \($0): \(refusal) (nothing was queued)")
    }
    client.send(
      ErrorMessage(
        request: submit.request, code: .notPermitted, message: words ?? refusal.string))
    if submit.request != nil { client.noteAnswer() }
    return true
  }
}
