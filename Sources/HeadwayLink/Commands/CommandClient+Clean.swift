package import HeadwayModel
import HeadwayWire

extension CommandClient {
  /// Deletes all of `tasks` from the record, or none of them. Returns the number of deleted tasks.
  package func clean(_ tasks: [TaskReference]) throws(LinkError) -> Int {
    try cleaned(CleanMessage(tasks: tasks, request: nextRequest())).count
  }

  /// Deletes a portion of the ended tasks that match `query`. Returns the number of deleted tasks.
  ///
  /// The caller repeats the call until `after` is nil. The hub refuses an empty query; see
  /// ``cleanAll(after:)``.
  ///
  /// ```swift
  /// var after: Int?
  /// repeat { count += try client.clean(query, after: &after) } while after != nil
  /// ```
  package func clean(_ query: TaskQuery, after: inout Int?) throws(LinkError) -> Int {
    let answer = try cleaned(CleanMessage(filter: query, after: after, request: nextRequest()))
    after = answer.next
    return answer.count
  }

  /// Deletes a portion of all ended tasks. Returns the number of deleted tasks.
  ///
  /// The caller repeats the call until `after` is nil.
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
