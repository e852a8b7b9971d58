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
    var position = HistoryPosition(task.query, last: nil)
    var tasks: [TaskSnapshot] = []
    while !position.isAtEnd { tasks += try nextPage(of: &position) }
    return tasks.sorted { $0.number < $1.number }
  }
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
