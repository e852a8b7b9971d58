package import HeadwayModel
import HeadwayWire

/// A position in the ended tasks, sorted by the time of their ends.
///
/// ```swift
/// var position = HistoryPosition(query, last: 50)
/// while !position.isAtEnd { tasks += try client.nextPage(of: &position) }
/// ```
package struct HistoryPosition: Sendable {
  package let query: TaskQuery
  /// The greatest number of tasks of the first page, counted from the newest; nil for no limit.
  private var last: Int?
  private var after: Int?
  private var afterEnd: WallTime?
  /// Whether all tasks were read.
  package private(set) var isAtEnd = false

  package init(_ query: TaskQuery, last: Int?) { (self.query, self.last) = (query, last) }

  fileprivate func message(_ request: Int) -> HistoryMessage {
    HistoryMessage(
      filter: query, after: after, afterEnd: afterEnd, last: last, byEnd: true, request: request)
  }

  fileprivate mutating func advance(to end: SnapshotEnd) {
    isAtEnd = end.next == nil
    (after, afterEnd, last) = (end.next, end.nextEnd, nil)
  }
}

extension CommandClient {
  /// Reads the next page. An empty page doesn't mean the end; see ``HistoryPosition/isAtEnd``.
  package func nextPage(
    of position: inout HistoryPosition
  ) throws(LinkError) -> [TaskSnapshot] {
    send(position.message(nextRequest()))
    var tasks: [TaskSnapshot] = []
    let end = try firstWhileAlive { message -> SnapshotEnd? in
      if case .task(let item) = message { tasks.append(item.task) }
      if case .snapshotEnd(let end) = message { return end }
      return nil
    }
    position.advance(to: end)
    return tasks
  }

  /// Returns all ended tasks that `task` may name, sorted by number.
  package func ended(_ task: TaskReference) throws(LinkError) -> [TaskSnapshot] {
    try ended(task.query)
  }

  /// Returns all ended tasks on record that match, sorted by number.
  package func ended(_ query: TaskQuery) throws(LinkError) -> [TaskSnapshot] {
    var position = HistoryPosition(query, last: nil)
    var tasks: [TaskSnapshot] = []
    while !position.isAtEnd { tasks += try nextPage(of: &position) }
    return tasks.sorted { $0.number < $1.number }
  }
}

extension CommandClient {
  /// Returns the environment that the command of a task gets from its submitter, each variable as
  /// `NAME=value`. The environment of a task that is edited meanwhile is read again.
  ///
  /// - Throws: a refusal with the code `environmentUnknown` if the hub didn't launch the task, and
  ///   with `version` if the hub is too old for the request.
  package func environment(of key: TaskKey) throws(LinkError) -> [[UInt8]] {
    try require([.environments], otherwise: String(wire: "the environment can't be shown"))
    var bytes: [UInt8] = []
    var size: Int?
    for _ in 0..<Self.environmentPartLimit {
      let part = try environmentPart(of: key, after: bytes.count)
      if part.size == size ?? part.size, bytes.count + part.bytes.count <= part.size {
        size = part.size
        bytes += part.bytes
      } else {
        (bytes, size) = ([], nil)
      }
      if bytes.count == size { return TerminatedFields.split(bytes) ?? [] }
    }
    throw .refused(
      code: ErrorCode.environmentUnknown.rawValue,
      message: String(wire: "the environment changes while it is read; run the command again"))
  }

  private func environmentPart(
    of key: TaskKey, after: Int
  ) throws(LinkError) -> EnvironmentMessage {
    let request = nextRequest()
    send(EnvironmentRequest(.key(key), after: after, request: request))
    return try firstWhileAlive { message in
      if case .environment(let part) = message, part.request == request { part } else { nil }
    }
  }

  /// The number of parts after which the client gives up. The largest environment has 53 parts.
  private static var environmentPartLimit: Int { 200 }
}

extension TaskReference {
  /// A query for all tasks that the reference may name; the caller picks from them.
  fileprivate var query: TaskQuery {
    let text: String? =
      switch self {
      case .number(let number): "n:\(number)"
      case .identifier(let identifier): identifier.contains("\"") ? nil : "id:\"\(identifier)\""
      case .key: nil
      }
    return text.flatMap { try? TaskQuery($0) } ?? .everything
  }
}
