import HeadwayModel
import HeadwaySystem
import Synchronization

/// The pause state of one task, with its handlers and its waiting callers.
///
/// Handlers of successive changes run one after the other on one thread. A pause that ended before
/// its handlers ran is skipped.
final class PauseGate: Sendable {
  private let state = Mutex(State())
  private let hasBecomePausable = Atomic<Bool>(false)

  private struct State {
    var pause: HeadwayPause?
    /// The pause that the handlers were last called with; nil after the resume handlers ran.
    var told: HeadwayPause?
    /// Whether a thread is calling handlers.
    var isTelling = false
    var isPausable = false
    var pauseHandlers: [@Sendable (HeadwayPause) -> Void] = []
    var resumeHandlers: [@Sendable () -> Void] = []
    var waiters: [Int: @Sendable () -> Void] = [:]
    /// The number of the newest waiter.
    var lastWaiter = 0
  }

  var isPaused: Bool { state.withLock { $0.pause != nil } }

  /// Whether the task became pausable since the last call.
  func takePausable() -> Bool {
    guard hasBecomePausable.load(ordering: .relaxed) else { return false }
    return hasBecomePausable.exchange(false, ordering: .acquiringAndReleasing)
  }

  /// Marks the task as pausable. Returns whether the task wasn't pausable before.
  func declarePausable() -> Bool {
    let isNew = state.withLock { state in
      defer { state.isPausable = true }
      return !state.isPausable
    }
    if isNew { hasBecomePausable.store(true, ordering: .releasing) }
    return isNew
  }

  /// Registers `handler`. A pause that the other handlers already know is passed to `handler`
  /// immediately, on a thread of its own.
  func onPause(_ handler: @escaping @Sendable (HeadwayPause) -> Void) {
    let known = state.withLock { state in
      state.pauseHandlers.append(handler)
      return state.told
    }
    if let known { DetachedThread.run { handler(known) } }
  }

  func onResume(_ handler: @escaping @Sendable () -> Void) {
    state.withLock { $0.resumeHandlers.append(handler) }
  }

  /// Sets the current pause. Nil ends the pause and releases all waiters.
  func set(_ pause: HeadwayPause?) {
    let (waiters, mustTell) = state.withLock { state in
      state.pause = pause
      defer {
        if pause == nil { state.waiters = [:] }
        state.isTelling = true
      }
      return (pause == nil ? Array(state.waiters.values) : [], !state.isTelling)
    }
    for waiter in waiters { waiter() }
    guard mustTell else { return }
    let isRunning = DetachedThread.run { [self] in while let news = nextNews() { news() } }
    if !isRunning { state.withLock { $0.isTelling = false } }
  }

  /// Returns the handler calls that are due, or nil when the handlers know the current state.
  private func nextNews() -> (() -> Void)? {
    state.withLock { state in
      guard state.told != state.pause else {
        state.isTelling = false
        return nil
      }
      state.told = state.pause
      let resumeHandlers = state.resumeHandlers
      guard let pause = state.pause else { return { resumeHandlers.forEach { $0() } } }
      let pauseHandlers = state.pauseHandlers
      return { pauseHandlers.forEach { $0(pause) } }
    }
  }

  /// Calls `body` once, as soon as the task isn't paused.
  ///
  /// - Returns: the number to pass to `giveUp`, or nil if `body` was called immediately.
  func whenOpen(_ body: @escaping @Sendable () -> Void) -> Int? {
    let waiter: Int? = state.withLock { state in
      guard state.pause != nil else { return nil }
      state.lastWaiter += 1
      state.waiters[state.lastWaiter] = body
      return state.lastWaiter
    }
    if waiter == nil { body() }
    return waiter
  }

  /// Ends the wait with this number now, and calls its body.
  func giveUp(_ waiter: Int) { state.withLock { $0.waiters.removeValue(forKey: waiter) }?() }
}

/// An order to a task to pause until it is resumed or cancelled.
///
/// ``HeadwayTask/onPause(_:)`` passes the order to a handler.
public struct HeadwayPause: Hashable, Sendable {
  /// The reason why a task must pause.
  public enum Reason: Hashable, Sendable {
    /// A person paused it.
    case user
    /// The hub suspended the task, because a condition that the task needs doesn't hold.
    case system
  }

  /// The reason why the task must pause.
  public var reason: Reason

  init(_ halter: Halter) {
    reason =
      switch halter {
      case .user: .user
      case .system: .system
      }
  }
}
