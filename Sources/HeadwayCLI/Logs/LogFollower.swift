import HeadwayModel
import HeadwaySystem

/// The work of `headway logs -f`: prints output as it is written, until the task has ended.
struct LogFollower {
  let files: LogFiles
  let task: TaskKey
  let paths: HeadwayPaths

  /// Passes new output to `body`. Returns after the task has ended and the rest was read.
  func run(_ body: (UnsafeRawBufferPointer) -> Void) throws(CommandFailure) {
    try LogWatch(path: files.path, task: task, paths: paths).run {
      read(body)
      return false
    }
    read(body)
  }

  /// Reads to the end, and reports a gap where the log was written faster than it was read.
  private func read(_ body: (UnsafeRawBufferPointer) -> Void) {
    files.readAll(body)
    if files.turnOver() {
      StandardStreams.complain("it is written faster than this reads: a part is left out here")
    }
    files.readAll(body)
  }
}
