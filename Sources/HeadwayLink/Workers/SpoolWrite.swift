import Glibc
package import HeadwayModel
package import HeadwaySystem
package import HeadwayWire
import Synchronization

/// The writing of an end to the spool, on a thread of its own.
///
/// fsync(2) may take seconds, and the calls of a worker must not block. The worker looks at
/// ``isDone`` now and then.
package final class SpoolWrite: Sendable {
  private let begin: BeginMessage
  private let end: EndMessage
  private let paths: HeadwayPaths
  private let write: Write
  private let isOver = Atomic<Bool>(false)

  /// A function that writes an end and returns once it is durable. Tests pass one of their own.
  package typealias Write =
    @Sendable (BeginMessage, EndMessage, HeadwayPaths) throws(LinkError) -> Void

  /// Starts the write. If no thread can be created, the write is done when the initialiser returns.
  package init(
    _ begin: BeginMessage, _ end: EndMessage, in paths: HeadwayPaths,
    write: @escaping Write = { begin, end, paths throws(LinkError) in
      try EndSpool.write(begin, end, in: paths)
    }
  ) {
    (self.begin, self.end, self.paths, self.write) = (begin, end, paths, write)
    let reference = Unmanaged.passRetained(self)
    var thread = pthread_t()
    let error = pthread_create(&thread, nil, writeSpooled, reference.toOpaque())
    if error == 0 {
      pthread_detach(thread)
    } else {
      reference.release()
      perform()
    }
  }

  /// Whether the end is durable, or the write has failed and was given up.
  package var isDone: Bool { isOver.load(ordering: .acquiring) }

  fileprivate func perform() {
    try? write(begin, end, paths)
    isOver.store(true, ordering: .releasing)
  }
}

/// The start routine of pthread_create(3).
private func writeSpooled(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let argument { Unmanaged<SpoolWrite>.fromOpaque(argument).takeRetainedValue().perform() }
  return nil
}

/// The directory of ends that no hub acknowledged, one file per task.
///
/// A file consists of two lines of the protocol, a begin and an end. The next hub reads and deletes
/// the files; see `SpooledEnd.init(lines:of:)`.
package enum EndSpool {
  /// The file of a task, named by the task's key.
  package static func path(of key: TaskKey, in paths: HeadwayPaths) -> String {
    "\(paths.spoolDirectory)/\(key)"
  }

  /// Writes the end of a task. The file is durable when the function returns: fsync(2), then
  /// rename(2).
  ///
  /// The call blocks as long as the disk does; ``SpoolWrite`` calls it on a thread of its own.
  package static func write(
    _ begin: BeginMessage, _ end: EndMessage, in paths: HeadwayPaths
  ) throws(LinkError) {
    do {
      try PrivateDirectory.ensure(paths.stateDirectory)
      try PrivateDirectory.ensure(paths.spoolDirectory)
    } catch {
      throw .directory(error)
    }
    let lines = (begin.line() ?? []) + (end.line() ?? [])
    do {
      try DurableFile.write(lines, to: path(of: begin.description.key, in: paths))
    } catch {
      throw .system(error)
    }
  }
}
