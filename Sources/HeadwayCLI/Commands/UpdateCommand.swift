import ArgumentParser
import Glibc
import HeadwayCore
import HeadwayLink
import HeadwaySystem
import HeadwayWire

/// `headway update`: a report from a script.
struct UpdateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "update", abstract: "Report progress from a script, for the task it runs in.")

  @Option(name: .long, help: "Another task than the one this runs in.")
  var task: TaskReference?

  @Option(name: .long, help: "What the task is called.")
  var title: String?

  @Option(name: .long, help: "What it is doing now.")
  var subtitle: String?

  @Option(name: .long, help: "Units done.")
  var completed: Int64?

  @Option(name: .long, help: "Units in all; 0 for unknown.")
  var total: Int64?

  @Option(name: .long, help: "What a unit is: files, B, …")
  var unit: String?

  @Option(name: .long, help: "Percent done, 0 to 100, instead of units.")
  var percent: Double?

  @Option(name: .long, help: "The phase; within one, progress doesn't go backward.")
  var phase: String?

  mutating func validate() throws {
    if percent != nil, completed != nil || total != nil {
      throw ValidationError("use --percent, or --completed and --total")
    }
    if let percent, !(0...100).contains(percent) {
      throw ValidationError("--percent is a number from 0 to 100")
    }
  }

  mutating func run() throws {
    let report = report
    if report == WorkerReport() {
      throw CommandFailure(
        "nothing to report; try --completed, --percent or --subtitle", status: .usage)
    }
    let variables = ProcessEnvironment.variables
    if variables["HEADWAY"] == "off" { return }
    let task = try target(variables["HEADWAY_TASK"])
    let deadline = SystemClocks.awake + (self.task == nil ? Self.beginPatience : .zero)
    try Hub.ask { client throws(LinkError) in
      while true {
        do throws(LinkError) {
          return try client.ask(
            UpdateMessage(task: task, report, request: client.nextRequest())
          ) { $0.isOk ? () : nil }
        } catch {
          guard case .refused(ErrorCode.unknownTask.rawValue, _) = error,
            SystemClocks.awake < deadline
          else { throw error }
          _ = poll(nil, 0, 10)
        }
      }
    }
  }

  /// A script may speak before its supervisor has: while a hub is being started, both come to it
  /// first thing. So long its own task may be unknown.
  private static let beginPatience: Duration = .seconds(1)

  private func target(_ variable: String?) throws(CommandFailure) -> TaskReference {
    if let task { return task }
    if let key = variable.flatMap({ TaskKey($0) }) { return .key(key) }
    throw CommandFailure(
      "not within a task; use --task N, or start the script with: headway run -- SCRIPT",
      status: .usage)
  }

  private var report: WorkerReport {
    var report = WorkerReport()
    report.title = title.map { SanitisedText($0) }
    report.subtitle = subtitle.map { SanitisedText($0, limit: .line) }
    report.reading =
      percent.flatMap(ProgressReading.percent)
      ?? ProgressReading(completed: completed, total: total)
    report.reading.unit = unit.map { SanitisedText($0) } ?? report.reading.unit
    report.reading.phase = phase.map { SanitisedText($0) }
    return report
  }
}
