import Dispatch
import HeadwayModel
import HeadwaySlurm
import HeadwaySystem
import HeadwayWire

/// Runs Slurm's own commands. Calls block, and run on queues, one after the other on each, so that a
/// slow controller gets one question at a time.
struct SlurmCommands: Sendable {
  /// The queue of questions.
  let queue = DispatchQueue(label: "headway.slurm")
  /// The queue of submissions, of which several are under way: one may wait for a cluster that doesn't
  /// answer.
  let submissions = DispatchQueue(
    label: "headway.slurm.submissions", attributes: .concurrent)
  /// The queue of the search for folders that nobody needs any more.
  let sweeps = DispatchQueue(label: "headway.slurm.sweeps", qos: .utility)
  /// The turns of submissions.
  let turns = DispatchSemaphore(value: submissionLimit)
  /// The largest number of submissions under way.
  static let submissionLimit = 4
  /// The queue of steps within jobs.
  let steps = DispatchQueue(label: "headway.slurm.steps")
  /// The queue of steps that carry orders.
  let nodeOrders = DispatchQueue(label: "headway.slurm.node-orders")
  /// The queue of orders to jobs.
  let orders = DispatchQueue(label: "headway.slurm.orders")
  /// The time that a command has.
  static let patience: Duration = .seconds(60)

  /// The outcome of a command.
  enum Outcome: Sendable {
    case done([UInt8], isCut: Bool)
    case failed(SlurmTrouble)
  }

  /// Runs a command and returns its output.
  ///
  /// - Parameter environment: the environment; nil for the hub's own. Variables that would change
  ///   what the command does are left out.
  /// - Parameter isQuestion: Whether the output is read here. `sbatch` hands its environment on to the
  ///   job, so that nothing is added for it.
  func run(
    _ name: String, _ arguments: [String], environment: [RawText]? = nil, isQuestion: Bool = true,
    input: [UInt8] = [], within patience: Duration = SlurmCommands.patience
  ) -> Outcome {
    let environment = Self.environment(
      environment ?? OwnProcess.environment, isQuestion: isQuestion)
    guard let program = ProgramPath.find(name) else {
      return .failed(
        .refused(
          SanitisedText(wire: "there is no \(name) on this machine; install Slurm's commands")))
    }
    do {
      let run = try CapturedRun(
        program, [name] + arguments, environment: environment, input: input,
        within: patience)
      guard let status = run.status else { return .failed(.controllerSilent) }
      if let trouble = SlurmTrouble(errors: run.errors, exitCode: status) {
        return .failed(trouble)
      }
      return .done(run.output, isCut: run.isCut)
    } catch {
      return .failed(
        .refused(SanitisedText(wire: "\(name) can't be started: \(error)", limit: .line)))
    }
  }

  /// A job that must not stay in the queue of its cluster.
  struct Withdrawal: Sendable {
    let number: Int
    /// The variable that names the configuration of the cluster; nil for none.
    let config: RawText?
  }

  /// Cancels a job of another cluster than that of the live jobs.
  func withdraw(_ job: Withdrawal) {
    let rest = OwnProcess.environment.filter { !$0.string.hasPrefix("SLURM_CONF=") }
    _ = run("scancel", ["\(job.number)"], environment: rest + [job.config].compactMap { $0 })
  }

  private static func environment(_ given: [RawText], isQuestion: Bool) -> [RawText] {
    let own = isQuestion ? SlurmQueue.environment : []
    let kept = given.filter {
      SlurmQueue.keeps(entry: $0.string, besidesOwn: isQuestion)
    }
    return kept + own.map { RawText("\($0.name)=\($0.value)") }
  }
}

extension RawText {
  /// The path in `SLURM_CONF=PATH`.
  var configPath: String { String(string.dropFirst("SLURM_CONF=".count)) }
}

extension LaunchPayload {
  /// The variable that names the configuration of the cluster; nil for none, and for an empty one.
  var clusterConfig: RawText? {
    let name = Array("SLURM_CONF=".utf8)
    let entry = environment.first { $0.starts(with: name) && $0.count > name.count }
    return entry.map { RawText($0) }
  }
}
