import HeadwayModel
import HeadwaySystem

/// The properties of a task that options and config set. Strings come from the command line and
/// aren't sanitised yet.
struct TaskRequest {
  /// The task's key. Nil stands for a new random key.
  var key: TaskKey?
  var title: String?
  var subtitle: String?
  var identifier: String?
  var total: Int64?
  var unit: String?
  var stallPolicy = StallPolicy()
  /// The time between SIGTERM and SIGKILL. Nil stands for the config's time.
  var grace: Duration?
  /// The time for which each attempt may run. Nil stands for no limit.
  var timeLimit: Duration?
  var group: String?
  var sensitive = false
  var notifiesOfEnd = false
  /// The working directory. Nil stands for the directory of this process.
  var directory: String?

  /// The task for a command. `grace` applies if the request has none. A surrounding task becomes
  /// the parent.
  func description(of command: [RawText], grace: Duration) -> TaskDescription {
    var task = TaskDescription(
      of: command.map(\.string), title: title, identifier: identifier,
      directory: directory ?? ProcessEnvironment.workingDirectory?.string,
      grace: self.grace ?? grace,
      startedAt: SystemClocks.sinceEpoch)
    if let key { task.key = key }
    task.parent = ProcessEnvironment.variable("HEADWAY_TASK").flatMap { TaskKey($0) }
    task.timeLimit = timeLimit
    task.group = group.map { SanitisedText($0, limit: .identifier) }
    task.sensitive = sensitive
    task.notifiesOfEnd = notifiesOfEnd
    task.stallPolicy = stallPolicy
    return task
  }

  /// The report to send with the task: subtitle, total and unit.
  var firstReport: WorkerReport {
    var report = WorkerReport()
    report.subtitle = subtitle.map { SanitisedText($0, limit: .line) }
    report.reading = ProgressReading(
      completed: total == nil ? nil : 0, total: total, unit: unit.map { SanitisedText($0) })
    return report
  }
}
