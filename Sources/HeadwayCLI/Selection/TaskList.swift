import ArgumentParser
import HeadwayModel

/// Tasks that one word of the command line names, with commas between them: `8`, `8,9`, `61-70`,
/// `proj.db,last`.
///
/// ```sh
/// headway submit --after 8,9 -- make
/// ```
struct TaskList: Hashable, Sendable, AllowedWords {
  private var names: [TaskName]

  static var allowedWords: String {
    String(localized: "tasks by number, identifier or key, such as 8,9 or 61-70, or last")
  }

  init?(argument: String) {
    names = []
    for word in argument.split(separator: ",", omittingEmptySubsequences: false) {
      guard let name = TaskName(argument: String(word)), Self.isPlain(name) else { return nil }
      names.append(name)
    }
  }

  /// Makes a list of one task.
  init(_ task: TaskReference) { names = [.task(task)] }

  /// Whether the name can be used without a look at all tasks. A pattern can't, and a long range is
  /// a typing error.
  private static func isPlain(_ name: TaskName) -> Bool {
    switch name {
    case .task, .last: true
    case .range(let range): range.count <= LaunchTerms.listLimit
    case .pattern: false
    }
  }

  /// Whether the newest task is on the list.
  var namesLast: Bool { names.contains(.last) }

  /// The number of tasks.
  var count: Int {
    names.reduce(0) { sum, name in
      if case .range(let range) = name { sum + range.count } else { sum + 1 }
    }
  }

  /// Puts `newest` in the place of `last`.
  func naming(_ newest: TaskReference) -> TaskList {
    var list = self
    list.names = names.map { $0 == .last ? .task(newest) : $0 }
    return list
  }

  /// The tasks. The word `last` must have been replaced; it names none.
  var references: [TaskReference] {
    names.flatMap { name -> [TaskReference] in
      switch name {
      case .task(let task): [task]
      case .range(let range): range.compactMap { TaskNumber($0).map(TaskReference.number) }
      case .pattern, .last: []
      }
    }
  }
}

extension [TaskList] {
  /// The number of tasks of all lists.
  var taskCount: Int { reduce(0) { $0 + $1.count } }

  /// The dependencies on all the tasks.
  func dependencies(needingSuccess needsSuccess: Bool) -> [Dependency] {
    flatMap(\.references).map { Dependency($0, needsSuccess: needsSuccess) }
  }

  /// Puts the newest task in the place of `last`, if that is on a list.
  ///
  /// - Throws: `CommandFailure` if the hub can't be reached, or lists no task.
  mutating func resolveLast() throws(CommandFailure) {
    guard contains(where: \.namesLast) else { return }
    let newest = try OneTask.last.resolve()
    self = map { $0.naming(newest) }
  }
}
