package import HeadwayModel
internal import HeadwaySystem

extension HubReporting {
  /// Waits until the hub has acknowledged the end of the task, or the end is spooled.
  ///
  /// The wait lasts at most one second after `start` (`SystemClocks.awake`). The function blocks:
  /// call it only where the process has nothing else to do, after ``HubReporting/end(_:now:)``.
  package func settle(since start: AwakeTime) {
    var poller = Poller()
    var now = start
    let limit = start + .seconds(1)
    while !isSettled, now < limit {
      poller.begin()
      if let descriptor {
        poller.watch(descriptor, .readable(andWritable: wantsWrite))
      }
      poller.wait(until: min(nextDeadline ?? limit, limit))
      now = SystemClocks.awake
      _ = step(now: now)
    }
  }
}
