import Glibc
import HeadwayModel
import HeadwaySystem
import TestSupport
import TestProcesses
import TestHarness

extension FaultRow {
  /// Row 4: the task is lost; the command is hung up on as by any terminal, unless it ignores that.
  static let supervisorKilled = FaultRow(
    number: 4, fault: "kill -9 a supervisor", unit: "kills", fullCount: 60, shortCount: 6
  ) { scene in
    _ = try await scene.startHub()
    let watcher = try Watcher(scene.paths)
    var (lost, hungUp) = (Samples(), Samples())
    for index in 0..<scene.count {
      let job = try SupervisedJob(index: index)
      // Its terminal stays for as long as it is watched.
      defer { withExtendedLifetime(job) {} }
      try watcher.timeUntil(job.title) { $0.state == .running }
      let children = try job.awaitCommand()
      let start = SystemClocks.awake
      kill(job.supervisor, SIGKILL)
      lost.add(try watcher.timeUntil(job.title) { $0.state == .ended })
      let ending = watcher.tasks.values.first { $0.title.string == job.title }?.ending
      if ending?.reason != .lost { scene.lose("\(job.title) is \(String(describing: ending))") }
      if job.ignoresHangup {
        try scene.checkSurvival(of: job, children)
      } else {
        try timeUntil("the command's end") { !children.contains(where: ProcessTable.isAlive) }
        hungUp.add(SystemClocks.awake - start)
      }
    }
    scene.measure("lost within", lost.worst, bar: .seconds(1))
    scene.measure("its command gone within", hungUp.worst, bar: .seconds(1))
    scene.finding.extent = "each fourth one submitted"
  }
}

/// A command that waits: under `headway run` without a terminal, on one, or ignoring the hangup, or
/// submitted.
private struct SupervisedJob {
  let title: String
  let ignoresHangup: Bool
  private let sleep: String
  let supervisor: Int32
  private let terminal: PseudoTerminal?

  init(index: Int) throws {
    title = "job \(index)"
    ignoresHangup = index % 4 == 2
    terminal = index % 4 == 1 ? try PseudoTerminal() : nil
    sleep = "\(3000 + index)"
    let command =
      ignoresHangup
      ? [
        "nohup", "sh", "-c", "while [ ! -e stop\(sleep) ]; do sleep 0.02; done; echo >done\(sleep)",
      ]
      : ["sleep", sleep]
    let isSubmitted = index % 4 == 3
    let program = try Program(
      ["headway", isSubmitted ? "submit" : "run", "--title", title, "--"] + command,
      streams: terminal.map { .terminal($0.slavePath) } ?? .files())
    supervisor =
      isSubmitted ? try ProcessTable.supervisor(ofSubmitted: command) : program.pid
  }

  func awaitCommand() throws -> [Int32] {
    try eventually("the command of \(title)") {
      let pids = ProcessTable.ours(
        ignoresHangup ? "sh -c while [ ! -e stop\(sleep)" : "sleep \(sleep)")
      return pids.isEmpty ? nil : pids
    }
  }

  func letFinish() throws { try touch("stop\(sleep)") }

  var hasFinished: Bool { exists("done\(sleep)") }
}

extension FaultScene {
  fileprivate func checkSurvival(of job: SupervisedJob, _ processes: [Int32]) throws {
    check(processes.allSatisfy(ProcessTable.isAlive), "nohup didn't help")
    try job.letFinish()
    try timeUntil("the end of a command that outlives its supervisor") { job.hasFinished }
  }
}
