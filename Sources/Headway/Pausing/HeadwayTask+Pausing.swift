import Glibc
import Synchronization

// The hub offers to pause a task only once the task has declared how it pauses: with a handler, or
// by waiting.
extension HeadwayTask {
  /// Whether the task must pause now.
  public var isPaused: Bool { gate.isPaused }

  /// Calls `handler` on another thread whenever the task must pause.
  ///
  /// A task that is already paused calls `handler` immediately. The first call of this function
  /// also declares the task pausable, so that a person can pause it.
  ///
  /// ```swift
  /// task.onPause { _ in player.stop() }
  /// task.onResume { player.play() }
  /// ```
  ///
  /// A slow handler delays the handlers of later changes; a pause that has ended by then is
  /// skipped.
  public func onPause(_ handler: @escaping @Sendable (HeadwayPause) -> Void) {
    gate.onPause(handler)
    declarePausable()
  }

  /// Calls `handler` on another thread whenever the task may continue after a pause.
  ///
  /// A handler is called only for a pause that the handlers of ``onPause(_:)`` were told about. A
  /// cancel ends a pause too. This function alone doesn't declare the task pausable.
  public func onResume(_ handler: @escaping @Sendable () -> Void) { gate.onResume(handler) }

  /// Blocks the calling thread while the task is paused; as a rule the call returns immediately.
  ///
  /// A cancel of the task ends the wait. Asynchronous code calls ``waitWhilePaused(isolation:)``
  /// instead.
  ///
  /// ```swift
  /// for frame in frames {
  ///   task.waitWhilePaused()
  ///   try task.checkCancellation()
  ///   export(frame)
  /// }
  /// ```
  public func waitWhilePaused() {
    declarePausable()
    guard gate.isPaused else { return }
    let semaphore = Semaphore()
    _ = gate.whenOpen { semaphore.post() }
    semaphore.wait()
  }

  /// Suspends the caller while the task is paused; as a rule the call returns immediately.
  ///
  /// A cancel of the task ends the wait. A cancel of the surrounding Swift task ends the wait too.
  public func waitWhilePaused(isolation: isolated (any Actor)? = #isolation) async {
    declarePausable()
    guard gate.isPaused else { return }
    let waiter = Waiter()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiter.started(gate.whenOpen { continuation.resume() }, at: gate)
      }
    } onCancel: {
      waiter.cancel(at: gate)
    }
  }

  /// Declares to the hub that the task can be paused.
  private func declarePausable() { if gate.declarePausable() { bell.ringIfAsleep() } }
}

/// A wait that another thread may cancel, even before the wait has begun.
private final class Waiter: Sendable {
  private let state = Mutex((waiter: Int?.none, isCancelled: false))

  /// Records the wait's number at `gate`; a wait that was already cancelled ends immediately.
  func started(_ waiter: Int?, at gate: PauseGate) {
    let isCancelled = state.withLock { state in
      state.waiter = waiter
      return state.isCancelled
    }
    if isCancelled, let waiter { gate.giveUp(waiter) }
  }

  /// Ends the wait, or keeps a wait that hasn't begun from lasting.
  func cancel(at gate: PauseGate) {
    let waiter = state.withLock { state in
      state.isCancelled = true
      return state.waiter
    }
    if let waiter { gate.giveUp(waiter) }
  }
}

/// A semaphore with which one thread waits for another; see sem_init(3).
private final class Semaphore: @unchecked Sendable {
  private let raw = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { sem_init(raw, 0, 0) }

  deinit {
    sem_destroy(raw)
    raw.deallocate()
  }

  func post() { sem_post(raw) }

  func wait() { while sem_wait(raw) != 0, errno == EINTR {} }
}
