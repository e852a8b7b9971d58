import Dispatch
import HeadwayModel
import HeadwaySlurm
import HeadwaySystem

/// Runs Slurm's own commands. Calls block, and run on ``queue`` one after the other, so that a slow
/// controller gets one question at a time.
struct SlurmCommands: Sendable {
  let queue = DispatchQueue(label: "headway.slurm")
  /// The time that a command has.
  private static let patience: Duration = .seconds(60)

  /// The outcome of a command.
  enum Outcome: Sendable {
    case done([UInt8])
    case failed(SlurmTrouble)
  }

  /// Runs a command and returns its output.
  ///
  /// - Parameter environment: the environment; nil for the hub's own. Variables that would change
  ///   what the command does are left out.
  func run(
    _ name: String, _ arguments: [String], environment: [RawText]? = nil
  ) -> Outcome {
    let environment = Self.environment(environment ?? OwnProcess.environment)
    guard let program = ProgramPath.find(name) else {
      return .failed(
        .refused(SanitisedText("there is no \(name) on this machine; install Slurm's commands")))
    }
    do {
      let run = try CapturedRun(
        program, [name] + arguments, environment: environment, within: Self.patience)
      guard let status = run.status else { return .failed(.controllerSilent) }
      if let trouble = SlurmTrouble(errors: run.errors, exitCode: status) {
        return .failed(trouble)
      }
      return .done(run.output)
    } catch {
      return .failed(.refused(SanitisedText("\(name) can't be started: \(error)", limit: .line)))
    }
  }

  private static func environment(_ given: [RawText]) -> [RawText] {
    let own = SlurmQueue.environment
    let kept = given.filter { entry in
      let name = entry.string.prefix { $0 != "=" }
      return !SlurmQueue.isMisleading(variable: String(name))
        && !own.contains { $0.name == name }
    }
    return kept + own.map { RawText("\($0.name)=\($0.value)") }
  }
}
