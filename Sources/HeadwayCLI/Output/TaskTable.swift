import HeadwayCore
import HeadwayMonitor

/// The list for people: a header and a line a task.
struct TaskTable {
  let lines: [String]

  init(_ tasks: [TaskSnapshot]) {
    guard !tasks.isEmpty else {
      lines = ["no tasks; start one with: headway run -- COMMAND"]
      return
    }
    let rows = [["N", "STATE", "DONE", "ELAPSED", "LEFT", "TITLE"]] + tasks.map(Self.row)
    let widths = (0..<5).map { column in rows.map { cellWidth($0[column]) }.max() ?? 0 }
    lines = rows.map { Self.line($0, widths) } + tasks.compactMap(Self.question)
  }

  private static func row(_ task: TaskSnapshot) -> [String] {
    let percent = task.progress.fraction.map { "\(wholePercent($0))%" } ?? "-"
    return [
      task.number.description, state(of: task), percent, task.elapsed?.compact ?? "-",
      task.progress.eta.map(task.progress.etaText) ?? "-", task.title.string,
    ]
  }

  private static func state(of task: TaskSnapshot) -> String {
    if let sentence = task.endSentence {
      return sentence + (task.leakedAssertion.map { ", leaked \(briefly($0))" } ?? "")
    }
    if task.state == .cancelling, let assertion = task.assertion {
      return "cancelling, waits for \(briefly(assertion))"
    }
    return task.stalled.map(word) ?? task.waitSentence ?? task.state.rawValue
  }

  private static func word(of stall: StallKind) -> String {
    switch stall {
    case .silent: "silent"
    case .notAdvancing: "not advancing"
    case .slow: "slow"
    }
  }

  private static func briefly(_ text: SanitisedText) -> String {
    truncated(text.string, to: 24, ellipsis: "…")
  }

  /// What it asks, and how to answer from here.
  private static func question(of task: TaskSnapshot) -> String? {
    task.question().map { "\($0) (headway answer \(task.number) continue|stop)" }
  }

  private static func line(_ cells: [String], _ widths: [Int]) -> String {
    let padded = zip(cells, widths).map { cell, width in
      cell + String(repeating: " ", count: max(0, width - cellWidth(cell)))
    }
    return (padded + cells.dropFirst(widths.count)).joined(separator: "  ")
  }
}
