/// Begins a task: its card is on the screen in a moment.
///
/// Where the end is the end of a stretch of code, ``withTask(_:total:_:isolation:body:)`` can't be
/// forgotten.
/// - Parameters:
///   - title: cleaned, and cut at 200 characters.
///   - total: the units in all; nil while unknown.
public func beginTask(
  _ title: String, total: Int64? = nil, _ options: HeadwayTaskOptions = HeadwayTaskOptions()
) -> HeadwayTask {
  Reporter.current().begin(title, total: total, options)
}

/// Does `body` as a task: it is completed when that returns, cancelled when that throws after it was
/// told to stop, and failed when it throws otherwise.
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

/// Does `body` as a task: it is completed when that returns, cancelled when that throws after it was
/// told to stop, and failed when it throws otherwise. When the task is told to stop, the surrounding
/// Swift task is cancelled.
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
  /// Cancelled where it was told to stop, or the Swift task around it was.
  fileprivate func end(after error: any Error) {
    end(isCancelled || error is CancellationError ? .cancelled : .failed)
  }
}
