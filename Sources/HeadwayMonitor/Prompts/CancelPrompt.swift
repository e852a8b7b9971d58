import HeadwayModel

/// The question before a cancel: "Cancel 7 'Nightly backup'?". The monitor sends no cancel without
/// this question.
struct CancelPrompt: Hashable, Sendable {
  /// The tasks to cancel, never empty.
  private(set) var tasks: [Subject]
  /// Whether the tasks are killed immediately, without SIGTERM and a grace period.
  let isForced: Bool

  /// A task as the question names it.
  struct Subject: Hashable, Sendable {
    var key: TaskKey
    var number: TaskNumber
    var title: SanitisedText
  }

  /// Creates the question. Nil without tasks.
  init?(_ snapshots: [TaskSnapshot], isForced: Bool) {
    guard !snapshots.isEmpty else { return nil }
    tasks = snapshots.map { Subject(key: $0.key, number: $0.number, title: $0.title) }
    self.isForced = isForced
  }

  /// The question about the tasks for which `body` returns true. Nil if no task remains. The model
  /// calls this as tasks end while the question is open.
  func filter(_ body: (TaskKey) -> Bool) -> CancelPrompt? {
    var rest = self
    rest.tasks = tasks.filter { body($0.key) }
    return rest.tasks.isEmpty ? nil : rest
  }

  /// The commands that a yes sends.
  var commands: [MonitorCommand] { tasks.map { .cancel($0.key, force: isForced) } }

  /// The question with the title of a single task.
  var text: String { question(about: name) }

  /// The question without a title, for a narrow footer.
  var shortText: String {
    question(about: tasks.count == 1 ? tasks[0].number.description : name)
  }

  private func question(about what: String) -> String {
    "\(isForced ? "Kill" : "Cancel") \(what)?"
  }

  /// The tasks in words: `7 'Nightly backup'`, or `3 tasks`.
  var name: String {
    guard let first = tasks.first, tasks.count == 1 else { return "\(tasks.count) tasks" }
    return "\(first.number) '\(first.title)'"
  }
}
