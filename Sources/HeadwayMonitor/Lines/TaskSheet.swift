package import HeadwayModel

/// The output of `headway show`: a line for each known property of a task.
///
/// ```swift
/// TaskSheet(task, context: context).lines.forEach { print($0) }
/// // 7  Nightly backup
/// // state       running
/// ```
package struct TaskSheet {
  /// The lines, without line breaks.
  package let lines: [String]

  private static let labelWidth = 12

  /// - Parameters:
  ///   - context: the time from which the age of an end counts, and the form of times.
  ///   - columns: the width of the terminal in cells. Longer values are wrapped; nil wraps none.
  package init(_ task: TaskSnapshot, context: TableContext, columns: Int? = nil) {
    let rows = Self.rows(of: task, context)
    lines =
      ["\(context.name("\(task.number)"))  \(task.title)"]
      + rows.flatMap { label, value in Self.lines(label, value, columns) }
  }

  private static func lines(_ label: String, _ value: String, _ columns: Int?) -> [String] {
    let margin = String(" ", times: labelWidth)
    let room = columns.map { max(16, $0 - labelWidth) }
    let parts =
      room.map { cellWidth(value) <= $0 } ?? true
      ? [value] : wrapped(value, columns: room ?? .max, lineLimit: .max, ellipsis: "")
    return parts.enumerated().map { place, part in
      let name = place == 0 ? label : ""
      return name + margin.dropFirst(min(name.count, labelWidth - 1)) + part
    }
  }

  /// The known properties, the most telling first.
  private static func rows(
    of task: TaskSnapshot, _ context: TableContext
  ) -> [(label: String, value: String)] {
    let name = context.name("\(task.number)")
    let terms = TermsWords(task, name: name)
    let said: [(String, String?)] =
      [
        ("state", TaskTable.state(of: task, context)), ("question", task.question()),
        ("expires in", task.stall.expiresIn?.spoken), ("note", task.cancelNote?.string),
        ("progress", progress(of: task)),
        ("phase", task.progress.phase.flatMap { $0.isEmpty ? nil : $0.string }),
        ("subtitle", task.subtitle?.string),
      ] + task.toldSubtasks.map { ("subtask", $0.words) }
    let rows: [(String, String?)] = [
      ("elapsed", task.elapsed?.spoken),
      ("job", job(of: task)), ("waits for", terms.waits), ("command", command(of: task)),
      ("directory", task.directory?.string), ("identifier", task.identifier?.string),
      ("group", task.group?.string), ("array", terms.array), ("parent", task.parent?.description),
      ("slots", terms.slots), ("needs", terms.needs), ("after", terms.after),
      ("after any", terms.afterAny),
      ("not before", terms.earliest.map(context.text)), ("when", terms.conditions),
      ("while", terms.whileConditions), ("position", task.terms.position?.description),
      ("priority", task.terms.priority == 0 ? nil : task.terms.priority.description),
      ("attempt", task.attempt > 1 ? task.attempt.description : nil),
      ("earlier", terms.earlierAttempts), ("retry at", terms.nextTry.map(context.text)),
      ("retries", terms.retries), ("refresh", terms.refresh), ("every", terms.every),
      ("time limit", terms.timeLimit), ("on stall", terms.stallPolicy),
      ("notify", task.notifiesOfEnd && task.state != .ended ? "of the end" : nil),
      ("holds", terms.units), ("environment", environment(of: task, name)), ("log", task.log),
      ("niceness", terms.niceness), ("limits", terms.limits),
      ("process", task.worker.pid?.description), ("grace", task.worker.grace?.spoken),
      ("terminal", terminal(of: task, name)), ("assertion", task.assertions.current?.string),
      ("leaked", task.assertions.leaked?.string), ("queued", task.queuedAt.map(context.text)),
      ("started", task.startedAt.map(context.text)), ("ended", task.endedAt.map(context.text)),
      ("key", task.key.description),
    ]
    return (said + rows).compactMap { label, value in value.map { (label, $0) } }
  }

  private static func command(of task: TaskSnapshot) -> String? {
    task.command.map { $0.map { ShellWord($0.string).written }.joined(separator: " ") }
  }

  /// The job of another engine: `Slurm 17 on n1`.
  private static func job(of task: TaskSnapshot) -> String? {
    task.job.map { job in
      job.words + (job.nodes.map { " on \($0)" } ?? "")
    }
  }

  private static func environment(of task: TaskSnapshot, _ name: String) -> String? {
    task.terms.environmentBytes.map { "\($0) bytes; headway show --env \(name)" }
  }

  /// The progress in words: `42%, 1.2/3.0 GiB, 12.0 MiB/s, 4m10s left`.
  private static func progress(of task: TaskSnapshot) -> String? {
    let progress = task.progress
    let facts = [
      task.percentWords, ShownCounts(progress)?.text,
      task.state != .ended && progress.isGrowing ? "total grows" : nil,
      ShownRate(progress)?.text,
      progress.eta.map { "\(progress.etaText($0)) left" },
    ].compactMap { $0 }
    return facts.isEmpty ? nil : facts.joined(separator: ", ")
  }

  private static func terminal(of task: TaskSnapshot, _ name: String) -> String? {
    if let streams = task.terms.streams, streams != .terminal { return "none (--no-tty)" }
    guard task.state != .ended, task.startedAt != nil else { return nil }
    if task.worker.foreground { return "in the foreground" }
    return task.worker.isAttachable ? "none; headway attach \(name)" : "none"
  }
}
