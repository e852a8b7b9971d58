package import HeadwayModel

/// The notification that shows the progress of all tasks with the hint `value`, and is replaced in
/// place (Desktop Notifications Specification). Pure: it is told the time.
package struct ProgressNotification: Sendable {
  package static let server = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"

  private var tasks: [TaskKey: TaskSnapshot] = [:]
  /// The number that the server gave the notification; nil while none is shown.
  private var number: UInt32?
  private var sent: [String]?
  private var sentAt = AwakeTime.origin
  private var isAwaiting = false

  private static let shortestPause: Duration = .seconds(1)
  private static let lineLimit = 5

  package init() {}

  package mutating func change(_ task: TaskSnapshot) {
    tasks[task.key] = task.isInProgress ? task : nil
  }

  package mutating func step(_ step: TaskStep) {
    guard let task = tasks[step.key] else { return }
    tasks[step.key] = task.taking(step)
  }

  package mutating func remove(_ key: TaskKey) { tasks[key] = nil }

  package var keys: [TaskKey] { Array(tasks.keys) }

  /// The server has shown the notification under this number; nil if it didn't.
  package mutating func noteShown(_ number: UInt32?) {
    (self.number, isAwaiting) = (number, false)
  }

  /// The notification was closed: the next change shows it again only if tasks have come or gone.
  package mutating func noteClosed(_ number: UInt32) {
    if number == self.number { self.number = nil }
  }

  /// The time at which the notification may change; nil while nothing runs.
  package var nextDue: AwakeTime? {
    lines == sent || isAwaiting ? nil : sentAt + Self.shortestPause
  }

  /// Returns the call that is due; nil for none.
  package mutating func takeDue(at now: AwakeTime) -> BusMessage? {
    let lines = lines
    guard lines != sent, !isAwaiting, now >= sentAt + Self.shortestPause else { return nil }
    (sent, sentAt) = (lines, now)
    guard !tasks.isEmpty else {
      defer { number = nil }
      return number.map {
        .call(Self.server, Self.path, Self.server, "CloseNotification", [.uint32($0)])
      }
    }
    isAwaiting = true
    var hints: [String: BusValue] = ["urgency": .byte(0), "transient": .flag(true)]
    if let percent { hints["value"] = .int32(Int32(percent)) }
    return .call(
      Self.server, Self.path, Self.server, "Notify",
      [
        .text("Headway"), .uint32(number ?? 0), .text(""), .text(lines[0]),
        .text(lines.dropFirst().joined(separator: "\n")), .texts([]), .dictionary(hints), .int32(0),
      ])
  }

  /// The mean of the shares, in whole percents; nil if none is measured.
  private var percent: Int? {
    let fractions = tasks.values.compactMap(\.progress.fraction).filter(\.isFinite)
    guard !fractions.isEmpty else { return nil }
    return Int((fractions.reduce(0, +) / Double(fractions.count) * 100).rounded(.down))
  }

  /// The summary, and a line for each task as far as there is room. The body is markup.
  private var lines: [String] {
    guard !tasks.isEmpty else { return [] }
    let shown = tasks.values.sorted { $0.number < $1.number }
    let count = shown.count
    let summary =
      percent.map {
        String(
          localized: count, one: "\(count) task runs, \($0) %", many: "\(count) tasks run, \($0) %")
      } ?? String(localized: count, one: "\(count) task runs", many: "\(count) tasks run")
    let rows = shown.prefix(Self.lineLimit).map { task in
      let share = task.progress.fraction.flatMap { $0.isFinite ? " \(Int($0 * 100)) %" : nil } ?? ""
      return (task.desktopTitle + share).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }
    return [summary] + rows
  }
}
