package import HeadwayCore
import HeadwayWire

extension CommandClient {
  /// Takes all of `tasks` out of the record, or none; returns how many left.
  package func clean(_ tasks: [TaskReference]) throws(LinkError) -> Int {
    try cleaned(CleanMessage(tasks: tasks, request: nextRequest())).count
  }

  /// A part of what matches; `after` is nil once there is no more.
  package func clean(_ query: TaskQuery, after: inout Int?) throws(LinkError) -> Int {
    let answer = try cleaned(CleanMessage(filter: query, after: after, request: nextRequest()))
    after = answer.next
    return answer.count
  }

  private func cleaned(_ message: CleanMessage) throws(LinkError) -> CleanedMessage {
    send(message)
    return try first(within: .seconds(30)) { message in
      if case .cleaned(let cleaned) = message { cleaned } else { nil }
    }
  }
}
