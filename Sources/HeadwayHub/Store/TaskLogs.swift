import Glibc
import HeadwayCore
import HeadwaySystem

/// The output that is kept of tasks, as supervisors write it. Its calls block.
struct TaskLogs: Sendable {
  let paths: HeadwayPaths

  /// More launches than any task had.
  private static let launchLimit = 10_000

  /// Beside a log: what was before it, and how much before that is gone.
  private static let suffixes = ["", ".1", ".gone"]

  /// Of all launches of a task.
  func remove(_ key: TaskKey, launches: Int) {
    for launch in 1...min(max(1, launches), Self.launchLimit) {
      let log = paths.log(ofKey: key, launch: launch)
      for suffix in Self.suffixes { unlink(log + suffix) }
    }
  }

  /// The files of one task.
  struct Files: Sendable {
    var key: TaskKey
    var names: [String] = []
    var bytes = 0
    /// When the last of them was written, since 1970.
    var writtenAt = Duration.zero
  }

  /// Those that must go so that no more than `byteLimit` bytes remain if they may all go, the oldest
  /// first; with how many bytes too many there are.
  func excess(over byteLimit: Int) -> (files: [Files], bytes: Int) {
    let all = files()
    let (sum, overflow) = all.reduce(into: (0, false)) { sum, files in
      let (next, overflows) = sum.0.addingReportingOverflow(files.bytes)
      sum = (next, sum.1 || overflows)
    }
    let excess = overflow ? Int.max : sum - byteLimit
    guard excess > 0 else { return ([], 0) }
    return (all.sorted { $0.writtenAt < $1.writtenAt }, excess)
  }

  func remove(_ files: Files) {
    for name in files.names { unlink("\(paths.logDirectory)/\(name)") }
  }

  private func files() -> [Files] {
    var found: [TaskKey: Files] = [:]
    for name in directoryEntries(paths.logDirectory) {
      guard let key = TaskKey(name.prefix(32)), name.dropFirst(32).contains(".log") else {
        continue
      }
      guard let file = RegularFile(of: "\(paths.logDirectory)/\(name)") else { continue }
      var files = found[key] ?? Files(key: key)
      files.names.append(name)
      files.bytes += min(file.byteCount, 1 << 50)
      files.writtenAt = max(files.writtenAt, file.writtenAt)
      found[key] = files
    }
    return Array(found.values)
  }
}
