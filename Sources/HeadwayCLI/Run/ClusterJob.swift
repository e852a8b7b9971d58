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
  fileprivate static var restarts: Int {
    ProcessEnvironment.variable("SLURM_RESTART_COUNT").flatMap { Int($0) } ?? 0
  }
}

/// A job that its batch script carries to this node, because the node sees no folder of the hub's
/// machine. The state of the task is in a folder of this node, and steps within the job read it there.
struct CarriedJob {
  let index: Int?

  /// Supervises the command and exits with its status. The folder goes with the job. The log stays for
  /// ``NodeRelay/keptFor``.
  func run() throws {
    guard
      let found = CarriedJobs.find(
        index: index, in: StandardStreams.input(atMost: CarriedJobs.byteLimit)),
      let launched = LaunchedRun(found.job, restarts: ClusterJob.restarts)
    else {
      throw CommandFailure("the batch script carries no such job", status: .failure)
    }
    let relay = try NodeRelay(found.folder)
    try relay.prepare()
    let status = try launched.run(
      relay.files, stateDirectory: relay.paths.stateDirectory, isRepeated: false)
    relay.remove()
    Supervisor.leave(as: status)
  }
}

/// The files of a job on this node. They are in the folder `node` of the state directory, apart from
/// those of a hub that may run here, too.
struct NodeRelay {
  let files: RelayFiles
  /// The paths of this node's jobs.
  let paths: HeadwayPaths
  private let name: String

  /// The time for which the log of a job is kept: 7 days.
  static let keptFor: Duration = .seconds(7 * 86_400)

  /// Names the files. Throws for a name that a hub doesn't give.
  init(_ folder: String) throws(CommandFailure) {
    guard folder.utf8.count > 33, folder.utf8.count < 64, RelayFiles.isName(folder.utf8) else {
      throw CommandFailure("this is no folder of a job", status: .usage)
    }
    let own = try Hub.paths()
    paths = HeadwayPaths(socket: own.socket, stateDirectory: "\(own.stateDirectory)/node")
    name = folder
    files = RelayFiles(folder: "\(paths.stateDirectory)/jobs/\(folder)")
  }

  /// Makes the folders, and removes what earlier jobs left.
  func prepare() throws(CommandFailure) {
    let jobs = "\(paths.stateDirectory)/jobs"
    do {
      try PrivateDirectory.ensure(paths.stateDirectory)
      try PrivateDirectory.ensure(paths.logDirectory)
      try PrivateDirectory.ensure(jobs)
      sweep(paths.logDirectory)
      for folder in directoryEntries(jobs) { sweep("\(jobs)/\(folder)", isWhole: true) }
      try PrivateDirectory.ensure(files.folder)
    } catch {
      throw CommandFailure(.directory(error))
    }
    // The orders to an earlier run on this node.
    unlink(files.orders)
  }

  /// Removes the files of a folder that weren't written for ``keptFor``.
  ///
  /// - Parameter isWhole: whether the folder goes, too. An empty one stays: another job has just made it.
  private func sweep(_ folder: String, isWhole: Bool = false) {
    let now = SystemClocks.sinceEpoch
    let old = directoryEntries(folder).map { "\(folder)/\($0)" }.filter { path in
      RegularFile(of: path).map { now - $0.writtenAt > Self.keptFor } ?? false
    }
    for path in old { unlink(path) }
    if isWhole, !old.isEmpty { rmdir(folder) }
  }

  /// Removes the folder of the job.
  func remove() {
    for file in [files.state, files.orders] { unlink(file) }
    rmdir(files.folder)
  }

  /// Writes the orders on standard input for the supervisor, and prints its state.
  func exchange() throws(CommandFailure) {
    let orders = StandardStreams.input(atMost: CapturedRun.inputLimit)
    if !orders.isEmpty {
      do {
        try DurableFile.write(orders, to: files.orders, isDurable: false)
      } catch {
        throw CommandFailure(.system(error))
      }
    }
    let state = (try? DurableFile.read(files.state, byteLimit: 1 << 20)) ?? nil
    StandardStreams.print(String(decoding: state ?? [], as: UTF8.self))
  }

  /// Prints the log of the last launch, or its last lines.
  func printLog(lines: Int?) {
    guard let key = TaskKey(name.prefix(32)), let launch = paths.lastLaunch(of: key),
      let log = LogFiles(path: paths.log(ofKey: key, launch: launch))
    else { return }
    log.seek(toLast: lines)
    let output = LogOutput(.unchanged)
    log.readAll(output.write)
    output.finish()
  }
}
