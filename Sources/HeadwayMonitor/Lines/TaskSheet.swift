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
      return name + margin.dropFirst(min(cellWidth(name), labelWidth - 1)) + part
    }
  }

  /// The known properties, the most telling first.
  private static func rows(
    of task: TaskSnapshot, _ context: TableContext
  ) -> [(label: String, value: String)] {
    let name = context.name("\(task.number)")
    let terms = TermsWords(task, name: name)
    let isNotified = task.notifiesOfEnd && task.state != .ended
    let notify = isNotified ? String(localized: "of the end") : nil
    let said: [(Phrase, String?)] =
      [
        (Phrase("state", context: "label"), TaskTable.state(of: task, context)),
        (Phrase("question", context: "label"), task.question()),
        (Phrase("expires in", context: "label"), task.stall.expiresIn?.spoken),
        (Phrase("note", context: "label"), task.cancelNoteWords),
        (Phrase("progress", context: "label"), progress(of: task)),
        (
          Phrase("phase", context: "label"),
          task.progress.phase.flatMap { $0.isEmpty ? nil : $0.phaseWords }
        ),
        (
          Phrase("subtitle", context: "label"),
          task.subtitleWords
        ),
      ] + task.toldSubtasks.map { (Phrase("subtask", context: "label"), $0.words) }
    let rows: [(Phrase, String?)] = [
      (Phrase("elapsed", context: "label"), task.elapsed?.spoken),
      (Phrase("job", context: "label"), task.job?.placeWords),
      (Phrase("waits for", context: "label"), terms.waits),
      (Phrase("command", context: "label"), command(of: task)),
      (Phrase("directory", context: "label"), task.directory?.string),
      (Phrase("identifier", context: "label"), task.identifier?.string),
      (Phrase("group", context: "label"), task.group?.string),
      (Phrase("array", context: "label"), terms.array),
      (Phrase("parent", context: "label"), task.parent?.description),
      (Phrase("slots", context: "label"), terms.slots),
      (Phrase("needs", context: "label"), terms.needs),
      (Phrase("after", context: "label"), terms.after),
      (Phrase("after any", context: "label"), terms.afterAny),
      (Phrase("not before", context: "label"), terms.earliest.map(context.text)),
      (Phrase("when", context: "label"), terms.conditions),
      (Phrase("while", context: "label"), terms.whileConditions),
      (Phrase("position", context: "label"), task.terms.position?.description),
      (
        Phrase("priority", context: "label"),
        task.terms.priority == 0 ? nil : task.terms.priority.description
      ),
      (Phrase("attempt", context: "label"), task.attempt > 1 ? task.attempt.description : nil),
      (Phrase("earlier", context: "label"), terms.earlierAttempts),
      (Phrase("retry at", context: "label"), terms.nextTry.map(context.text)),
      (Phrase("retries", context: "label"), terms.retries),
      (Phrase("refresh", context: "label"), terms.refresh),
      (Phrase("every", context: "label"), terms.every),
      (Phrase("time limit", context: "label"), terms.timeLimit),
      (Phrase("on stall", context: "label"), terms.stallPolicy),
      (Phrase("notify", context: "label"), notify),
      (Phrase("holds", context: "label"), terms.units),
      (Phrase("environment", context: "label"), environment(of: task, name)),
      (Phrase("log", context: "label"), task.log),
      (Phrase("niceness", context: "label"), terms.niceness),
      (Phrase("limits", context: "label"), terms.limits),
      (Phrase("process", context: "label"), task.worker.pid?.description),
      (Phrase("grace", context: "label"), task.worker.grace?.spoken),
      (Phrase("terminal", context: "label"), terminal(of: task, name)),
      (Phrase("assertion", context: "label"), task.assertions.current?.string),
      (Phrase("leaked", context: "label"), task.assertions.leaked?.string),
      (Phrase("queued", context: "label"), task.queuedAt.map(context.text)),
      (Phrase("started", context: "label"), task.startedAt.map(context.text)),
      (Phrase("ended", context: "label"), task.endedAt.map(context.text)),
      (Phrase("key", context: "label"), task.key.description),
    ]
    return (said + rows).compactMap { label, value in value.map { (label.text, $0) } }
  }

  private static func command(of task: TaskSnapshot) -> String? {
    task.command.map { $0.map { ShellWord($0.string).written }.joined(separator: " ") }
  }

  private static func environment(of task: TaskSnapshot, _ name: String) -> String? {
    task.terms.environmentBytes.map {
      String(localized: "\($0) bytes; headway show --env \(name)")
    }
  }

  /// The progress in words: `42%, 1.2/3.0 GiB, 12.0 MiB/s, 4m10s left`.
  private static func progress(of task: TaskSnapshot) -> String? {
    let progress = task.progress
    let facts = [
      task.percentWords, ShownCounts(progress)?.text,
      task.state != .ended && progress.isGrowing ? String(localized: "total grows") : nil,
      ShownRate(progress)?.text,
      progress.eta.map { String(localized: "\(progress.etaText($0)) left") },
    ].compactMap { $0 }
    return facts.isEmpty ? nil : facts.joined(separator: .betweenWords)
  }

  private static func terminal(of task: TaskSnapshot, _ name: String) -> String? {
    if let streams = task.terms.streams, streams != .terminal {
      return String(localized: "none (--no-tty)")
    }
    guard task.state != .ended, task.startedAt != nil else { return nil }
    if task.worker.foreground { return String(localized: "in the foreground") }
    return task.worker.isAttachable
      ? String(localized: "none; headway attach \(name)")
      : String(localized: "none", context: "label")
  }
}
