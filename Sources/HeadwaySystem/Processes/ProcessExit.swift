import CHeadwaySystem
internal import HeadwayModel

/// Waits for processes that aren't children (pidfd_open(2)).
package enum ProcessExit {
  /// Blocks until `process` has exited or `limit` has passed. Returns whether it has exited.
  @discardableResult
  package static func wait(for process: Int32, within limit: Duration) -> Bool {
    let descriptor = headway_pidfd_open(process)
    guard descriptor >= 0 else { return true }
    let exit = OwnedDescriptor(descriptor)
    var poller = Poller()
    poller.watch(exit.raw, .readable)
    let deadline = SystemClocks.awake + limit
    repeat {
      poller.wait(until: deadline)
    } while !poller.readiness(of: exit.raw).isAny && SystemClocks.awake < deadline
    return poller.readiness(of: exit.raw).isAny
  }
}
