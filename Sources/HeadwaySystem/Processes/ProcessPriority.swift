internal import CHeadwaySystem
internal import Glibc

/// The priority of other processes on processors and disks. Processes that are gone or may not be
/// changed are skipped.
package enum ProcessPriority {
  /// Adds `steps` to the niceness of each thread of a process (setpriority(2)).
  ///
  /// A lower niceness needs RLIMIT_NICE or root. Returns false if that isn't permitted.
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

  /// Gives a process the lowest best-effort priority on disks (ioprio_set(2)). Threads in another
  /// class keep it.
  package static func lowerIO(of process: Int32) {
    setIO(of: process, to: lastIO) { $0 >> 13 == 0 || $0 >> 13 == bestEffort }
  }

  /// Ends the effect of ``lowerIO(of:)``.
  package static func restoreIO(of process: Int32) { setIO(of: process, to: 0) { $0 == lastIO } }

  /// Sets the niceness of a process's whole session, relative to other sessions (sched(7),
  /// autogroups).
  ///
  /// It is the only niceness that an unprivileged user can also lower again.
  package static func setSessionNiceness(of process: Int32, to niceness: Int32) {
    let file = open("/proc/\(process)/autogroup", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    var text = "\(niceness)"
    _ = text.withUTF8 { write(file, $0.baseAddress, $0.count) }
  }

  /// The target of setpriority(2). PRIO_PROCESS means a single thread on Linux (getpriority(2)).
  private static let oneThread = __priority_which_t(bitPattern: PRIO_PROCESS.rawValue)
  /// The best-effort class of ioprio_set(2).
  private static let bestEffort: Int32 = 2
  /// The lowest level of the best-effort class.
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
