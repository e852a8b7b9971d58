package import HeadwayCore
import HeadwayWire

extension CommandClient {
  /// Deletes all of `tasks` from the record, or none of them; returns how many.
  package func clean(_ tasks: [TaskReference]) throws(LinkError) -> Int {
    try cleaned(CleanMessage(tasks: tasks, request: nextRequest())).count
  }

  /// Deletes a part of the ended tasks that match `query`, and returns how many. Call it again until
  /// `after` is nil. The hub refuses an empty query: see ``cleanAll(after:)``.
  package func clean(_ query: TaskQuery, after: inout Int?) throws(LinkError) -> Int {
    let answer = try cleaned(CleanMessage(filter: query, after: after, request: nextRequest()))
    after = answer.next
    return answer.count
  }

  /// Deletes a part of all ended tasks, and returns how many. Call it again until `after` is nil.
  package func cleanAll(after: inout Int?) throws(LinkError) -> Int {
    let answer = try cleaned(CleanMessage(allAfter: after, request: nextRequest()))
    after = answer.next
    return answer.count
  }

  private func cleaned(_ message: CleanMessage) throws(LinkError) -> CleanedMessage {
    send(message)
    return try firstWhileAlive { message in
      if case .cleaned(let cleaned) = message { cleaned } else { nil }
    }
  }
}
