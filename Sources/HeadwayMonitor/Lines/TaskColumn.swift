package import HeadwayModel

/// A column of `headway list` and `headway history`. The raw value is its name for `--columns` and
/// `--sort`.
package enum TaskColumn: String, CaseIterable, Sendable {
  case number = "n"
  case state, done, elapsed, left, ended, started, queued, attempt, priority, group, id, pid
  case cpu, memory, directory, command, title

  /// The columns of `headway list` if a person chooses none.
  package static let list: [TaskColumn] = [.number, .state, .done, .elapsed, .left, .title]
  /// The columns of `headway history` if a person chooses none.
  package static let history: [TaskColumn] = [.number, .ended, .elapsed, .state, .title]

  /// The heading of the column, in the language of the reader.
  package var heading: String {
    switch self {
    case .number: String(localized: "N", context: "column")
    case .state: String(localized: "STATE", context: "column")
    case .done: String(localized: "DONE", context: "column")
    case .elapsed: String(localized: "ELAPSED", context: "column")
    case .left: String(localized: "LEFT", context: "column")
    case .ended: String(localized: "ENDED", context: "column")
    case .started: String(localized: "STARTED", context: "column")
    case .queued: String(localized: "QUEUED", context: "column")
    case .attempt: String(localized: "ATTEMPT", context: "column")
    case .priority: String(localized: "PRIORITY", context: "column")
    case .group: String(localized: "GROUP", context: "column")
    case .id: String(localized: "ID", context: "column")
    case .pid: String(localized: "PID", context: "column")
    case .cpu: String(localized: "CPU", context: "column")
    case .memory: String(localized: "MEMORY", context: "column")
    case .directory: String(localized: "DIRECTORY", context: "column")
    case .command: String(localized: "COMMAND", context: "column")
    case .title: String(localized: "TITLE", context: "column")
    }
  }

  /// The text of the column for a task. `-` stands for an unknown or missing value.
  package func cell(of task: TaskSnapshot, _ context: TableContext) -> String {
    switch self {
    case .number: context.name("\(task.number)")
    case .state: TaskTable.state(of: task, context)
    case .done: task.percentWords ?? "-"
    case .elapsed: task.elapsed?.compact ?? "-"
    case .left: task.progress.eta.map(task.progress.etaText) ?? "-"
    case .ended: task.endedAt.map(context.text) ?? "-"
    case .started: task.startedAt.map(context.text) ?? "-"
    case .queued: task.queuedAt.map(context.text) ?? "-"
    case .attempt: task.attempt.description
    case .priority: task.terms.priority.description
    case .group: task.group?.string ?? "-"
    case .id: task.identifier?.string ?? "-"
    case .pid: task.worker.pid?.description ?? "-"
    case .cpu: context.uses[task.key]?.percentWords ?? "-"
    case .memory: context.uses[task.key].map { byteWords($0.bytes) } ?? "-"
    case .directory: task.directory?.string ?? "-"
    case .command:
      task.command.map { $0.map { ShellWord($0.string).written }.joined(separator: " ") } ?? "-"
    case .title: task.title.string
    }
  }

  /// Whether the value of the column is measured, and not a part of the task.
  package var isMeasured: Bool { self == .cpu || self == .memory }

  /// Whether `left` comes before `right` in the order of this column. Unknown values come last.
  /// `uses` is what was measured. States are in the order of their English words, so that the order
  /// is the same in every language.
  package func isOrdered(
    _ left: TaskSnapshot, _ right: TaskSnapshot, _ uses: [TaskKey: ResourceUse] = [:]
  ) -> Bool {
    let (mine, other) = (uses[left.key], uses[right.key])
    switch self {
    case .number: return left.number < right.number
    case .done: return Self.isFirst(left.progress.fraction, right.progress.fraction)
    case .elapsed: return Self.isFirst(left.elapsed, right.elapsed)
    case .left: return Self.isFirst(left.progress.eta, right.progress.eta)
    case .ended: return Self.isFirst(left.endedAt, right.endedAt)
    case .started: return Self.isFirst(left.startedAt, right.startedAt)
    case .queued: return Self.isFirst(left.queuedAt, right.queuedAt)
    case .attempt: return left.attempt < right.attempt
    case .priority: return left.terms.priority > right.terms.priority
    case .pid: return Self.isFirst(left.worker.pid, right.worker.pid)
    // The largest comes first, as in top(1).
    case .cpu: return Self.isFirst(mine?.cores.map { -$0 }, other?.cores.map { -$0 })
    case .memory: return Self.isFirst(mine.map { -$0.bytes }, other.map { -$0.bytes })
    case .state, .group, .id, .directory, .command, .title:
      return MessageCatalog.inEnglish {
        cell(of: left, .none) < cell(of: right, .none)
      }
    }
  }

  private static func isFirst<Value: Comparable>(_ left: Value?, _ right: Value?) -> Bool {
    guard let left else { return false }
    return right.map { left < $0 } ?? true
  }
}

/// The inputs of a table beside the tasks: the time, the form of times, and what was measured.
package struct TableContext {
  /// The time from which ages count. Nil for a table that shows none.
  let now: WallTime?
  let text: (WallTime) -> String
  /// The resources that tasks use. Empty if no column shows it.
  package var uses: [TaskKey: ResourceUse] = [:]
  /// The machine of the tasks; nil for this one.
  package var host: HostName?

  /// - Parameters:
  ///   - now: the time from which ages count; nil for a table that shows none.
  ///   - text: the form of a time, in the user's time zone.
  package init(now: WallTime?, text: @escaping (WallTime) -> String) {
    (self.now, self.text) = (now, text)
  }

  /// The name of a task for a command, from its number: `build1:7` for a task of another machine.
  func name(_ number: String) -> String { host.map { "\($0):\(number)" } ?? number }

  /// A context that shows neither ages nor local times.
  static var none: TableContext { TableContext(now: nil) { $0.description } }

  /// The time since `end` in its largest unit: ", 3 min ago". Empty without ages.
  func age(of end: WallTime?) -> String {
    guard let now, let end else { return "" }
    let seconds = max(0, now.since(end).components.seconds)
    let age =
      switch seconds {
      case ..<60: String(localized: "\(seconds) s ago")
      case ..<3600: String(localized: "\(seconds / 60) min ago")
      case ..<86_400: String(localized: "\(seconds / 3600) h ago")
      default: String(localized: "\(seconds / 86_400) d ago")
      }
    return String.betweenWords + age
  }
}
