import Synchronization

/// A handle with which another thread can cancel the Swift task that a stretch of code runs in.
///
/// ``withTask(_:total:_:isolation:body:)`` makes the handle at the start of its body and calls
/// `leave` at the end.
final class SurroundingTask: Sendable {
  /// A Sendable wrapper of the current Swift task.
  ///
  /// `UnsafeCurrentTask.cancel()` may be called from another task while the current task is alive.
  /// The handle exists only until `leave`, so the task is alive at every call.
  private struct Handle: @unchecked Sendable {
    let task: UnsafeCurrentTask
  }

  private let current: Mutex<Handle?>

  /// Captures the current Swift task, if there is one.
  init() { current = Mutex(withUnsafeCurrentTask { $0.map(Handle.init) }) }

  /// Cancels the Swift task; does nothing after `leave`.
  func cancel() { current.withLock { $0?.task.cancel() } }

  /// Forgets the Swift task. Must be called before the task can end.
  func leave() { current.withLock { $0 = nil } }
}
