import HeadwayCore
import HeadwayLink
import HeadwaySystem

/// The task that `headway attach` is to lead to.
enum AttachTarget {
  /// Its key, and the name it goes by. A key needs no hub: its socket is found by it. To watch its
  /// terminal from inside is refused.
  static func find(
    _ task: TaskReference, toWatch: Bool = true
  ) throws(CommandFailure) -> (key: TaskKey, name: String) {
    if case .key(let key) = task {
      if toWatch, surrounding == key { throw .inside("\(key)") }
      return (key, "\(key)")
    }
    let tasks = try Hub.ask { client throws(LinkError) in try client.list(all: false) }
    guard let found = try pick(task, among: tasks) else { throw .noTask(task) }
    let name = found.number.description
    if let sentence = found.endSentence {
      throw CommandFailure("task \(name) has ended: \(sentence)", status: .nothing)
    }
    if found.state == .queued {
      throw .notStarted(name, found.obstacleWords ?? "waits for its turn")
    }
    if toWatch, isInside(found.key, tasks) { throw .inside(name) }
    return (found.key, name)
  }

  /// The one live task of that name, or the last that ended.
  static func pick(
    _ task: TaskReference, among tasks: [TaskSnapshot]
  ) throws(CommandFailure) -> TaskSnapshot? {
    let named = tasks.filter(task.names)
    let live = named.filter { $0.state != .ended }
    if live.count > 1 {
      throw CommandFailure("several tasks are \(task); name one by its number", status: .usage)
    }
    return live.first ?? named.last
  }

  /// The task this process runs in, if any.
  static var surrounding: TaskKey? {
    ProcessEnvironment.variable("HEADWAY_TASK").flatMap { TaskKey($0) }
  }

  /// Whether this process's output goes to that task, be it by way of others: then it would show
  /// itself.
  private static func isInside(_ key: TaskKey, _ tasks: [TaskSnapshot]) -> Bool {
    let parents = Dictionary(tasks.map { ($0.key, $0.parent) }) { first, _ in first }
    var next = surrounding
    for _ in tasks.indices {
      guard let task = next else { return false }
      if task == key { return true }
      next = parents[task] ?? nil
    }
    return next == key
  }
}

extension CommandFailure {
  static func noTask(_ task: TaskReference) -> CommandFailure {
    CommandFailure(
      "there is no task \(SanitisedText(task.description)); see: headway list", status: .nothing)
  }

  fileprivate static func inside(_ name: String) -> CommandFailure {
    CommandFailure(
      "task \(name) is the one that this runs in; attach from another terminal", status: .usage)
  }
}
