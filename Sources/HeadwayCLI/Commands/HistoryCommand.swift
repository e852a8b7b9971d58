import ArgumentParser
import HeadwayLink
import HeadwayModel
import HeadwayMonitor
import HeadwaySystem

/// The command `headway history`: lists ended tasks, the latest at the bottom.
struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "List all ended tasks that are still on record.",
    discussion: """
      The task that ended last comes last, just above the next prompt. On a terminal, lines are \
      cut to its width.
      """)

  @Flag(name: .long, help: "Print a JSON array of the same objects as headway list --json.")
  var json = false

  @OptionGroup var filter: FilterOption

  @OptionGroup var table: TableOptions

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "List only the tasks that ended last, this many (default: all).", valueName: "n"),
    transform: wholeNumber(in: 1...Int.max))
  var limit: Int?

  @OptionGroup var machine: HostOptions

  /// Rejects columns without a value for tasks that have ended.
  mutating func validate() throws {
    guard !table.measures else {
      throw ValidationError(
        "cpu and memory are measured while a task runs; use headway list --columns n,cpu,memory")
    }
  }

  /// Prints page by page. If the hub is replaced in the middle, the next hub continues at the same
  /// position.
  mutating func run() throws {
    var position = HistoryPosition(try filter.resolvedQuery, last: limit)
    var output = HistoryOutput(
      json: json, layout: table.layout ?? TaskColumn.history, isColoured: table.isColoured)
    var collected: [TaskSnapshot] = []
    while !position.isAtEnd {
      try Hub.ask { client throws(LinkError) in
        while !position.isAtEnd {
          let page = try client.nextPage(of: &position)
          if table.ordersTasks { collected += page } else { output.print(page) }
        }
      }
    }
    output.print(table.ordered(collected))
    output.finish(nothing: filter.query.isEmpty ? "nothing has ended yet" : "no ended task matches")
  }
}

/// The output of `headway history`: prints ended tasks page by page as the hub sends them, so that
/// a long record needs no memory.
struct HistoryOutput {
  /// Whether to print JSON. Otherwise a table is printed.
  private let json: Bool
  private let layout: [TaskColumn]
  /// The form of the lines. Nil before the first page, whose tasks it fits.
  private var table: TableLine?
  private let isColoured: Bool
  /// The logs of all tasks, for JSON.
  private let logs: LogNames?
  /// The number of tasks printed so far.
  private var count = 0

  init(json: Bool, layout: [TaskColumn] = TaskColumn.history, isColoured: Bool = false) {
    self.json = json
    self.layout = layout
    self.isColoured = isColoured
    logs = json ? (try? Hub.paths()).map { LogNames(in: $0) } : nil
  }

  /// Prints a page of tasks. The first page is preceded by the header, or by the bracket of the
  /// JSON array.
  mutating func print(_ tasks: [TaskSnapshot]) {
    let table = self.table ?? tableLine(fitting: tasks)
    self.table = table
    for task in logs?.added(to: tasks) ?? tasks {
      if json {
        StandardStreams.print(count == 0 ? "[" : ",")
        StandardStreams.print(TaskJSON.object(task))
      } else {
        if count == 0 { StandardStreams.print(table.heading(layout)) }
        StandardStreams.print(table.text(task, layout, .localWithoutAges, isColoured: isColoured))
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

  /// The form of the lines, wide enough for the tasks of the first page. Later pages keep the widths,
  /// because the first lines are printed by then.
  private func tableLine(fitting tasks: [TaskSnapshot]) -> TableLine {
    let widths = layout.dropLast().map { column in
      let cells = tasks.lazy.map { cellWidth(column.cell(of: $0, .localWithoutAges)) }
      return max(Self.leastWidth(of: column), column.heading.count, cells.max() ?? 0)
    }
    return TableLine(layout, widths: widths, columns: TerminalWidth.ofOutput)
  }

  /// The least width of a column, in cells.
  private static func leastWidth(of column: TaskColumn) -> Int {
    switch column {
    case .number, .elapsed, .left, .attempt, .done: 6
    case .ended, .started, .queued: 16
    case .priority, .pid, .cpu: 8
    case .memory: 10
    case .state: 26
    case .group: 12
    case .id, .title, .directory, .command: 24
    }
  }
}
