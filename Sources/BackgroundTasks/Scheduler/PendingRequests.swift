import Foundation

/// The requests that wait, one for an identifier.
struct PendingRequests {
  private var requests: [String: BGTaskRequest] = [:]

  /// Between two looks at power and network, which tell nobody of their changes.
  static let interval: TimeInterval = 30

  var all: [BGTaskRequest] { requests.values.sorted { $0.identifier < $1.identifier } }

  /// In the place of one with the same identifier.
  mutating func insert(_ request: BGTaskRequest) throws(BGTaskScheduler.Error) {
    let others = requests.values.count {
      $0.kind == request.kind && $0.identifier != request.identifier
    }
    if let limit = request.kind.pendingLimit, others >= limit {
      throw BGTaskScheduler.Error(
        .tooManyPendingTaskRequests,
        "\(request.identifier) is one more than may wait: at most \(limit) of its kind.")
    }
    requests[request.identifier] = request
  }

  /// Takes out one, whether or not it may run.
  @discardableResult
  mutating func take(_ identifier: String) -> BGTaskRequest? {
    requests.removeValue(forKey: identifier)
  }

  mutating func removeAll() { requests = [:] }

  /// Takes out those that may run, and says when to look again.
  mutating func takeDue(
    at now: Date, in surroundings: @autoclosure () -> Surroundings
  ) -> (due: [BGTaskRequest], nextLook: Date?) {
    let all = all
    let waits = all.map {
      $0.needs.wait(at: now, in: surroundings(), interval: Self.interval)
    }
    let due = zip(all, waits).filter { $1 == nil }.map(\.0)
    due.forEach { requests[$0.identifier] = nil }
    return (due, waits.compactMap { $0 }.min())
  }
}
