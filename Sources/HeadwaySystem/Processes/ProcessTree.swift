/// Who descends from whom (proc(5): `/proc/PID/task/TID/children`).
package enum ProcessTree {
  /// Every living descendant of `ancestor`, zombies left out, parents before children.
  ///
  /// A snapshot: processes may come and go meanwhile.
  package static func descendants(of ancestor: Int32) -> [ProcessStat] {
    var found: [ProcessStat] = []
    var seen: Set<Int32> = [ancestor]
    var waiting = children(of: ancestor)
    while let process = waiting.popLast() {
      guard seen.insert(process).inserted, let stat = ProcessStat(process: process) else {
        continue
      }
      if stat.state != UInt8(ascii: "Z") { found.append(stat) }
      waiting += children(of: process)
    }
    return found
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
