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
        localized: """
          cpu and memory are measured while a task runs; use headway list --columns n,cpu,memory
          """)
    }
  }

  /// Prints page by page. If the hub is replaced in the middle, the next hub continues at the same
  /// position.
  mutating func run() throws {
    if let machines = try HostChoice.severalChosen() { return try list(machines) }
    let host = HostChoice.chosen
    var position = HistoryPosition(try filter.resolvedQuery, last: limit)
    var output = output(namesHosts: host != nil)
    var collected: [TaskSnapshot] = []
    while !position.isAtEnd {
      try Hub.ask { client throws(LinkError) in
        while !position.isAtEnd {
          let page = try client.nextPage(of: &position)
          if table.ordersTasks { collected += page } else { output.print(page, of: host) }
        }
      }
    }
    output.print(table.ordered(collected), of: host)
    output.finish(nothing: nothing)
  }

  private func output(namesHosts: Bool) -> HistoryOutput {
    HistoryOutput(
      json: json, namesHosts: namesHosts, layout: table.layout ?? TaskColumn.history,
      isColoured: table.isColoured)
  }

  private var nothing: String {
    filter.query.isEmpty
      ? String(localized: "nothing has ended yet") : String(localized: "no ended task matches")
  }

  /// Prints the ended tasks of several machines, of which nil is this one, in the order of their
  /// ends by each machine's own clock. A machine that can't be reached is a line on standard error,
  /// and the exit status is 69.
  private func list(_ machines: [HostName?]) throws {
    let (query, limit) = (filter.query, limit)
    if query.namesNewest {
      throw CommandFailure("n:last is a task of one machine; name a machine", status: .usage)
    }
    let answers = try HostSurvey.ask(machines) { client throws(LinkError) in
      var position = HistoryPosition(query, last: limit)
      var tasks: [TaskSnapshot] = []
      while !position.isAtEnd { tasks += try client.nextPage(of: &position) }
      return tasks
    }
    var rows: [HistoryOutput.Row] = []
    var isMissing = false
    for answer in answers {
      switch answer.result {
      case .success(let tasks): rows += tasks.map { HistoryOutput.Row(answer.host, $0) }
      case .failure(let failure):
        isMissing = true
        failure.report()
      }
    }
    var output = output(namesHosts: true)
    output.print(HistoryOutput.Row.merged(rows, last: limit, sort: table.sort, table.reverse))
    output.finish(nothing: nothing)
    if isMissing { throw CommandFailure(silently: HeadwayProgram.ExitStatus.noHub.rawValue) }
  }
}

/// The output of `headway history`: prints ended tasks page by page as the hub sends them, so that
/// a long record needs no memory.
struct HistoryOutput {
  /// An ended task with its machine; nil for this one.
  struct Row: Hashable {
    let host: HostName?
    let task: TaskSnapshot

    init(_ host: HostName?, _ task: TaskSnapshot) { (self.host, self.task) = (host, task) }

    var context: TableContext { .of(host) }

    /// The rows of several machines, the latest end at the bottom.
    ///
    /// - Parameters:
    ///   - limit: the greatest number of rows, counted from the latest end; nil for no limit.
    ///   - sort: the column that orders the rows instead.
    ///   - reverse: whether the order is reversed.
    static func merged(
      _ rows: [Row], last limit: Int?, sort: TaskColumn?, _ reverse: Bool
    ) -> [Row] {
      let byEnd = rows.sorted { TaskColumn.ended.isOrdered($0.task, $1.task) }.suffix(limit ?? .max)
      let sorted = sort.map { sort in byEnd.sorted { sort.isOrdered($0.task, $1.task) } }
      return reverse ? (sorted ?? Array(byEnd)).reversed() : sorted ?? Array(byEnd)
    }
  }

  /// Whether to print JSON. Otherwise a table is printed.
  private let json: Bool
  /// Whether each object of JSON names its machine.
  private let namesHosts: Bool
  private let layout: [TaskColumn]
  /// The form of the lines. Nil before the first page, whose tasks it fits.
  private var table: TableLine?
  private let isColoured: Bool
  /// The logs of all tasks, for JSON.
  private let logs: LogNames?
  /// The number of tasks printed so far.
  private var count = 0

  init(
    json: Bool, namesHosts: Bool = false, layout: [TaskColumn] = TaskColumn.history,
    isColoured: Bool = false
  ) {
    self.json = json
    self.namesHosts = namesHosts
    self.layout = layout
    self.isColoured = isColoured
    logs = json ? (try? Hub.paths()).map { LogNames(in: $0) } : nil
  }

  /// Prints a page of tasks of one machine; nil is this one.
  mutating func print(_ tasks: [TaskSnapshot], of host: HostName?) {
    print(tasks.map { Row(host, $0) })
  }

  /// Prints a page of tasks. The first page is preceded by the header, or by the bracket of the
  /// JSON array.
  mutating func print(_ rows: [Row]) {
    let table = self.table ?? tableLine(fitting: rows)
    self.table = table
    for row in rows {
      if json {
        StandardStreams.print(count == 0 ? "[" : ",")
        StandardStreams.print(object(row))
      } else {
        if count == 0 { StandardStreams.print(table.heading(layout)) }
        StandardStreams.print(table.text(row.task, layout, row.context, isColoured: isColoured))
      }
      count += 1
    }
  }

  /// The JSON object of a task. The logs of other machines aren't here.
  private func object(_ row: Row) -> String {
    let task = row.host == nil ? logs?.added(to: [row.task]).first ?? row.task : row.task
    return namesHosts
      ? HostedTask(host: row.host?.name, task: task).object() : TaskJSON.object(task)
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
  private func tableLine(fitting rows: [Row]) -> TableLine {
    let widths = layout.dropLast().map { column in
      let cells = rows.lazy.map { cellWidth(column.cell(of: $0.task, $0.context)) }
      return max(Self.leastWidth(of: column), cellWidth(column.heading), cells.max() ?? 0)
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
