/// The engine that is to run a task, if that isn't the hub's own queue.
public struct EngineTerms: Hashable, Sendable {
  /// The name of the engine, such as `slurm`.
  public var name: SanitisedText
  /// Further options for the command by which the engine takes jobs, such as `--partition=long`.
  /// At most ``optionLimit``.
  public var options: [String]
  /// The job that the engine has already, because somebody submitted it there. Nil for a task that is
  /// to be submitted.
  public var job: SanitisedText?

  /// Makes the terms of a task that the engine `name` runs.
  public init(_ name: SanitisedText, options: [String] = [], job: SanitisedText? = nil) {
    (self.name, self.options, self.job) = (name, options, job)
  }

  /// The largest number of options.
  public static let optionLimit = 64
  /// The largest number of bytes of all options.
  public static let optionByteLimit = 4096
}

/// The job that an engine has made of a task: what the engine says of it.
///
/// ```swift
/// var job = EngineJob(engine: "slurm", id: "17")
/// job.wait = "resources (main), starts about 14:30"
/// ```
public struct EngineJob: Hashable, Sendable {
  /// The name of the engine, such as `slurm`.
  public var engine: SanitisedText
  /// The name that the engine gave the job, such as `17` or `17_5`.
  public var id: SanitisedText
  /// The reason to wait, to be read after "waits for". Nil for a job that doesn't wait, and while the
  /// engine hasn't said.
  public var wait: SanitisedText?
  /// Whether a person holds the job back.
  public var isHeld = false
  /// The reason why the job can never start; nil for a job that can, as far as the engine says.
  public var hindrance: SanitisedText?
  /// Whether the engine has suspended a job that had begun. Only the engine or an administrator resumes
  /// the job.
  public var isSuspended = false
  /// The nodes on which the job runs; nil for a job that doesn't run, and while that isn't known.
  public var nodes: SanitisedText?
  /// The path of the folder in which the supervisor of the job reports; nil if that isn't known.
  public var folder: String?
  /// The name of the folder on the node in which the supervisor reports, for a node that doesn't see
  /// the folders of this machine. Nil for a job whose ``folder`` both machines see.
  public var nodeFolder: String?
  /// The path of the file into which a job that somebody else submitted writes; nil if that isn't
  /// known.
  public var output: String?
  /// The path of the configuration that names the job's cluster; nil for the usual one. Only jobs that
  /// somebody else submitted have it, since the others have an environment.
  public var cluster: String?
  /// The trouble with the engine, such as "doesn't answer since 14:02"; nil for an engine that
  /// answers.
  public var silence: SanitisedText?

  /// Makes a job of which nothing else is known.
  public init(engine: SanitisedText, id: SanitisedText) { (self.engine, self.id) = (engine, id) }

  /// Whether a supervisor of Headway runs the command. Nobody attaches to any other job.
  public var hasSupervisor: Bool { folder != nil }

  /// The engine and the name of the job, for people: "Slurm 17", or "Slurm 17 (doesn't answer since
  /// 14:02)".
  public var words: String {
    let name = engine.string.prefix(1).uppercased() + engine.string.dropFirst()
    return "\(name) \(id)" + (silence.map { " (\($0.localized))" } ?? "")
  }
}
