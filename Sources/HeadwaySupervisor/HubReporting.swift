package import HeadwayCore

/// The supervisor's view of the hub: never blocks, never throws, works the same with no hub at all.
package protocol HubReporting: AnyObject {
  /// To poll now; nil while there is no connection.
  var descriptor: CInt? { get }
  var wantsWrite: Bool { get }
  /// When `step` wants to be called again without readiness (reconnect, retry); CLOCK_MONOTONIC
  /// offset.
  var nextDeadline: Duration? { get }
  /// Does what can be done without blocking; returns orders that arrived.
  func step(now: Duration) -> [WorkerOrder]
  func report(_ report: WorkerReport)
  /// Sign of life without news: output, CPU use or disk traffic.
  func heartbeat()
  /// The task's end; from now on `isSettled` tells when it is acknowledged or spooled.
  func end(_ ending: TaskEnding, now: Duration)
  /// True once nothing remains to be said; the process may go.
  var isSettled: Bool { get }
}
