import HeadwayCore
import HeadwayLink

/// The ended tasks that `headway clean` is to delete.
enum CleanSelection {
  case everything
  case matching(TaskQuery)
  /// Named tasks: all of them are deleted, or none.
  case named([TaskReference])

  /// The query for a history of at least the selected tasks.
  var query: TaskQuery {
    switch self {
    case .everything: .everything
    case .matching(let query): query
    case .named(let tasks): Self.query(of: tasks)
    }
  }

  /// A query by numbers where all tasks are named by number, and there are few enough for a query.
  private static func query(of tasks: [TaskReference]) -> TaskQuery {
    var numbers: [String] = []
    for task in tasks {
      guard case .number(let number) = task else { return .everything }
      numbers.append("\(number)")
    }
    return (try? TaskQuery("n:" + numbers.joined(separator: ","))) ?? .everything
  }

  func selects(_ task: TaskSnapshot) -> Bool {
    switch self {
    case .everything, .matching: true
    case .named(let tasks): tasks.contains { $0.names(task) }
    }
  }

  /// Deletes the selected tasks, and returns how many. With `age`, a whole number of seconds, a task
  /// that ended within that time stays, unless it was named.
  func clean(olderThan age: Int64 = 0) throws -> Int {
    switch self {
    case .named(let tasks): try Hub.ask { client throws(LinkError) in try client.clean(tasks) }
    case .everything where age < 1: try Self.cleanAll()
    case .everything: try Self.clean(try TaskQuery("-since:\(age)s"))
    case .matching(let query) where age < 1: try Self.clean(query)
    case .matching(let query): try Self.clean(try TaskQuery("\(query.text) -since:\(age)s"))
    }
  }

  private static func cleanAll() throws(CommandFailure) -> Int {
    try inParts { client, after throws(LinkError) in try client.cleanAll(after: &after) }
  }

  private static func clean(_ query: TaskQuery) throws(CommandFailure) -> Int {
    try inParts { client, after throws(LinkError) in try client.clean(query, after: &after) }
  }

  private static func inParts(
    _ part: (CommandClient, inout Int?) throws(LinkError) -> Int
  ) throws(CommandFailure) -> Int {
    var count = 0
    var after: Int?
    try Hub.ask { client throws(LinkError) in
      repeat { count += try part(client, &after) } while after != nil
    }
    return count
  }
}
