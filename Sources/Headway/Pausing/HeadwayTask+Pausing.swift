import Glibc
import Synchronization

// A task can be paused once it says what it does about that: by a handler, or by waiting.
extension HeadwayTask {
  /// Whether the task is to stand still now.
  public var isPaused: Bool { gate.isPaused }

  /// Calls `handler` whenever the task is to stand still, on a thread of its own; at once where it is
  /// already. Handlers come one after the other.
  public func onPause(_ handler: @escaping @Sendable (HeadwayPause) -> Void) {
    gate.onPause(handler)
    declarePausable()
  }

  /// Calls `handler` whenever the task may go on after a pause that was told, as
  /// ``onPause(_:)`` does. A cancel ends a pause too.
  public func onResume(_ handler: @escaping @Sendable () -> Void) { gate.onResume(handler) }

  /// Returns when the task isn't paused, as a rule at once. A cancel of the task ends the wait.
  ///
  /// It blocks the thread; from asynchronous code the other one is called.
  public func waitWhilePaused() {
    declarePausable()
    guard gate.isPaused else { return }
    let semaphore = Semaphore()
    _ = gate.whenOpen { semaphore.post() }
    semaphore.wait()
  }

  /// Returns when the task isn't paused, as a rule at once. A cancel, of the task or of the Swift task
  /// around it, ends the wait.
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

  private func declarePausable() { if gate.declarePausable() { bell.ringIfAsleep() } }
}

/// A wait that is cancelled from elsewhere, be it before it began.
private final class Waiter: Sendable {
  private let state = Mutex((waiter: Int?.none, isCancelled: false))

  func started(_ waiter: Int?, at gate: PauseGate) {
    let isCancelled = state.withLock { state in
      state.waiter = waiter
      return state.isCancelled
    }
    if isCancelled, let waiter { gate.giveUp(waiter) }
  }

  func cancel(at gate: PauseGate) {
    let waiter = state.withLock { state in
      state.isCancelled = true
      return state.waiter
    }
    if let waiter { gate.giveUp(waiter) }
  }
}

/// sem_init(3), for one thread to wait for another.
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
