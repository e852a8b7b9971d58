internal import HeadwayModel

/// Growing, jittered pauses between attempts: many clients of one hub don't come back at once.
package struct Backoff: Hashable, Sendable {
  private let first: Duration
  private let longest: Duration
  private var next: Duration

  package init(first: Duration = .milliseconds(50), longest: Duration = .seconds(2)) {
    self.first = first
    self.longest = longest
    next = first
  }

  /// The pause before the next attempt: half fixed, half random.
  package mutating func pause(using generator: inout some RandomNumberGenerator) -> Duration {
    let half = next / 2
    next = min(next * 2, longest)
    return half + half * Double.random(in: 0...1, using: &generator)
  }

  package mutating func reset() { next = first }
}
