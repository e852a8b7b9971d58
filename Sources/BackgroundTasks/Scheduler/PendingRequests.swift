/// The requests that wait for their turn, at most one per identifier.
///
/// ``Registry`` keeps the value under its lock.
struct PendingRequests {
  private var entries: [String: Entry] = [:]

  /// A request, with its task as soon as the task is made.
  struct Entry {
    let request: BGTaskRequest
    var task: BGTask?
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
  mutating func remove(_ request: BGTaskRequest) {
    guard entries[request.identifier]?.request === request else { return }
    entries[request.identifier] = nil
  }

  /// Removes the request of a task that starts to run or has ended.
  mutating func remove(_ task: BGTask) {
    guard entries[task.identifier]?.task === task else { return }
    entries[task.identifier] = nil
  }

  /// Puts back the entry that a refused request had replaced.
  ///
  /// Nothing happens if yet another request has taken the identifier.
  mutating func restore(_ entry: Entry) {
    guard entries[entry.request.identifier] == nil else { return }
    entries[entry.request.identifier] = entry
  }
}
