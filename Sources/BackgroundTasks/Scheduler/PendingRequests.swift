/// The requests that wait for their turn, at most one per identifier.
///
/// ``Registry`` keeps the value under its lock.
struct PendingRequests {
  private var entries: [String: Entry] = [:]

  /// A request, with its task as soon as the task is made.
  struct Entry {
    let request: BGTaskRequest
    var task: BGTask?
    /// Whether the hub may have a newer request in hand that the program was refused.
    var hasRival = false
  }

  /// All waiting requests, sorted by identifier.
  var all: [BGTaskRequest] {
    entries.values.map(\.request).sorted { $0.identifier < $1.identifier }
  }

  func entry(_ identifier: String) -> Entry? { entries[identifier] }

  /// Adds a request, in the place of the one with the same identifier.
  ///
  /// - Returns: the entry that was replaced; nil if there was none.
  /// - Throws: `tooManyPendingTaskRequests` if the limit of the kind is reached. A replaced request
  ///   doesn't count.
  @discardableResult
  mutating func insert(_ request: BGTaskRequest) throws(BGTaskScheduler.Error) -> Entry? {
    let others = entries.values.count {
      $0.request.kind == request.kind && $0.request.identifier != request.identifier
    }
    if let limit = request.kind.pendingLimit, others >= limit {
      throw BGTaskScheduler.Error(
        .tooManyPendingTaskRequests,
        "\(request.identifier) can't be queued: at most \(limit) requests of its kind may wait.")
    }
    return entries.updateValue(Entry(request: request), forKey: request.identifier)
  }

  /// Records the task of a request.
  ///
  /// - Returns: false if the request was withdrawn or replaced in the meantime.
  mutating func attach(_ task: BGTask, to request: BGTaskRequest) -> Bool {
    guard entries[request.identifier]?.request === request else { return false }
    entries[request.identifier]?.task = task
    return true
  }

  /// Removes a request, unless another one has replaced it.
  ///
  /// - Returns: whether the request was there.
  @discardableResult
  mutating func remove(_ request: BGTaskRequest) -> Bool {
    guard entries[request.identifier]?.request === request else { return false }
    entries[request.identifier] = nil
    return true
  }

  /// Removes the request of a task that starts to run or has ended.
  mutating func remove(_ task: BGTask) {
    guard entries[task.identifier]?.task === task else { return }
    entries[task.identifier] = nil
  }

  /// Notes that the hub may still give the place of the task's request to a newer request that the
  /// program was refused.
  mutating func noteRival(of task: BGTask) {
    guard entries[task.identifier]?.task === task else { return }
    entries[task.identifier]?.hasRival = true
  }

  /// Takes an ended task from its request, which then waits for another task.
  ///
  /// Only a refused request of this program is a reason to take the place back, and only once:
  /// another program may have replaced the request rightly.
  ///
  /// - Returns: the request; nil if the task's request doesn't wait, or has no rival.
  mutating func takeBack(from task: BGTask) -> BGTaskRequest? {
    guard let entry = entries[task.identifier], entry.task === task, entry.hasRival else {
      return nil
    }
    entries[task.identifier] = Entry(request: entry.request)
    return entry.request
  }

  /// Puts back the entry that a refused request had replaced.
  ///
  /// - Returns: false, and nothing happens, if yet another request has taken the identifier.
  @discardableResult
  mutating func restore(_ entry: Entry) -> Bool {
    guard entries[entry.request.identifier] == nil else { return false }
    entries[entry.request.identifier] = entry
    return true
  }
}
