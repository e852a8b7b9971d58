import HeadwayCore
import HeadwayMonitor
import HeadwaySystem

/// What has ended, printed as it comes.
struct HistoryOutput {
  private let json: TaskJSON?
  private let table = TableLine(
    widths: Self.widths, elastic: 3, dispensable: [2, 1], columns: TerminalWidth.ofOutput)
  private var count = 0

  init(json: Bool) { self.json = json ? TaskJSON() : nil }

  mutating func print(_ tasks: [TaskSnapshot]) {
    for task in tasks {
      if let json {
        guard let object = json.object(task) else { continue }
        StandardStreams.print(count == 0 ? "[" : ",")
        StandardStreams.print(object)
      } else {
        if count == 0 { StandardStreams.print(table.text(Self.header)) }
        StandardStreams.print(table.text(Self.cells(of: task)))
      }
      count += 1
    }
  }

  /// `nothing` is for people, where there was none.
  func finish(nothing: String) {
    if json == nil {
      if count == 0 { StandardStreams.print(nothing) }
    } else {
      StandardStreams.print(count == 0 ? "[]" : "]")
    }
  }

  private static let header = ["N", "ENDED", "TOOK", "STATE", "TITLE"]
  /// Of the columns but the last: what comes isn't known yet.
  private static let widths = [6, 16, 6, 26]

  private static func cells(of task: TaskSnapshot) -> [String] {
    let seconds = task.endedAt.map { $0.millisecondsSinceEpoch / 1000 }
    return [
      task.number.description, seconds.map { LocalTime($0).text("%Y-%m-%d %H:%M") } ?? "-",
      task.elapsed?.compact ?? "-", task.endSentence ?? task.state.rawValue, task.title.string,
    ]
  }
}
