import HeadwayConfig
import HeadwayLink
import HeadwayModel
import HeadwaySlurm
import HeadwaySystem

/// The check of Slurm, which asks the cluster for its nodes once.
struct SlurmExamination {
  /// The result; none for a user who doesn't use Slurm: neither the config of Headway names it, nor is
  /// there a cluster's configuration on this machine.
  let diagnoses: [Diagnosis]

  /// The time that each of Slurm's commands has.
  private static let patience: Duration = .seconds(10)

  /// Runs the check. A cluster that doesn't answer takes ``patience``.
  init(_ paths: HeadwayPaths) {
    let config = try? UserConfig.load()
    let isUsed =
      config.map { config in
        config.slurm != HeadwayConfig.Slurm() || config.groups.values.contains { $0.engine != nil }
      } ?? false
    let cluster = ProcessEnvironment.variable("SLURM_CONF") ?? ""
    guard isUsed || !cluster.isEmpty || FileIdentity(of: "/etc/slurm/slurm.conf") != nil else {
      diagnoses = []
      return
    }
    guard let program = ProgramPath.find("sinfo"), ProgramPath.find("sbatch") != nil else {
      diagnoses = isUsed ? [.slurm(SlurmCondition(version: nil))] : []
      return
    }
    let version = ProgramRun.of([program, "--version"], within: Self.patience)
    var condition = SlurmCondition(version: version?.line ?? "Slurm")
    do {
      let own = MachineName.hostName.prefix { $0 != "." }
      condition.hasOtherNodes = try Self.nodes(program).contains {
        $0 != own && $0 != "localhost"
      }
    } catch {
      condition.trouble = "\(error.words)"
    }
    let settings = config?.slurm ?? HeadwayConfig.Slurm()
    if settings.sharesFolder {
      let folder = settings.folder ?? "\(paths.stateDirectory)/jobs"
      condition.folder = folder
      do { try PrivateDirectory.checkUsable(folder) } catch { condition.folderProblem = "\(error)" }
      if settings.folder != nil, FileIdentity(of: folder) == nil {
        condition.folderProblem = String(
          localized: "there is no folder \(folder); make it where all nodes see it")
      }
      condition.network = FileSystemKind.networkName(of: folder)
    }
    diagnoses = [.slurm(condition)]
  }

  /// The names of the cluster's nodes.
  private static func nodes(_ program: String) throws(SlurmTrouble) -> [Substring] {
    let kept = OwnProcess.environment.filter {
      SlurmQueue.keeps(entry: $0.string, besidesOwn: true)
    }
    let own = SlurmQueue.environment.map { RawText("\($0.name)=\($0.value)") }
    let words = ["sinfo", "--noheader", "--Node", "--format=%N"]
    guard
      let run = try? CapturedRun(program, words, environment: kept + own, within: patience),
      let status = run.status
    else { throw .controllerSilent }
    if let trouble = SlurmTrouble(errors: run.errors, exitCode: status) { throw trouble }
    return String(decoding: run.output, as: UTF8.self).split(whereSeparator: \.isNewline)
  }
}
