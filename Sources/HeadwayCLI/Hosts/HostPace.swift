import HeadwayLink
import HeadwayModel
import HeadwaySystem
import Synchronization

/// The pauses before a command makes a lost connection to another machine again. A machine that closes
/// each connection at once would otherwise be called without end, and may lock the user out.
enum HostPace {
  private struct State {
    var madeAt: AwakeTime?
    var backoff = Backoff(first: .milliseconds(500), longest: .seconds(60))
    var generator = SystemRandomNumberGenerator()
  }

  private static let state = Mutex(State())

  /// Waits, unless the lost connection was a good one. Doesn't wait for the hub of this machine.
  static func rest() {
    guard HostChoice.chosen != nil else { return }
    let pause = state.withLock { state -> Duration? in
      guard let madeAt = state.madeAt else { return nil }
      if SystemClocks.awake - madeAt >= HostSession.goodTime {
        state.backoff.reset()
        return nil
      }
      return state.backoff.pause(using: &state.generator)
    }
    if let pause { SystemClocks.rest(for: pause) }
  }

  /// Notes a connection.
  static func note() { state.withLock { $0.madeAt = SystemClocks.awake } }
}
