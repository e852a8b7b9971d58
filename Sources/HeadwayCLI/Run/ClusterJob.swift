import Glibc
import HeadwayLink
import HeadwayModel
import HeadwaySupervisor
import HeadwaySystem

/// The supervisor of a job that a cluster has started on this machine. The batch script of the job
/// executes it. Messages go to the output of the job.
struct ClusterJob {
  private let first: RelayFiles
  private let index: Int?

  /// Names the job by its folder; a part of a job array by the folder of the first part and its index.
  init(folder: String, index: Int?) { (first, self.index) = (RelayFiles(folder: folder), index) }

  /// Supervises the command and exits with its status.
  ///
  /// A job whose submission was refused ends at once: its user was told that nothing was queued.
  func run() throws {
    if access(first.refusal, F_OK) == 0 {
      throw CommandFailure(
        "the submission of this job was refused, so the job doesn't run", status: .notNow)
    }
    guard first.folder.hasPrefix("/"), let files = try? found(),
      let bytes = (try? DurableFile.read(files.job, byteLimit: RelayJob.byteLimit)) ?? nil,
      let job = RelayJob(bytes: bytes),
      let launched = LaunchedRun(job, restarts: Self.restarts)
    else {
      throw CommandFailure(
        "\(first.job) can't be read on this node; name a folder that all nodes see: [slurm] folder",
        status: .failure)
    }
    Supervisor.leave(
      as: try launched.run(
        files, stateDirectory: job.stateDirectory, isRepeated: Self.restarts > 0))
  }

  /// The files of this part of the array; nil if the array has no such part.
  private func found() throws(SystemError) -> RelayFiles? {
    guard let index else { return first }
    return try DurableFile.read(first.parts, byteLimit: RelayJob.byteLimit)
      .flatMap { first.part(index, in: $0) }
  }

  /// The number of times that Slurm has started the job before (sbatch(1), `SLURM_RESTART_COUNT`).
  private static var restarts: Int {
    ProcessEnvironment.variable("SLURM_RESTART_COUNT").flatMap { Int($0) } ?? 0
  }
}
