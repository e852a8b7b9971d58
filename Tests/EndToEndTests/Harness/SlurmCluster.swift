import Foundation
import Glibc
import TestHarness
import TestProcesses

/// A real Slurm cluster of one node, this machine, for one scenario: a controller and a node's daemon
/// of its own, at free ports. Only root can start one.
struct SlurmCluster {
  let workspace: Workspace

  /// Whether this machine can run a cluster. Debian has the programs as `slurm-wlm` and `munge`.
  static let isPossible =
    geteuid() == 0
    && system("command -v slurmctld slurmd sbatch squeue scancel scontrol munged >/dev/null") == 0

  private var folder: String { "\(workspace.folder)/slurm" }

  /// The environment in which Slurm's commands find the cluster.
  var environment: [String: String] { ["SLURM_CONF": "\(folder)/slurm.conf"] }

  /// Starts a cluster.
  ///
  /// - Parameters:
  ///   - options: lines for its config.
  ///   - hidesHome: whether the node has a home directory of its own, which is empty at first.
  init(
    _ workspace: Workspace, options: [String] = [], hidesHome: Bool = false
  ) async throws {
    self.workspace = workspace
    let ports = (try FarMachine.freePort(), try FarMachine.freePort())
    let setup = """
      set -e; D=\(folder); mkdir -p $D/log $D/state $D/spool $D/run
      munge -n >/dev/null 2>&1 || {
        mkdir -p /run/munge; chown munge: /run/munge
        env -u \(Workspace.variable) runuser -u munge -- /usr/sbin/munged || munge -n >/dev/null; }
      printf '%s\\n' ClusterName=test 'SlurmctldHost=localhost(127.0.0.1)' AuthType=auth/munge \\
        SlurmUser=root SlurmctldPort=\(ports.0) SlurmdPort=\(ports.1) \\
        SlurmctldPidFile=$D/run/slurmctld.pid SlurmdPidFile=$D/run/slurmd.pid \\
        SlurmdSpoolDir=$D/spool StateSaveLocation=$D/state SlurmctldLogFile=$D/log/slurmctld.log \\
        SlurmdLogFile=$D/log/slurmd.log ProctrackType=proctrack/linuxproc TaskPlugin=task/none \\
        SelectType=select/cons_tres SelectTypeParameters=CR_Core MpiDefault=none ReturnToService=2 \\
        AccountingStorageType=accounting_storage/none JobAcctGatherType=jobacct_gather/none \\
        JobCompType=jobcomp/none KillWait=5 SlurmdTimeout=10 SchedulerParameters=sched_interval=2 \\
        SlurmdParameters=config_overrides \(options.map { "'\($0)'" }.joined(separator: " ")) \\
        'NodeName=localhost NodeAddr=127.0.0.1 CPUs=4 RealMemory=2000 State=UNKNOWN' \\
        'PartitionName=main Nodes=localhost Default=YES MaxTime=1:00:00 State=UP' >$D/slurm.conf
      """
    let made = try await workspace.run(setup)
    guard made.code == 0 else { throw HarnessError("no cluster: \(made.errorText)") }
    try await startController()
    let hiding =
      "unshare --mount sh -c 'mount -t tmpfs none \(workspace.folder)/home && exec \"$@\"' sh"
    _ = try workspace.start(
      "exec \(hidesHome ? hiding : "") slurmd -D -N localhost -f \(folder)/slurm.conf",
      environment: environment)
    try await eventually("an idle node") {
      try await run("sinfo -h -t idle -o %D").text == "1\n"
    }
  }

  /// Runs a scenario with a cluster.
  static func use(
    config: String = "", options: [String] = [], hidesHome: Bool = false,
    _ body: (SlurmCluster) async throws -> Void
  ) async throws {
    try await Workspace.use(config: config) { workspace in
      let cluster = try await SlurmCluster(workspace, options: options, hidesHome: hidesHome)
      do {
        try await body(cluster)
      } catch {
        try? await cluster.endJobs()
        throw error
      }
      try await cluster.endJobs()
    }
  }

  /// Ends the processes that follow jobs. They write their titles over their environment, so that the
  /// end of the scenario doesn't find them.
  private func endJobs() async throws {
    try await run(
      """
      for process in $(pgrep slurmstepd); do
        case $(readlink /proc/$process/cwd) in \(workspace.folder)/*) kill -9 $process;; esac
      done
      """)
  }

  /// Starts the controller, which goes on from its state.
  func startController() async throws {
    _ = try workspace.start(
      "exec slurmctld -D -f \(folder)/slurm.conf", environment: environment)
    try await eventually("a controller") { try await run("scontrol ping").text.contains("UP") }
  }

  /// Kills the controller, and waits until it is gone.
  func killController() async throws {
    try await run("kill -9 $(cat \(folder)/run/slurmctld.pid)")
    try await eventually("no controller") { try await run("scontrol ping").code != 0 }
  }

  /// Runs a script of bash(1) as a user of the cluster.
  @discardableResult
  func run(
    _ script: String, environment: [String: String] = [:], within limit: Duration = .seconds(60),
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> Outcome {
    try await workspace.run(
      script, environment: self.environment.merging(environment) { $1 }, within: limit, file: file,
      line: line)
  }

  /// Submits a command by `headway submit --on slurm`, and returns the number of the task.
  func submit(_ words: String) async throws -> String {
    let outcome = try await run("headway submit --on slurm \(words)")
    guard outcome.code == 0 else { throw HarnessError("not submitted: \(outcome.errorText)") }
    return outcome.text.trimmingCharacters(in: .newlines)
  }

  /// The state of a task as `headway list` writes it; empty for a task that isn't listed.
  func state(of task: String) async throws -> String {
    let lines = try await run("headway list --filter n:\(task) | tail -n +2").text
    return lines.trimmingCharacters(in: .newlines)
  }
}
