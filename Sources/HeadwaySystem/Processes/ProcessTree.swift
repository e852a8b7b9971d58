internal import Glibc

/// The parents and children among processes (proc(5): `/proc/PID/task/TID/children`).
package enum ProcessTree {
  /// Returns all living descendants of `ancestor`, parents before children, without zombies.
  ///
  /// The result is a snapshot: processes may begin or end meanwhile. A process for which `isSpared`
  /// returns true is left out together with its descendants.
  package static func descendants(
    of ancestor: Int32, sparing isSpared: (Int32) -> Bool = { _ in false }
  ) -> [ProcessStat] {
    var found: [ProcessStat] = []
    var seen: Set<Int32> = [ancestor]
    var waiting = children(of: ancestor)
    while let process = waiting.popLast() {
      guard seen.insert(process).inserted, !isSpared(process),
        let stat = ProcessStat(process: process)
      else { continue }
      if !stat.isZombie { found.append(stat) }
      waiting += children(of: process)
    }
    return found
  }

  /// Returns the file name of a process's program (proc(5), `exe`); nil if it may not be read.
  package static func programName(of process: Int32) -> String? {
    let name = linkTarget("/proc/\(process)/exe")?.split(separator: "/").last
    return name.map { String($0.hasSuffix(" (deleted)") ? $0.dropLast(10) : $0) }
  }

  /// Returns the user that a process runs as (stat(2) of its directory). The result is root for a
  /// process that may not be looked into, and nil if the process is gone.
  package static func owner(of process: Int32) -> UInt32? {
    var status = stat()
    return stat("/proc/\(process)", &status) == 0 ? status.st_uid : nil
  }

  /// Returns the number of threads that `user` runs, as RLIMIT_NPROC counts them (getrlimit(2)), in
  /// the processes that `/proc` shows.
  static func threadCount(of user: UInt32) -> UInt64 {
    directoryEntries("/proc").reduce(into: 0) { count, name in
      guard let process = Int32(name), owner(of: process) == user else { return }
      count += UInt64(directoryEntries("/proc/\(process)/task").count)
    }
  }

  private static func children(of process: Int32) -> [Int32] {
    let tasks = "/proc/\(process)/task"
    return directoryEntries(tasks).flatMap { task -> [Int32] in
      guard let text = readProcFile("\(tasks)/\(task)/children", byteLimit: 1 << 20) else {
        return []
      }
      return text.split(separator: UInt8(ascii: " ")).compactMap {
        Int32(String(decoding: $0, as: UTF8.self))
      }
    }
  }
}
