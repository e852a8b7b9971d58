package import HeadwayCore
import HeadwayWire

/// How far a history, by end, has been read.
package struct HistoryPosition: Sendable {
  package let query: TaskQuery
  /// Only so many, the last.
  private var last: Int?
  private var after: Int?
  private var afterEnd: WallTime?
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
  /// The next of what has ended; none does not mean that there is no more.
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

  /// What `task` names of all that has ended, by number.
  package func ended(_ task: TaskReference) throws(LinkError) -> [TaskSnapshot] {
    var position = HistoryPosition(task.query, last: nil)
    var tasks: [TaskSnapshot] = []
    while !position.isAtEnd { tasks += try nextPage(of: &position) }
    return tasks.sorted { $0.number < $1.number }
  }
}

extension TaskReference {
  /// All that it may name; who asks picks from that.
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
