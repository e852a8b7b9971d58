import ArgumentParser
import HeadwayLink
import HeadwayModel
import HeadwayMonitor
import HeadwaySystem

/// The command `headway history`: lists ended tasks, the latest at the bottom.
struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "List what has ended, as far as the record reaches.",
    discussion: """
      What ended last is last, as in a shell's history: it stands above the next prompt. On a terminal, \
      lines are cut to its width.
      """)

  @Flag(name: .long, help: "Print an array of objects, those of headway list --json.")
  var json = false

  @OptionGroup var filter: FilterOption

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Only so many, those that ended last.", valueName: "n"),
    transform: wholeNumber(in: 1...Int.max))
  var limit: Int?

  /// Prints page by page. If the hub is replaced in the middle, the next hub continues at the same
  /// position.
  mutating func run() throws {
    var position = HistoryPosition(filter.query, last: limit)
    var output = HistoryOutput(json: json)
    while !position.isAtEnd {
      try Hub.ask { client throws(LinkError) in
        while !position.isAtEnd { output.print(try client.nextPage(of: &position)) }
      }
    }
    output.finish(nothing: filter.query.isEmpty ? "nothing has ended yet" : "no ended task matches")
  }
}

/// The output of `headway history`: prints ended tasks page by page as the hub sends them, so that
/// a long record needs no memory.
struct HistoryOutput {
  /// Whether to print JSON. Otherwise a table is printed.
  private let json: Bool
  private let table = TableLine(
    widths: Self.widths, elastic: 3, dispensable: [2, 1], columns: TerminalWidth.ofOutput)
  /// The number of tasks printed so far.
  private var count = 0

  init(json: Bool) { self.json = json }

  /// Prints a page of tasks. The first page is preceded by the header, or by the bracket of the
  /// JSON array.
  mutating func print(_ tasks: [TaskSnapshot]) {
    for task in tasks {
      if json {
        StandardStreams.print(count == 0 ? "[" : ",")
        StandardStreams.print(TaskJSON.object(task))
      } else {
        if count == 0 { StandardStreams.print(table.text(Self.header)) }
        StandardStreams.print(table.text(Self.cells(of: task)))
      }
      count += 1
    }
  }

  /// Ends the output. A table without any task consists of the line `nothing`. JSON gets the
  /// closing bracket.
  func finish(nothing: String) {
    if !json {
      if count == 0 { StandardStreams.print(nothing) }
    } else {
      StandardStreams.print(count == 0 ? "[]" : "]")
    }
  }

  private static let header = ["N", "ENDED", "TOOK", "STATE", "TITLE"]
  /// The widths of all columns but the last, in cells. They are fixed, because the first lines are
  /// printed before the widest task is known.
  private static let widths = [6, 16, 6, 26]

  /// The cells of a task's line. Times are in the user's time zone.
  private static func cells(of task: TaskSnapshot) -> [String] {
    let seconds = task.endedAt.map { $0.millisecondsSinceEpoch / 1000 }
    return [
      task.number.description, seconds.map { LocalTime($0).text("%Y-%m-%d %H:%M") } ?? "-",
      task.elapsed?.compact ?? "-", task.endSentence ?? task.state.rawValue, task.title.string,
    ]
  }
}
