import HeadwayCore
import HeadwaySystem

/// Goes on with a log as it is written, until its task has ended.
struct LogFollower {
  let files: LogFiles
  let task: TaskKey
  let paths: HeadwayPaths

  func run(_ body: (UnsafeRawBufferPointer) -> Void) throws(CommandFailure) {
    try LogWatch(path: files.path, task: task, paths: paths).run {
      read(body)
      return false
    }
    read(body)
  }

  private func read(_ body: (UnsafeRawBufferPointer) -> Void) {
    files.readAll(body)
    if files.turnOver() {
      StandardStreams.complain("it is written faster than this reads: a part is left out here")
    }
    files.readAll(body)
  }
}
