extension Sequence {
  /// Returns the same elements, and reports the iteration as a task.
  ///
  /// An element is counted when the loop asks for the next one. The task ends with the iteration:
  ///
  /// - *completed* after the last element;
  /// - *cancelled* if the loop is left early.
  ///
  /// ```swift
  /// for file in files.reportingProgress("Hashing") { hash(file) }
  /// ```
  ///
  /// The elements end early if the task is told to stop. The total is `underestimatedCount`, or
  /// unknown if that is 0.
  ///
  /// - Parameters:
  ///   - title: the title of the card. Sanitised, and cut at 200 characters.
  ///   - options: the unit, the identifier and other properties of the task.
  public func reportingProgress(
    _ title: String, _ options: HeadwayTaskOptions = HeadwayTaskOptions()
  ) -> ReportingSequence<Self> {
    ReportingSequence(base: self, title: title, options: options)
  }
}

/// A sequence that reports each iteration as a task.
///
/// `reportingProgress` on a sequence makes the value. Each iterator begins a task of its own.
public struct ReportingSequence<Base: Sequence>: Sequence {
  let base: Base
  let title: String
  let options: HeadwayTaskOptions

  /// Begins the task and returns an iterator over the elements.
  public func makeIterator() -> Iterator {
    let count = base.underestimatedCount
    let task = OpenTask(title, total: count > 0 ? Int64(count) : nil, options)
    return Iterator(base: base.makeIterator(), task: task)
  }

  /// An iterator that counts the elements and ends the task.
  public struct Iterator: IteratorProtocol {
    private var base: Base.Iterator
    private let task: OpenTask

    init(base: Base.Iterator, task: OpenTask) { (self.base, self.task) = (base, task) }

    /// Counts the previous element and returns the next one.
    ///
    /// Nil after the last element, and as soon as the task is told to stop.
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
  /// Returns the same elements, and reports the iteration as a task.
  ///
  /// An element is counted when the loop asks for the next one. The task ends with the iteration:
  ///
  /// - *completed* after the last element;
  /// - *failed* if the sequence throws;
  /// - *cancelled* if the loop is left early.
  ///
  /// ```swift
  /// for try await row in rows.reportingProgress("Import", total: 5000) { try await insert(row) }
  /// ```
  ///
  /// The elements end early if the task is told to stop.
  ///
  /// - Parameters:
  ///   - title: the title of the card. Sanitised, and cut at 200 characters.
  ///   - total: the number of elements; nil while unknown.
  ///   - options: the unit, the identifier and other properties of the task.
  public func reportingProgress(
    _ title: String, total: Int64? = nil, _ options: HeadwayTaskOptions = HeadwayTaskOptions()
  ) -> ReportingAsyncSequence<Self> {
    ReportingAsyncSequence(base: self, title: title, total: total, options: options)
  }
}

/// An asynchronous sequence that reports each iteration as a task.
///
/// `reportingProgress` on an asynchronous sequence makes the value. Each iterator begins a task of
/// its own.
public struct ReportingAsyncSequence<Base: AsyncSequence>: AsyncSequence {
  /// The element type of the base sequence.
  public typealias Element = Base.Element
  /// The error type of the base sequence.
  public typealias Failure = Base.Failure

  let base: Base
  let title: String
  let total: Int64?
  let options: HeadwayTaskOptions

  /// Begins the task and returns an iterator over the elements.
  public func makeAsyncIterator() -> Iterator {
    Iterator(base: base.makeAsyncIterator(), task: OpenTask(title, total: total, options))
  }

  /// An iterator that counts the elements and ends the task.
  public struct Iterator: AsyncIteratorProtocol {
    private var base: Base.AsyncIterator
    private let task: OpenTask

    init(base: Base.AsyncIterator, task: OpenTask) { (self.base, self.task) = (base, task) }

    /// Counts the previous element and returns the next one.
    ///
    /// Nil after the last element, and as soon as the task is told to stop. An error of the base
    /// sequence ends the task as failed and is rethrown.
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

/// A task that ends as cancelled when its iterator is released.
///
/// The class exists for its deinit: a loop that is left early releases the iterator without any
/// other notice.
final class OpenTask {
  private let task: HeadwayTask
  private var hasGiven = false

  init(_ title: String, total: Int64?, _ options: HeadwayTaskOptions) {
    task = beginTask(title, total: total, options)
  }

  deinit { task.end(.cancelled) }

  /// Counts the previous element, if there was one. Returns false once the task is told to stop.
  func goesOn() -> Bool {
    if hasGiven { task.advance() }
    hasGiven = true
    if task.isCancelled { task.end(.cancelled) }
    return !task.isCancelled
  }

  func end(_ outcome: HeadwayOutcome) { task.end(outcome) }
}
