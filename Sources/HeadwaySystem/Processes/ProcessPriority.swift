internal import CHeadwaySystem
internal import Glibc

/// What a process gets of the processors and of the disks beside others. What isn't permitted, or gone,
/// is passed over.
package enum ProcessPriority {
  /// Adds `steps` to the niceness of every thread of `process` (setpriority(2)). Fewer than before
  /// needs RLIMIT_NICE, or root: false where that isn't permitted.
  package static func changeNiceness(of process: Int32, by steps: Int32) -> Bool {
    var isPermitted = true
    for thread in threads(of: process) {
      let identifier = id_t(bitPattern: thread)
      errno = 0
      let niceness = getpriority(oneThread, identifier)
      guard errno == 0 else { continue }
      let isDone = setpriority(oneThread, identifier, max(-20, min(19, niceness + steps))) == 0
      if !isDone, errno == EACCES || errno == EPERM { isPermitted = false }
    }
    return isPermitted
  }

  /// The last of those that share the disks by turns (ioprio_set(2)); those that chose a class of
  /// their own keep it.
  package static func lowerIO(of process: Int32) {
    setIO(of: process, to: lastIO) { $0 >> 13 == 0 || $0 >> 13 == bestEffort }
  }

  package static func restoreIO(of process: Int32) { setIO(of: process, to: 0) { $0 == lastIO } }

  /// Of the whole session that `process` is in, beside other sessions (sched(7), autogroups): the one
  /// thing that whoever lowers it may raise again.
  package static func setSessionNiceness(of process: Int32, to niceness: Int32) {
    let file = open("/proc/\(process)/autogroup", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    var text = "\(niceness)"
    _ = text.withUTF8 { write(file, $0.baseAddress, $0.count) }
  }

  /// As Linux has it, a thread (getpriority(2)).
  private static let oneThread = __priority_which_t(bitPattern: PRIO_PROCESS.rawValue)
  private static let bestEffort: Int32 = 2
  private static let lastIO: Int32 = bestEffort << 13 | 7

  private static func setIO(of process: Int32, to priority: Int32, where isMeant: (Int32) -> Bool) {
    for thread in threads(of: process) where isMeant(headway_io_priority(thread)) {
      _ = headway_io_priority_set(thread, priority)
    }
  }

  private static func threads(of process: Int32) -> [Int32] {
    directoryEntries("/proc/\(process)/task").compactMap { Int32($0) }
  }
}
