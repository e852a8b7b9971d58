import CHeadwaySystem

/// Waiting for processes that aren't children (pidfd_open(2)).
package enum ProcessExit {
  /// Returns when `process` has exited, or `limit` has passed.
  package static func wait(for process: Int32, within limit: Duration) {
    let descriptor = headway_pidfd_open(process)
    guard descriptor >= 0 else { return }
    let exit = OwnedDescriptor(descriptor)
    var poller = Poller()
    poller.watch(exit.raw, .readable)
    poller.wait(until: SystemClocks.awake + limit)
  }
}
