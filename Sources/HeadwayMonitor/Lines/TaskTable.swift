package import HeadwayModel

/// The output of `headway list` for people: a header, a line for each task, and the open questions
/// below.
///
/// ```swift
/// for line in TaskTable(tasks, columns: 80).lines { print(line) }
/// ```
package struct TaskTable {
  /// The lines of the table, without line breaks.
  package let lines: [String]

  /// Creates the table. No line is wider than `columns`. Nil means that lines are never cut, as for
  /// a pipe.
  package init(_ tasks: [TaskSnapshot], columns: Int? = nil) {
    guard !tasks.isEmpty else {
      lines = Self.broken("no tasks; start one with: headway run -- COMMAND", columns)
      return
    }
    let rows = [["N", "STATE", "DONE", "ELAPSED", "LEFT", "TITLE"]] + tasks.map(Self.row)
    let widths = (0..<5).map { column in rows.map { cellWidth($0[column]) }.max() ?? 0 }
    let table = TableLine(
      widths: widths, elastic: 1, dispensable: [3, 4, 2], columns: columns)
    lines =
      rows.map(table.text)
      + tasks.compactMap(Self.question).flatMap { Self.broken($0, columns) }
  }

  /// The sentence, wrapped and never cut, because its end tells the person what to do.
  private static func broken(_ sentence: String, _ columns: Int?) -> [String] {
    guard let columns, cellWidth(sentence) > columns else { return [sentence] }
    return wrapped(sentence, columns: columns, lineLimit: .max, ellipsis: "")
  }

  private static func row(_ task: TaskSnapshot) -> [String] {
    [
      task.number.description, state(of: task), task.percentWords ?? "-",
      task.elapsed?.compact ?? "-",
      task.progress.eta.map(task.progress.etaText) ?? "-", task.title.string,
    ]
  }

  /// The state of a task in words, with the reason where one is known.
  private static func state(of task: TaskSnapshot) -> String {
    if let sentence = task.endSentence {
      return sentence + (task.assertions.leaked.map { ", leaked \(briefly($0))" } ?? "")
    }
    if task.state == .cancelling, let assertion = task.assertions.current {
      return "cancelling, waits for \(briefly(assertion))"
    }
    if task.state == .cancelling, let time = task.worker.killedIn {
      return "cancelling, killed in \(time.spoken)"
    }
    if let waiting = task.waitingWords(separator: ", ") { return waiting }
    let words = task.stallWords ?? task.waitSentence ?? task.state.rawValue
    return task.defianceWords.map { "\(words), \($0): it can't be paused" } ?? words
  }

  /// The text cut to 24 columns.
  private static func briefly(_ text: SanitisedText) -> String {
    truncated(text.string, to: 24, ellipsis: "…")
  }

  /// The question of a stalled task and the command that answers it. Nil without a question.
  private static func question(of task: TaskSnapshot) -> String? {
    let countdown = task.stall.expiresIn.map { ", expires in \($0.spoken)" } ?? ""
    return task.question(of: task.isTitleLong ? .named("Task \(task.number)") : nil).map {
      "\($0) (headway answer \(task.number) continue|stop\(countdown))"
    }
  }
}

extension TaskSnapshot {
  /// Whether the title is too long to be repeated in a question next to it.
  var isTitleLong: Bool { cellWidth(title.string) > 32 }
}
