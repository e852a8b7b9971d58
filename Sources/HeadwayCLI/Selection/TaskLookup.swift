import HeadwayLink
import HeadwayModel

/// The search for tasks that a command line names: in the hub's list, then in the record. The list is
/// read once, however many tasks are looked for.
///
/// ```swift
/// let lookup = try TaskLookup()
/// for reference in references { print(try lookup.find(reference).title) }
/// ```
struct TaskLookup {
  private let listed: [TaskSnapshot]
  private let places: [TaskKey: Int]

  /// Reads the hub's list.
  ///
  /// - Throws: `CommandFailure` if the hub can't be reached.
  init() throws(CommandFailure) {
    self.init(listed: try Hub.ask { client throws(LinkError) in try client.list(all: false) })
  }

  /// Makes a lookup in a list that is known.
  init(listed: [TaskSnapshot]) {
    self.listed = listed
    places = Dictionary(listed.enumerated().map { ($1.key, $0) }) { first, _ in first }
  }

  /// Finds a task: a live one, otherwise the latest ended one.
  ///
  /// - Throws: `CommandFailure` if no task matches, or if several live tasks do.
  func find(_ task: TaskReference) throws(CommandFailure) -> TaskSnapshot {
    if let found = try findListed(task) { return found }
    let ended = try Hub.ask { client throws(LinkError) in try client.ended(task) }
    if let found = try AttachTarget.pick(task, among: ended) { return found }
    throw .noTask(task)
  }

  /// Finds a task of the list. Nil if no listed task matches.
  func findListed(_ task: TaskReference) throws(CommandFailure) -> TaskSnapshot? {
    if case .key(let key) = task { return places[key].map { listed[$0] } }
    return try AttachTarget.pick(task, among: listed)
  }

  /// Finds one task.
  static func find(_ task: TaskReference) throws(CommandFailure) -> TaskSnapshot {
    try TaskLookup().find(task)
  }
}
