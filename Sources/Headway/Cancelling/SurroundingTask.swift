import Synchronization

/// The Swift task that a stretch of code runs in, to be cancelled from elsewhere until `leave`.
final class SurroundingTask: Sendable {
  /// What is a task's own may be used from another while the task is alive: it is here, until it
  /// leaves (UnsafeCurrentTask).
  private struct Handle: @unchecked Sendable {
    let task: UnsafeCurrentTask
  }

  private let current: Mutex<Handle?>

  init() { current = Mutex(withUnsafeCurrentTask { $0.map(Handle.init) }) }

  func cancel() { current.withLock { $0?.task.cancel() } }

  func leave() { current.withLock { $0 = nil } }
}
