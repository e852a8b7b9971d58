import HeadwayCore

/// Asserts that something begun must be finished: while it is held, a cancel of this process's tasks
/// (unless it is forced), an expiry and the hub's own end wait for it.
///
/// From any thread. They wait 30 s in all; 5 s before that is over `onExpiration` is called, and
/// what is held to the end is noted on the cards as leaked. The time also passes while this process
/// isn't in the foreground of its terminal, and is there again when it comes back to it. Without a
/// terminal each assertion begins with all of it.
public final class HeadwayAssertion: Sendable {
  private let keeper: AssertionKeeper
  private let id: AssertionWatch.ID?

  /// Begins at once.
  ///
  /// - Parameters:
  ///   - name: for the card, while something waits. Cleaned, and cut at 200 characters.
  ///   - onExpiration: called once, on a thread of its own, 5 s before the time is up.
  public init(_ name: String, onExpiration: (@Sendable () -> Void)? = nil) {
    keeper = Reporter.current().assertions
    id = keeper.begin(name, onExpiration)
  }

  deinit { end() }

  /// False once it has ended, its time is up, or where no time was left when it began.
  public var isHeld: Bool { id.map(keeper.isHeld) ?? false }

  /// What waits may go on. Only the first end counts.
  public func end() {
    if let id { keeper.end(id) }
  }

  /// What of the 30 s is left for this process; nil while nothing limits it: it is in the foreground
  /// of its terminal, and nothing waits.
  public static var remainingTime: Duration? { Reporter.current().assertions.remaining }
}

/// Does `body` while it is asserted that it must be finished; see ``HeadwayAssertion``.
public func withAssertion<Result, Failure: Error>(
  _ name: String, onExpiration: (@Sendable () -> Void)? = nil,
  body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  let assertion = HeadwayAssertion(name, onExpiration: onExpiration)
  defer { assertion.end() }
  return try body()
}

/// Does `body` while it is asserted that it must be finished; see ``HeadwayAssertion``.
public func withAssertion<Result, Failure: Error>(
  _ name: String, onExpiration: (@Sendable () -> Void)? = nil,
  isolation: isolated (any Actor)? = #isolation,
  body: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
  let assertion = HeadwayAssertion(name, onExpiration: onExpiration)
  defer { assertion.end() }
  return try await body()
}
