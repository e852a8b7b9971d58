import HeadwayHubCore
import HeadwayModel
import HeadwayWire

/// A place where tasks of the queue run. An engine does five things: it takes tasks, looks at all of
/// them, stops them, explains why they wait, and says how to attach to them. It may also show jobs that
/// it had before.
///
/// The queue of this machine is one engine, ``LocalEngine``. Another one is a class of a few hundred
/// lines and its line in ``Engines``: the core of the hub knows of engines only that they report jobs.
/// The article *Engines* of HeadwayHub describes the way of a task. An engine is confined to the event
/// loop, and blocks nowhere on the loop.
protocol Engine: AnyObject {
  /// Returns why the engine can't keep the terms of a submission, as a sentence; nil if it can.
  func refusal(of submission: Submission) -> SanitisedText?

  /// Takes a task whose turn has come. `payload` is nil if the record has it. The engine answers with
  /// the event `jobReported` or `jobRefused`; the local one with those of a supervisor.
  func submit(_ task: TaskRecord, _ payload: LaunchPayload?)

  /// Shows a job that somebody else submitted to the engine: `submission` names the job in its terms.
  /// The engine makes a task of the job, or several of a job array, by the event `taskSubmitted` or `batchSubmitted` of
  /// `requester`. `refuse` answers the requester where there is no such job.
  func adopt(
    _ submission: Submission, _ payload: LaunchPayload, by requester: Requester,
    orRefuse refuse: @escaping (SanitisedText, _ isFinal: Bool) -> Void)

  /// Looks for a task that an earlier hub gave to the engine, and goes on reporting the task. The
  /// engine answers with `supervisorMissing` if nothing of the task was ever there.
  func resume(_ task: TaskRecord)

  /// Carries out an order for a task, such as a cancel.
  func obey(_ order: WorkerOrder, for key: TaskKey)

  /// Notes that people watch, or that nobody does any more. An engine looks less often then.
  func noteWatched(_ isWatched: Bool)

  /// Ends all looks. The jobs go on.
  func close()
}

/// The engines by their names, and the one that each task belongs to.
final class Engines {
  private let local: LocalEngine
  private let slurm: SlurmEngine

  init(local: LocalEngine, slurm: SlurmEngine) { (self.local, self.slurm) = (local, slurm) }

  /// Whether a task without a GPU sees none. The local engine hands tasks their GPUs.
  var hidesGPUs: Bool {
    get { local.hidesGPUs }
    set { local.hidesGPUs = newValue }
  }

  /// Returns the engine with these terms; nil for an unknown name.
  func engine(_ terms: EngineTerms?) -> (any Engine)? {
    guard let terms else { return local }
    return terms.name == SlurmEngine.name ? slurm : nil
  }

  /// Returns the engine of a task. A task of an engine that this version doesn't know has none.
  func engine(of task: TaskRecord) -> (any Engine)? { engine(task.submission.terms?.engine) }

  /// Returns the engine whose orders go to this connection; nil for a client's.
  func engine(behind connection: ConnectionID) -> (any Engine)? {
    connection == SlurmEngine.connection ? slurm : nil
  }

  /// Returns why the submission can't be taken; nil if it can.
  func refusal(of submission: Submission) -> SanitisedText? {
    guard let engine = engine(submission.terms.engine) else {
      let name = submission.terms.engine?.name ?? .empty
      return SanitisedText(wire: "there is no engine \(name); use --on slurm", limit: .line)
    }
    return engine.refusal(of: submission)
  }

  /// Takes up new settings.
  func adopt(_ settings: HubEngineSettings) { slurm.adopt(settings.slurm) }

  func noteWatched(_ isWatched: Bool) { slurm.noteWatched(isWatched) }

  /// Removes what the engines keep of tasks that leave the record.
  func forget(_ keys: [TaskKey]) { slurm.forget(keys) }

  func close() { slurm.close() }
}
