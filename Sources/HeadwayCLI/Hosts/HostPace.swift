import HeadwayLink
import HeadwayModel
import HeadwaySystem
import Synchronization

/// The pauses between the connections of one command to another machine. A machine that closes each
/// connection at once would otherwise be called without end, and may lock the user out.
enum HostPace {
  private struct State {
    var madeAt: AwakeTime?
    var backoff = Backoff(first: .milliseconds(500), longest: .seconds(60))
    var generator = SystemRandomNumberGenerator()
  }

  private static let state = Mutex(State())
  /// A connection that lasted longer was a good one, and is made again at once.
  private static let goodTime: Duration = .seconds(10)

  /// Waits if the last connection was made a short time ago.
  static func rest() {
    let pause = state.withLock { state -> Duration? in
      guard let madeAt = state.madeAt else { return nil }
      if SystemClocks.awake - madeAt >= goodTime {
        state.backoff.reset()
        return nil
      }
      return state.backoff.pause(using: &state.generator)
    }
    if let pause { SystemClocks.rest(for: pause) }
  }

  /// Notes a connection, or an attempt at one.
  static func note() { state.withLock { $0.madeAt = SystemClocks.awake } }
}
