package import HeadwayCore
import HeadwayWire

// Tasks that wait for their turn.
extension WorkerSession {
  /// What became of a task that was to wait.
  package enum Placement: Hashable, Sendable {
    /// It can't start now, or not on this machine: why, and what to do.
    case refused(String)
    /// There is no hub, or none any more, or none that could give it a turn.
    case unattended
  }

  static func placement(after error: ErrorMessage) -> Placement {
    switch ErrorCode(rawValue: error.code) {
    case .notNow, .notPermitted: .refused(error.message)
    default: .unattended
    }
  }

  /// The task has begun, whatever a hub thinks: from now on it is reported for.
  package func beginWaiting(_ key: TaskKey) { change(key) { $0.beginWaiting() } }
}
