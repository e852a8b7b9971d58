import HeadwaySystem
import Glibc
import TestHarness
import TestProcesses
import TestSupport

/// The processes of a row.
extension ProcessTable {
  /// The living processes of this row whose command lines start with `command`.
  static func ours(_ command: String = "") -> [Int32] {
    Workspace.ofRow(at: ProcessEnvironment.variable(Workspace.variable) ?? "").processes(command)
  }

  /// The supervisor that the hub has started for that command.
  static func supervisor(ofSubmitted command: [String]) throws -> Int32 {
    try eventually("the supervisor of \(command)") {
      ours("headway-supervisor ").first { Array(arguments($0).dropFirst(2)) == command }
    }
  }

  /// The processor time that a process has spent so far.
  static func processorTime(_ process: Int32) -> Duration {
    let ticks = Int64(ProcessStat(process: process)?.cpuTicks ?? 0)
    return .milliseconds(ticks * 1000 / Int64(max(1, sysconf(Int32(_SC_CLK_TCK)))))
  }
}
