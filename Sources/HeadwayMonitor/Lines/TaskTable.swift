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
  ///
  /// - Parameters:
  ///   - layout: the columns; the last one takes the rest of the width.
  ///   - isColoured: whether states have the colours of the terminal.
  ///   - hasQuestions: whether the open questions follow.
  ///   - foldsArrays: whether a job array is one line.
  package init(
    _ tasks: [TaskSnapshot], columns: Int? = nil, layout: [TaskColumn] = TaskColumn.list,
    context: TableContext? = nil, isColoured: Bool = false, hasQuestions: Bool = true,
    foldsArrays: Bool = false
  ) {
    guard !tasks.isEmpty else {
      let words = String(localized: "no tasks; start one with: headway run -- COMMAND")
      lines = Self.broken(words, columns)
      return
    }
    let context = context ?? .none
    let entries = foldsArrays ? TableEntry.folded(tasks) : tasks.map { TableEntry.task($0) }
    let rows =
      [layout.map(\.heading)] + entries.map { entry in layout.map { entry.cell($0, context) } }
    let widths = layout.indices.dropLast().map { column in
      rows.map { cellWidth($0[column]) }.max() ?? 0
    }
    let table = TableLine(layout, widths: widths, columns: columns)
    let states = layout.firstIndex(of: .state)
    lines =
      zip(rows, [nil] + entries.map(Optional.init)).map { cells, entry in
        let colour = isColoured ? entry?.colour : nil
        return table.text(cells, painting: states, colour)
      }
      + (hasQuestions ? tasks : []).compactMap { Self.question(of: $0, context) }
      .flatMap { Self.broken($0, columns) }
  }

  /// The sentence, wrapped and never cut, because its end tells the person what to do.
  private static func broken(_ sentence: String, _ columns: Int?) -> [String] {
    guard let columns, cellWidth(sentence) > columns else { return [sentence] }
    return wrapped(sentence, columns: columns, lineLimit: .max, ellipsis: "")
  }

  /// The state of a task in words, with the reason where one is known.
  static func state(of task: TaskSnapshot, _ context: TableContext) -> String {
    if let sentence = task.endSentence {
      let leak = task.assertions.leaked.map { String(localized: "leaked \(briefly($0))") }
      return [sentence + context.age(of: task.endedAt), leak].compactMap { $0 }
        .joined(separator: .betweenWords)
    }
    if task.state == .cancelling, let assertion = task.assertions.current {
      return task.state.words + String.betweenWords
        + String(localized: "waits for \(briefly(assertion))")
    }
    if task.state == .cancelling, let time = task.worker.killedIn {
      return task.state.words + String.betweenWords + String(localized: "killed in \(time.spoken)")
    }
    let name = context.name("\(task.number)")
    if let waiting = task.waitingWords(separator: .betweenWords, name: name) { return waiting }
    let words =
      task.stallWords ?? task.waitSentence ?? task.programState?.words ?? task.state.words
    return task.defianceWords.map { String(localized: "\(words), \($0): it can't be paused") }
      ?? words
  }

  /// The text cut to 24 columns.
  private static func briefly(_ text: SanitisedText) -> String {
    truncated(text.string, to: 24, ellipsis: "…")
  }

  /// The question of a stalled task and the command that answers it. Nil without a question.
  private static func question(of task: TaskSnapshot, _ context: TableContext) -> String? {
    let name = context.name("\(task.number)")
    let subject = StallQuestion.Subject.named(String(localized: "Task \(name)"))
    return task.question(of: task.isTitleLong ? subject : nil).map {
      "\($0) (\(task.answerHint(of: name)))"
    }
  }
}

/// A line of the table: a task, or a job array.
private enum TableEntry {
  case task(TaskSnapshot)
  case array(ArrayView)

  /// The tasks in their order, with one line for each array at the place of its first part.
  static func folded(_ tasks: [TaskSnapshot]) -> [TableEntry] {
    let parts = Dictionary(grouping: tasks) { $0.terms.array?.first }
    var seen: Set<TaskNumber> = []
    return tasks.compactMap { task in
      guard let array = task.terms.array, array.count > 1, let first = array.first else {
        return .task(task)
      }
      guard seen.insert(first).inserted else { return nil }
      return parts[first].flatMap { ArrayView($0) }.map { .array($0) }
    }
  }

  /// The text of a column.
  func cell(_ column: TaskColumn, _ context: TableContext) -> String {
    switch self {
    case .task(let task): column.cell(of: task, context)
    case .array(let array): array.cell(column, context)
    }
  }

  var colour: TableColour? {
    switch self {
    case .task(let task): TableColour(task)
    case .array(let array): array.colour
    }
  }
}

extension ArrayView {
  /// The text of a column. Columns that only a part has a value for are `-`.
  fileprivate func cell(_ column: TaskColumn, _ context: TableContext) -> String {
    switch column {
    case .number: context.name(numbers)
    case .state: state
    case .done: "\(percent)%"
    case .title: "\(title)  \(words)"
    case .elapsed, .left, .ended, .started, .queued, .attempt, .priority, .group, .id, .pid, .cpu,
      .memory, .directory, .command:
      "-"
    }
  }
}

extension TaskSnapshot {
  /// Whether the title is too long to be repeated in a question next to it.
  var isTitleLong: Bool { cellWidth(title.string) > 32 }

  /// The command that answers the question of the stalled task, and the time left for it.
  func answerHint(of name: String) -> String {
    let command = "headway answer \(name) continue|stop"
    guard let time = stall.expiresIn?.spoken else { return command }
    return "\(command), " + String(localized: "expires in \(time)")
  }
}

/// The colour of a state in a table, as the parameters of an SGR sequence (ECMA-48).
enum TableColour: String {
  case good = "32"
  case bad = "31"
  case attention = "1;33"
  case faint = "2"

  /// The colour for a task. Nil for the terminal's own colour.
  init?(_ task: TaskSnapshot) {
    if task.needsAnswer {
      self = .attention
      return
    }
    switch task.state {
    case .queued, .paused, .suspended: self = .faint
    case .cancelling: self = .attention
    case .starting, .running: return nil
    case .ended:
      switch task.ending?.reason {
      case .completed: self = .good
      case .cancelled: self = .faint
      case .failed, .expired, .lost, nil: self = .bad
      }
    }
  }
}
