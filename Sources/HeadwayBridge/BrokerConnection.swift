import HeadwayModel
import HeadwayLink

/// The times at which a client connects to its broker, and what was said of its losses. Pure: it is
/// told the time.
struct BrokerConnection {
  private enum State: Equatable {
    case waiting(until: AwakeTime)
    case connecting
    case there(since: AwakeTime)
  }

  private var state = State.waiting(until: .origin)
  private var backoff = Backoff(first: .seconds(1), longest: .seconds(60))
  private var generator = SystemRandomNumberGenerator()
  /// The line about the last loss; nil once the client is connected.
  private var said: String?
  /// The reasons of refused messages that were said on this connection.
  private var saidRefusals: Set<Int> = []

  /// The time after which a connection counts as good, so that it is made again at once.
  private static let goodTime: Duration = .seconds(10)

  /// Whether messages reach the broker.
  var isThere: Bool { if case .there = state { true } else { false } }

  /// The time of the next try; nil for none.
  var nextTry: AwakeTime? { if case .waiting(let until) = state { until } else { nil } }

  /// Returns whether it is time to connect. The connection then counts as being made.
  mutating func takeTurn(at now: AwakeTime) -> Bool {
    guard case .waiting(let until) = state, now >= until else { return false }
    state = .connecting
    return true
  }

  mutating func succeed(at now: AwakeTime) {
    state = .there(since: now)
    (said, saidRefusals) = (nil, [])
  }

  /// Notes a loss, or a try that failed. Returns whether the line is news.
  mutating func fail(_ line: String, at now: AwakeTime) -> Bool {
    // A loss may be told twice.
    if case .waiting = state { return false }
    if case .there(let since) = state, now - since >= Self.goodTime { backoff.reset() }
    state = .waiting(until: now + backoff.pause(using: &generator))
    defer { said = line }
    return said != line
  }

  /// Notes that the broker didn't take a message. Returns whether the reason is news.
  mutating func noteRefusal(_ reason: Int) -> Bool { saidRefusals.insert(reason).inserted }
}
