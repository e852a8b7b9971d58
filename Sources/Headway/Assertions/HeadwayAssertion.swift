import HeadwayModel

/// A claim that the work just begun must be finished before this process may be stopped.
///
/// While a process holds an assertion, three things wait for it: a cancel of the process's tasks
/// (unless the cancel is forced), an expiry, and the shutdown of the hub.
///
/// All assertions of a process share one limit of 30 s. The limit runs down while an assertion is
/// held and, in addition, the process is outside the foreground of its terminal or something waits.
/// `onExpiration` is called when 5 s are left. An assertion that is still held at the limit stops
/// counting, and the hub marks the process's tasks as leaking it. The full 30 s are restored when
/// the process returns to the foreground. A process without a terminal gets the full 30 s back as
/// soon as it holds no assertion.
///
/// ```swift
/// let assertion = HeadwayAssertion("Write the index")
/// defer { assertion.end() }
/// try index.write()
/// ```
///
/// All members may be called from any thread. ``withAssertion(_:onExpiration:body:)`` ends the
/// assertion for you.
public final class HeadwayAssertion: Sendable {
  private let keeper: AssertionKeeper
  private let id: AssertionWatch.ID?

  /// Begins the assertion immediately.
  ///
  /// The assertion isn't held if the time limit is used up or no thread can be created to keep the
  /// time; ``isHeld`` then returns false.
  ///
  /// - Parameters:
  ///   - name: a text for the card while something waits. Sanitised, and cut at 200 characters.
  ///   - onExpiration: called on a new thread when 5 s of the limit are left. The call is repeated
  ///     if the process returns to the foreground, which restores the limit, and runs out of time
  ///     again.
  public init(_ name: String, onExpiration: (@Sendable () -> Void)? = nil) {
    let reporter = Reporter.current()
    reporter.watchSupervisor()
    keeper = reporter.assertions
    id = keeper.begin(name, onExpiration)
  }

  deinit { end() }

  /// Whether the assertion still makes a cancel wait.
  ///
  /// False after ``end()``, after the time limit, and for an assertion that began when no time was
  /// left.
  public var isHeld: Bool { id.map(keeper.isHeld) ?? false }

  /// Ends the assertion, so that whatever waits for it may go on. Further calls do nothing.
  ///
  /// In the child of a fork(2) the call does nothing: the assertion belongs to the parent.
  public func end() {
    if let id { keeper.end(id) }
  }

  /// The time left of this process's 30 s.
  ///
  /// Nil while nothing limits the process: it is in the foreground of its terminal, and nothing
  /// waits.
  public static var remainingTime: Duration? { Reporter.current().assertions.remaining }
}

/// Runs `body` while holding an assertion, and ends the assertion when `body` returns or throws.
///
/// ```swift
/// try withAssertion("Write the index") {
///   try index.write()
///   try index.replaceOld()
/// }
/// ```
///
/// `body` also runs if no time is left and the assertion can't be held. See ``HeadwayAssertion``
/// for the time limit and the parameters.
public func withAssertion<Result, Failure: Error>(
  _ name: String, onExpiration: (@Sendable () -> Void)? = nil,
  body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  let assertion = HeadwayAssertion(name, onExpiration: onExpiration)
  defer { assertion.end() }
  return try body()
}

/// Runs an asynchronous `body` while holding an assertion, and ends the assertion when `body`
/// returns or throws.
///
/// `body` runs in the isolation of the caller. `body` also runs if no time is left and the
/// assertion can't be held. See ``HeadwayAssertion`` for the time limit and the parameters.
public func withAssertion<Result, Failure: Error>(
  _ name: String, onExpiration: (@Sendable () -> Void)? = nil,
  isolation: isolated (any Actor)? = #isolation,
  body: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
  let assertion = HeadwayAssertion(name, onExpiration: onExpiration)
  defer { assertion.end() }
  return try await body()
}
