/// The requests that wait for their turn, one for an identifier, each with its task once that is made.
struct PendingRequests {
  private var entries: [String: Entry] = [:]

  struct Entry {
    let request: BGTaskRequest
    var task: BGTask?
  }

  /// By identifier.
  var all: [BGTaskRequest] {
    entries.values.map(\.request).sorted { $0.identifier < $1.identifier }
  }

  func entry(_ identifier: String) -> Entry? { entries[identifier] }

  /// Takes the place of the one with the same identifier, which is returned.
  @discardableResult
  mutating func insert(_ request: BGTaskRequest) throws(BGTaskScheduler.Error) -> Entry? {
    let others = entries.values.count {
      $0.request.kind == request.kind && $0.request.identifier != request.identifier
    }
    if let limit = request.kind.pendingLimit, others >= limit {
      throw BGTaskScheduler.Error(
        .tooManyPendingTaskRequests,
        "\(request.identifier) is one more than may wait: at most \(limit) of its kind.")
    }
    return entries.updateValue(Entry(request: request), forKey: request.identifier)
  }

  /// The task of a request; false where that was taken back, or another has taken its place.
  mutating func attach(_ task: BGTask, to request: BGTaskRequest) -> Bool {
    guard entries[request.identifier]?.request === request else { return false }
    entries[request.identifier]?.task = task
    return true
  }

  /// Takes out the request, unless another has taken its place.
  mutating func remove(_ request: BGTaskRequest) {
    guard entries[request.identifier]?.request === request else { return }
    entries[request.identifier] = nil
  }

  /// Takes out the request whose task this is: that runs, or has ended.
  mutating func remove(_ task: BGTask) {
    guard entries[task.identifier]?.task === task else { return }
    entries[task.identifier] = nil
  }

  /// Puts back one whose place another took that nobody would have.
  mutating func restore(_ entry: Entry) {
    guard entries[entry.request.identifier] == nil else { return }
    entries[entry.request.identifier] = entry
  }
}
