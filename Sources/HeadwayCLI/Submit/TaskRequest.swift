import HeadwayCore
import HeadwaySystem

/// What a person asks for a command to be, as a task.
struct TaskRequest {
  /// The task's identity. Nil stands for a random one.
  var key: TaskKey?
  var title: String?
  var subtitle: String?
  var identifier: String?
  var total: Int64?
  var unit: String?
  var stallPolicy = StallPolicy()
  /// Nil is the config's.
  var grace: Duration?
  var group: String?
  var sensitive = false
  var notifiesOfEnd = false
  /// Nil is this process's.
  var directory: String?

  /// `grace` is for want of an own.
  func description(of command: [RawText], grace: Duration) -> TaskDescription {
    var task = TaskDescription(
      of: command.map(\.string), title: title, identifier: identifier,
      directory: directory ?? ProcessEnvironment.workingDirectory?.string,
      grace: self.grace ?? grace,
      startedAt: SystemClocks.sinceEpoch)
    if let key { task.key = key }
    task.parent = ProcessEnvironment.variable("HEADWAY_TASK").flatMap { TaskKey($0) }
    task.group = group.map { SanitisedText($0, limit: .identifier) }
    task.sensitive = sensitive
    task.notifiesOfEnd = notifiesOfEnd
    task.stallPolicy = stallPolicy
    return task
  }

  var firstReport: WorkerReport {
    var report = WorkerReport()
    report.subtitle = subtitle.map { SanitisedText($0, limit: .line) }
    report.reading = ProgressReading(
      completed: total == nil ? nil : 0, total: total, unit: unit.map { SanitisedText($0) })
    return report
  }
}
