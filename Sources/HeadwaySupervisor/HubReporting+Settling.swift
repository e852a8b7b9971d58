internal import HeadwaySystem

extension HubReporting {
  /// Waits for the hub, after the end was said, no longer than it takes to spool.
  package func settle(since start: Duration) {
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
