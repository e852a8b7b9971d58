internal import HeadwayModel

/// The reports for tasks that haven't begun yet as far as the hub knows.
///
/// A script may report before its supervisor does: both come at once to a hub that has just started, and
/// the hub reads the script's report first. The hub keeps such a report until the task begins. The script
/// gets an error all the same, because no such task may ever come.
struct EarlyReports: Sendable {
  private var reports: [TaskKey: (report: WorkerReport, at: AwakeTime)] = [:]

  /// The time for which a report is kept.
  static let patience: Duration = .seconds(10)
  /// The largest number of tasks whose reports are kept.
  static let limit = 64

  /// Keeps what a script can say: the progress, the title, the line below it, and the state. The latest
  /// report of a task counts over the earlier ones, field by field. Reports of further tasks than
  /// ``limit`` aren't kept.
  mutating func keep(_ told: WorkerReport, of key: TaskKey, at now: AwakeTime) {
    var report = WorkerReport()
    (report.title, report.subtitle) = (told.title, told.subtitle)
    (report.reading, report.programState) = (told.reading, told.programState)
    guard report != WorkerReport() else { return }
    reports = reports.filter { now - $0.value.at < Self.patience }
    let before = reports[key]?.report
    guard before != nil || reports.count < Self.limit else { return }
    reports[key] = (before.map { $0.superseded(by: report) } ?? report, now)
  }

  /// Removes and returns the report of a task that begins; nil if none came in time.
  mutating func take(_ key: TaskKey, at now: AwakeTime) -> WorkerReport? {
    guard let found = reports.removeValue(forKey: key), now - found.at < Self.patience else {
      return nil
    }
    return found.report
  }
}
