import ArgumentParser
import HeadwayModel
import HeadwayLink
import HeadwaySystem

/// The ended tasks that `headway clean` deletes.
enum CleanSelection {
  case everything
  /// The tasks that match a filter.
  case matching(TaskQuery)
  /// Named tasks. The hub deletes all of them or none.
  case named([TaskReference])

  /// The tasks that words of the command line name. Without ranges and patterns the hub deletes all
  /// of them or none.
  ///
  /// - Throws: `ValidationError` for a mixture that no query expresses, and for a pattern with `"`.
  init(naming names: [TaskName]) throws {
    var (references, numbers, patterns): ([TaskReference], [String], [String]) = ([], [], [])
    for name in names {
      switch name {
      case .task(let reference):
        references.append(reference)
        switch reference {
        case .number(let number): numbers.append("\(number)")
        case .identifier(let identifier): patterns.append(identifier)
        case .key: break
        }
      case .range(let range): numbers.append("\(range.lowerBound)-\(range.upperBound)")
      case .pattern(let pattern): patterns.append(pattern)
      case .last: break
      }
    }
    if references.count == names.count {
      self = .named(references)
      return
    }
    guard numbers.isEmpty || patterns.isEmpty, numbers.count + patterns.count == names.count else {
      throw ValidationError(
        localized: "name numbers, identifiers and last in commands of their own")
    }
    let query =
      numbers.isEmpty
      ? "id:" + (try patterns.map(Self.quoted)).joined(separator: ",")
      : "n:" + numbers.joined(separator: ",")
    do throws(QueryError) {
      self = .matching(try TaskQuery(query))
    } catch {
      throw ValidationError(String(localizing: "\(error)"))
    }
  }

  /// A text as one value of a query.
  ///
  /// - Throws: `ValidationError` for a text with `"`: a query can't express it, and any other text
  ///   would delete other tasks.
  static func quoted(_ text: String) throws -> String {
    guard !text.contains("\"") else {
      throw ValidationError(
        localized: "names with \" can't be cleaned by a pattern or group; use numbers")
    }
    return "\"\(text)\""
  }

  /// A query that matches at least the selected tasks, for reading the record.
  var query: TaskQuery {
    switch self {
    case .everything: .everything
    case .matching(let query): query
    case .named(let tasks): Self.query(of: tasks)
    }
  }

  /// A query for the numbers of `tasks`. A query for everything if one of them isn't named by its
  /// number, or if the numbers are too many for a query.
  private static func query(of tasks: [TaskReference]) -> TaskQuery {
    var numbers: [String] = []
    for task in tasks {
      guard case .number(let number) = task else { return .everything }
      numbers.append("\(number)")
    }
    return (try? TaskQuery("n:" + numbers.joined(separator: ","))) ?? .everything
  }

  /// Whether the selection contains a task that matches ``query``.
  func selects(_ task: TaskSnapshot) -> Bool {
    switch self {
    case .everything, .matching: true
    case .named(let tasks): tasks.contains { $0.names(task) }
    }
  }

  /// Deletes the selected tasks and returns their number.
  ///
  /// `age` is in whole seconds. A task that ended within that time stays unless it was named,
  /// because it ended after the question was asked.
  func clean(olderThan age: Int64 = 0) throws -> Int {
    switch self {
    case .named(let tasks): try Hub.ask { client throws(LinkError) in try client.clean(tasks) }
    case .everything where age < 1: try Self.cleanAll()
    case .everything: try Self.clean(try TaskQuery("-since:\(age)s"))
    case .matching(let query) where age < 1: try Self.clean(query)
    case .matching(let query): try Self.clean(try TaskQuery("\(query.text) -since:\(age)s"))
    }
  }

  /// Deletes all ended tasks.
  private static func cleanAll() throws(CommandFailure) -> Int {
    try inParts { client, after throws(LinkError) in try client.cleanAll(after: &after) }
  }

  /// Deletes the ended tasks that match.
  private static func clean(_ query: TaskQuery) throws(CommandFailure) -> Int {
    try inParts { client, after throws(LinkError) in try client.clean(query, after: &after) }
  }

  /// The time after which a person is shown how far the command is.
  private static let interimPause: Duration = .seconds(1)

  /// Repeats a request until the hub has no more tasks to delete. Each request deletes a part of
  /// the tasks, so the hub stays responsive.
  private static func inParts(
    _ part: (CommandClient, inout Int?) throws(LinkError) -> Int
  ) throws(CommandFailure) -> Int {
    var count = 0
    var after: Int?
    let start = SystemClocks.awake
    defer { if SystemClocks.awake - start > interimPause { StandardStreams.showInterim("") } }
    try Hub.ask { client throws(LinkError) in
      repeat {
        count += try part(client, &after)
        if SystemClocks.awake - start > interimPause {
          StandardStreams.showInterim(String(localized: "\(count) tasks cleaned so far"))
        }
      } while after != nil
    }
    return count
  }
}
