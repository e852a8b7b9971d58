import Synchronization

/// Where a task waits while it is paused, and who is told. Handlers are called one after the other; a
/// pause that was over before they were is not told.
final class PauseGate: Sendable {
  private let state = Mutex(State())
  private let hasBecomePausable = Atomic<Bool>(false)

  private struct State {
    var pause: HeadwayPause?
    /// What the handlers know.
    var told: HeadwayPause?
    var isTelling = false
    var isPausable = false
    var pauseHandlers: [@Sendable (HeadwayPause) -> Void] = []
    var resumeHandlers: [@Sendable () -> Void] = []
    var waiters: [Int: @Sendable () -> Void] = [:]
    var lastWaiter = 0
  }

  var isPaused: Bool { state.withLock { $0.pause != nil } }

  /// Whether that is new since the last call.
  func takePausable() -> Bool {
    guard hasBecomePausable.load(ordering: .relaxed) else { return false }
    return hasBecomePausable.exchange(false, ordering: .acquiringAndReleasing)
  }

  /// Whether nobody had said so yet.
  func declarePausable() -> Bool {
    let isNew = state.withLock { state in
      defer { state.isPausable = true }
      return !state.isPausable
    }
    if isNew { hasBecomePausable.store(true, ordering: .releasing) }
    return isNew
  }

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

  /// Nil lets it go on.
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

  /// Calls `body` once, when the task goes on: at once where it does. What it is to be forgotten by;
  /// nil where it was called.
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

  /// Calls it now.
  func giveUp(_ waiter: Int) { state.withLock { $0.waiters.removeValue(forKey: waiter) }?() }
}
