extension Sequence {
  /// The same elements, each counted when the next one is asked for, as a task of their own: it is
  /// completed when they are through, and cancelled where the loop is left before.
  ///
  ///     for file in files.reportingProgress("Hashing") { … }
  ///
  /// The total is `underestimatedCount`, where that isn't 0. When the task is told to stop, the
  /// elements end.
  public func reportingProgress(
    _ title: String, _ options: HeadwayTaskOptions = HeadwayTaskOptions()
  ) -> ReportingSequence<Self> {
    ReportingSequence(base: self, title: title, options: options)
  }
}

/// A sequence that is a task while it is gone through.
public struct ReportingSequence<Base: Sequence>: Sequence {
  let base: Base
  let title: String
  let options: HeadwayTaskOptions

  /// Begins the task.
  public func makeIterator() -> Iterator {
    let count = base.underestimatedCount
    let task = OpenTask(title, total: count > 0 ? Int64(count) : nil, options)
    return Iterator(base: base.makeIterator(), task: task)
  }

  /// Goes through the elements, and counts.
  public struct Iterator: IteratorProtocol {
    private var base: Base.Iterator
    private let task: OpenTask

    init(base: Base.Iterator, task: OpenTask) { (self.base, self.task) = (base, task) }

    /// The next element; the one before is done.
    public mutating func next() -> Base.Element? {
      guard task.goesOn() else { return nil }
      guard let element = base.next() else {
        task.end(.completed)
        return nil
      }
      return element
    }
  }
}

extension AsyncSequence {
  /// The same elements, each counted when the next one is asked for, as a task of their own: it is
  /// completed when they are through, failed where they end with an error, and cancelled where the
  /// loop is left before.
  ///
  /// - Parameter total: how many there will be; nil while unknown.
  public func reportingProgress(
    _ title: String, total: Int64? = nil, _ options: HeadwayTaskOptions = HeadwayTaskOptions()
  ) -> ReportingAsyncSequence<Self> {
    ReportingAsyncSequence(base: self, title: title, total: total, options: options)
  }
}

/// An asynchronous sequence that is a task while it is gone through.
public struct ReportingAsyncSequence<Base: AsyncSequence>: AsyncSequence {
  /// As the elements are.
  public typealias Element = Base.Element
  /// As the elements fail.
  public typealias Failure = Base.Failure

  let base: Base
  let title: String
  let total: Int64?
  let options: HeadwayTaskOptions

  /// Begins the task.
  public func makeAsyncIterator() -> Iterator {
    Iterator(base: base.makeAsyncIterator(), task: OpenTask(title, total: total, options))
  }

  /// Goes through the elements, and counts.
  public struct Iterator: AsyncIteratorProtocol {
    private var base: Base.AsyncIterator
    private let task: OpenTask

    init(base: Base.AsyncIterator, task: OpenTask) { (self.base, self.task) = (base, task) }

    /// The next element; the one before is done.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(Base.Failure) -> Base.Element? {
      guard task.goesOn() else { return nil }
      do {
        let element = try await base.next(isolation: actor)
        if element == nil { task.end(.completed) }
        return element
      } catch {
        task.end(.failed)
        throw error
      }
    }
  }
}

/// A task that ends when nobody goes through its elements any more.
final class OpenTask {
  private let task: HeadwayTask
  private var hasGiven = false

  init(_ title: String, total: Int64?, _ options: HeadwayTaskOptions) {
    task = beginTask(title, total: total, options)
  }

  deinit { task.end(.cancelled) }

  /// The last element is done, if there was one; whether to go on.
  func goesOn() -> Bool {
    if hasGiven { task.advance() }
    hasGiven = true
    if task.isCancelled { task.end(.cancelled) }
    return !task.isCancelled
  }

  func end(_ outcome: HeadwayOutcome) { task.end(outcome) }
}
