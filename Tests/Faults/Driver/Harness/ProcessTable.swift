import Glibc
import HeadwaySystem
import TestSupport

/// The machine's processes, by what proc(5) says of them.
enum ProcessTable {
  /// Those with the mark of a row in the environment they were started with; this one not.
  static func living(marked mark: String) -> [Int32] {
    let entry = Array("\(RowRunner.markVariable)=\(mark)".utf8)
    return directoryEntries("/proc").compactMap { Int32($0) }.filter { process in
      process != getpid() && isAlive(process)
        && (readProcFile("/proc/\(process)/environ") ?? []).split(separator: 0)
          .contains { $0.elementsEqual(entry) }
    }
  }

  /// Of this row, by how their command lines start.
  static func ours(_ command: String = "") -> [Int32] {
    let mark = ProcessEnvironment.variable(RowRunner.markVariable) ?? ""
    return living(marked: mark).filter { arguments($0).joined(separator: " ").hasPrefix(command) }
  }

  /// The supervisor that the hub has started for that command.
  static func supervisor(ofSubmitted command: [String]) throws -> Int32 {
    try eventually("the supervisor of \(command)") {
      ours("headway-supervisor ").first { Array(arguments($0).dropFirst(2)) == command }
    }
  }

  /// There, and no zombie.
  static func isAlive(_ process: Int32) -> Bool {
    guard let state = ProcessStat(process: process)?.state else { return false }
    return state != UInt8(ascii: "Z") && state != UInt8(ascii: "X")
  }

  static func arguments(_ process: Int32) -> [String] {
    (readProcFile("/proc/\(process)/cmdline") ?? []).split(separator: 0).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  static func descriptorCount(_ process: Int32) -> Int {
    directoryEntries("/proc/\(process)/fd").count
  }

  /// Resident memory of its own in KiB, without the pages of its program's file; 0 for one that is
  /// gone.
  static func residentKibibytes(_ process: Int32) -> Int {
    let text = String(decoding: readProcFile("/proc/\(process)/status") ?? [], as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
    return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
  }

  /// Processor time spent so far.
  static func processorTime(_ process: Int32) -> Duration {
    let ticks = Int64(ProcessStat(process: process)?.cpuTicks ?? 0)
    return .milliseconds(ticks * 1000 / Int64(max(1, sysconf(Int32(_SC_CLK_TCK)))))
  }
}
