import Glibc
package import HeadwaySystem
package import HeadwayWire
import Synchronization

/// An end on its way to the spool, on a thread of its own: fsync(2) takes as long as the disk likes,
/// and a worker's calls don't wait for it.
package final class SpoolWrite: Sendable {
  private let begin: BeginMessage
  private let end: EndMessage
  private let paths: HeadwayPaths
  private let write: Write
  private let isOver = Atomic<Bool>(false)

  /// The call that writes, and returns once that is durable.
  package typealias Write =
    @Sendable (BeginMessage, EndMessage, HeadwayPaths) throws(LinkError) -> Void

  /// Starts at once; without a thread to be had it is over when this returns.
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

  /// Durable, or given up.
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
