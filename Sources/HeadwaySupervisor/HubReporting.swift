internal import HeadwayLink
package import HeadwayModel
internal import HeadwaySystem

/// The supervisor's view of the hub. No call blocks or throws, and all calls work without a hub
/// too.
///
/// `Supervision` and `Adoption` call the members from their event loop. `WorkerLink` implements the
/// protocol over the hub's socket; tests put a recorder in its place. All times are readings of
/// `SystemClocks.awake`.
package protocol HubReporting: AnyObject {
  /// The socket to poll now; nil while there is no connection.
  var descriptor: CInt? { get }
  /// Whether bytes wait for the socket to become writable.
  var wantsWrite: Bool { get }
  /// The time (CLOCK_MONOTONIC) at which `step` must be called although no descriptor is ready, to
  /// reconnect or to send again. Nil if nothing is due.
  var nextDeadline: AwakeTime? { get }
  /// Reads, writes and reconnects as far as possible without blocking. Returns the orders that
  /// arrived.
  func step(now: AwakeTime) -> [WorkerOrder]
  /// Queues the changed fields of the task's state for the hub. A newer value replaces an older one
  /// that wasn't sent yet.
  func report(_ report: WorkerReport)
  /// Tells the hub that the command is alive: it produced output, used a processor or accessed a
  /// disk.
  func heartbeat()
  /// Reports the end of the task. Afterwards ``isSettled`` tells whether the end is acknowledged or
  /// spooled.
  func end(_ ending: TaskEnding, now: AwakeTime)
  /// Whether nothing is left to send, so that the process may exit.
  var isSettled: Bool { get }
  /// The longest wait for ``isSettled`` at the end of the process.
  var settlePatience: Duration { get }
}

extension HubReporting {
  package var settlePatience: Duration { .seconds(1) }

  /// Waits until the hub has acknowledged the end of the task, or the end is spooled.
  ///
  /// The wait lasts at most ``settlePatience`` after `start` (`SystemClocks.awake`). The function blocks:
  /// call it only where the process has nothing else to do, after ``HubReporting/end(_:now:)``.
  package func settle(since start: AwakeTime) {
    var poller = Poller()
    var now = start
    let limit = start + settlePatience
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

/// The connection to the hub already has all the members of the protocol.
extension WorkerLink: HubReporting {}

/// The files that stand in for the connection on a cluster's node have them too.
extension RelayLink: HubReporting {
  /// A minute: the file is the only place of the end, and a file system of the network may be slow.
  package var settlePatience: Duration { .seconds(60) }
}
