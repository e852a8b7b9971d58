import HeadwayCore

/// "Cancel 7 'Nightly backup'?": asked before anything is stopped.
struct CancelPrompt: Hashable, Sendable {
  /// One at least.
  private(set) var tasks: [Subject]
  /// Kill at once instead of asking politely first.
  let isForced: Bool

  struct Subject: Hashable, Sendable {
    var key: TaskKey
    var number: TaskNumber
    var title: SanitisedText
  }

  /// Nil for nothing.
  init?(_ snapshots: [TaskSnapshot], isForced: Bool) {
    guard !snapshots.isEmpty else { return nil }
    tasks = snapshots.map { Subject(key: $0.key, number: $0.number, title: $0.title) }
    self.isForced = isForced
  }

  /// Without those that `body` says no of; nil where none is left.
  func filter(_ body: (TaskKey) -> Bool) -> CancelPrompt? {
    var rest = self
    rest.tasks = tasks.filter { body($0.key) }
    return rest.tasks.isEmpty ? nil : rest
  }

  /// What follows a yes.
  var commands: [MonitorCommand] { tasks.map { .cancel($0.key, force: isForced) } }

  var text: String { question(about: name) }

  /// Without a title.
  var shortText: String {
    question(about: tasks.count == 1 ? tasks[0].number.description : name)
  }

  private func question(about what: String) -> String {
    "\(isForced ? "Kill" : "Cancel") \(what)?"
  }

  /// `7 'Nightly backup'`, `3 tasks`
  var name: String {
    guard let first = tasks.first, tasks.count == 1 else { return "\(tasks.count) tasks" }
    return "\(first.number) '\(first.title)'"
  }
}
