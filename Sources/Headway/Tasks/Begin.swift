import Synchronization

/// Begins a task, whose card appears immediately. The caller must end the task.
///
/// Prefer ``withTask(_:total:_:isolation:body:)`` if begin and end are in the same function: it
/// can't forget the end.
///
/// ```swift
/// let upload = beginTask("Upload", total: size, HeadwayTaskOptions(unit: "B"))
/// upload.advance(by: 65536)
/// upload.end(.completed)
/// ```
///
/// - Parameters:
///   - title: the title of the card. Sanitised, and cut at 200 characters.
///   - total: the number of units in all; nil while unknown.
///   - options: the unit, the identifier and other properties of the task.
public func beginTask(
  _ title: String, total: Int64? = nil, _ options: HeadwayTaskOptions = HeadwayTaskOptions()
) -> HeadwayTask {
  Reporter.current().begin(title, total: total, options)
}

/// Runs `body` as a task that ends with `body`.
///
/// The outcome is:
///
/// - *completed* if `body` returns;
/// - *cancelled* if `body` throws `CancellationError`, or throws after the task was told to stop;
/// - *failed* if `body` throws anything else.
///
/// ```swift
/// try withTask("Export", total: Int64(pages.count)) { task in
///   for page in pages {
///     try task.checkCancellation()
///     try render(page)
///     task.advance()
///   }
/// }
/// ```
///
/// The parameters are those of ``beginTask(_:total:_:)``.
public func withTask<Result, Failure: Error>(
  _ title: String, total: Int64? = nil, _ options: HeadwayTaskOptions = HeadwayTaskOptions(),
  body: (HeadwayTask) throws(Failure) -> Result
) throws(Failure) -> Result {
  let task = beginTask(title, total: total, options)
  do {
    let result = try body(task)
    task.end(.completed)
    return result
  } catch {
    task.end(after: error)
    throw error
  }
}

/// Runs an asynchronous `body` as a task that ends with `body`.
///
/// The outcome is:
///
/// - *completed* if `body` returns;
/// - *cancelled* if `body` throws `CancellationError`, or throws after the task was told to stop;
/// - *failed* if `body` throws anything else.
///
/// An order to stop also cancels the surrounding Swift task, so that `Task.sleep` and
/// `Task.checkCancellation()` throw. The Swift task stays cancelled after this function.
///
/// ```swift
/// let result = try await withTask("Export", total: Int64(pages.count)) { task in
///   for page in pages {
///     try await render(page)
///     task.advance()
///   }
///   return try await save()
/// }
/// ```
///
/// `body` runs in the isolation of the caller. The parameters are those of
/// ``beginTask(_:total:_:)``.
public func withTask<Result, Failure: Error>(
  _ title: String, total: Int64? = nil, _ options: HeadwayTaskOptions = HeadwayTaskOptions(),
  isolation: isolated (any Actor)? = #isolation,
  body: (HeadwayTask) async throws(Failure) -> Result
) async throws(Failure) -> Result {
  let task = beginTask(title, total: total, options)
  let surrounding = SurroundingTask()
  task.onCancel { _ in surrounding.cancel() }
  defer { surrounding.leave() }
  do {
    let result = try await body(task)
    task.end(.completed)
    return result
  } catch {
    task.end(after: error)
    throw error
  }
}

extension HeadwayTask {
  /// Ends the task after an error: cancelled after an order to stop or a `CancellationError`, else
  /// failed.
  fileprivate func end(after error: any Error) {
    end(isCancelled || error is CancellationError ? .cancelled : .failed)
  }
}

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
