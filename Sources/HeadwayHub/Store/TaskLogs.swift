import Glibc
import HeadwayModel
import HeadwaySystem

/// The logs of tasks, which supervisors write. Calls block.
struct TaskLogs: Sendable {
  let paths: HeadwayPaths

  /// The greatest number of launches whose logs are removed.
  private static let launchLimit = 10_000

  /// The suffixes of the files of one launch. Output and standard error each have the latest bytes,
  /// the bytes before them, and the number of bytes that are gone. A supervisor that was killed leaves
  /// the progress file.
  private static let suffixes =
    ["", HeadwayPaths.errorSuffix].flatMap { stream in
      ["", ".1", ".gone"].map { stream + $0 }
    } + [HeadwayPaths.progressSuffix]

  /// Removes the logs of all launches of a task, or of the last 10,000 if there are more.
  func remove(_ key: TaskKey, launches: Int) {
    let last = max(1, launches)
    for launch in max(1, last - Self.launchLimit + 1)...last { remove(key, launch: launch) }
  }

  /// Removes the log of one launch.
  func remove(_ key: TaskKey, launch: Int) {
    let log = paths.log(ofKey: key, launch: launch)
    for suffix in Self.suffixes { unlink(log + suffix) }
  }

  /// The files of one launch of a task.
  struct Files: Sendable {
    var key: TaskKey
    var launch: Int
    var bytes = 0
    /// The time at which the last of the files was written, since 1970.
    var writtenAt = Duration.zero
  }

  /// Returns the logs of launches before `launches`, the newest of each task first.
  func earlierRuns(than launches: [TaskKey: Int]) -> [[Files]] {
    let earlier = files().filter { files in
      launches[files.key].map { files.launch < $0 } ?? false
    }
    return Dictionary(grouping: earlier, by: \.key).values.map { runs in
      runs.sorted { $0.launch > $1.launch }
    }
  }

  /// Returns the files to delete so that at most `byteLimit` bytes remain, the oldest first, and
  /// the number of excess bytes.
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

  func remove(_ files: Files) { remove(files.key, launch: files.launch) }

  private func files() -> [Files] {
    var found: [Launch: Files] = [:]
    for name in directoryEntries(paths.logDirectory) {
      guard let launch = launch(of: name),
        let file = RegularFile(of: "\(paths.logDirectory)/\(name)")
      else { continue }
      var files = found[launch] ?? Files(key: launch.key, launch: launch.number)
      files.bytes += min(file.byteCount, 1 << 50)
      files.writtenAt = max(files.writtenAt, file.writtenAt)
      found[launch] = files
    }
    return Array(found.values)
  }

  private struct Launch: Hashable {
    var key: TaskKey
    var number: Int
  }

  private func launch(of name: String) -> Launch? {
    guard let key = TaskKey(name.prefix(32)) else { return nil }
    let suffix = Self.suffixes.filter(name.hasSuffix).max { $0.count < $1.count } ?? ""
    return paths.launch(ofLog: String(name.dropLast(suffix.count)), key).map {
      Launch(key: key, number: $0)
    }
  }
}
