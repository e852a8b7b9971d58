import ArgumentParser
import Glibc
import HeadwayLink
import HeadwayModel
import HeadwayMonitor
import HeadwaySystem
import HeadwayWire

/// The command `headway list`: lists live and recently ended tasks.
///
/// ```sh
/// headway list --json --filter state:running | jq '.[].title'
/// ```
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List live and recently ended tasks.",
    discussion: """
      On a terminal, lines are cut to its width, and a job array is one line unless there is a \
      filter: 12-111 is the array of the tasks 12 to 111.
      """)

  @Flag(
    name: .long,
    help: "Print a JSON array of objects with all that is known. Unknown values are null.")
  var json = false

  @Flag(name: .long, help: "List every task on record.")
  var all = false

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: "List the tasks of this group; default means those without a group.",
    completion: GroupCompletion.kind)
  var group: String?

  @OptionGroup var filter: FilterOption

  @Flag(name: .long, help: "Exit 1 if no task is listed (default: exit 0).")
  var exitStatus = false

  @Flag(name: .long, help: "On a terminal, list each part of a job array.")
  var parts = false

  @OptionGroup var table: TableOptions

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Print at most this many tasks.", valueName: "n"),
    transform: wholeNumber(in: 1...Int.max))
  var limit: Int?

  @OptionGroup var machine: HostOptions

  /// Prints the tasks. The hub sends all of them and this process filters, so that a filter can't
  /// slow down the hub.
  mutating func run() throws {
    if let machines = try HostChoice.severalChosen() { return try list(machines) }
    let all = all
    let listed = try Hub.ask { client throws(LinkError) in try client.list(all: all) }
    let host = HostChoice.chosen
    let selection = try selection(
      of: listed, try tasksOfGroup(among: listed), isHere: host == nil)
    if json {
      let tasks = LogNames(in: try Hub.paths()).added(to: selection.tasks)
      StandardStreams.print(
        host.map { HostedTask.array(HostedTask.of(tasks, on: $0)) } ?? TaskJSON.array(tasks))
    } else {
      print(selection, of: host)
    }
    if exitStatus, selection.tasks.isEmpty {
      throw CommandFailure(silently: HeadwayProgram.ExitStatus.nothing.rawValue)
    }
  }
}

extension ListCommand {
  /// Tasks that are to be listed, and what they use.
  fileprivate struct Selection {
    var tasks: [TaskSnapshot]
    var uses: [TaskKey: ResourceUse]
  }

  /// Chooses and orders the tasks to list.
  ///
  /// - Parameters:
  ///   - listed: All tasks of the machine.
  ///   - found: Those of the group.
  ///   - isHere: Whether their processes run on this machine and can be measured.
  fileprivate func selection(
    of listed: [TaskSnapshot], _ found: [TaskSnapshot], isHere: Bool
  ) throws(CommandFailure) -> Selection {
    let now = WallTime.now
    let query = filter.query.naming(newestOf: listed)
    let matching = found.filter { query.matches($0, at: now) }
    let measures = isHere && (json ? table.sort?.isMeasured == true : table.measures)
    let uses = measures ? Self.uses(of: matching) : [:]
    return Selection(
      tasks: Array(table.ordered(matching, uses).prefix(limit ?? .max)), uses: uses)
  }

  fileprivate func print(_ selection: Selection, of host: HostName?) {
    let isFiltered = !filter.query.isEmpty || group != nil
    if selection.tasks.isEmpty, isFiltered {
      return StandardStreams.print(String(localized: "no task matches"))
    }
    let layout = table.layout ?? TaskColumn.list
    var context = TableContext.of(host)
    if host == nil, !layout.contains(.ended) { context = .local }
    context.uses = selection.uses
    let lines = TaskTable(
      selection.tasks, columns: TerminalWidth.ofOutput, layout: layout, context: context,
      isColoured: table.isColoured, hasQuestions: table.layout == nil,
      foldsArrays: TerminalWidth.ofOutput != nil && !parts && !isFiltered && limit == nil
    ).lines
    lines.forEach(StandardStreams.print)
  }

  /// Lists the tasks of several machines, of which nil is this one, one machine after the other. A
  /// machine that can't be reached is a line on standard error, and the exit status is 69.
  fileprivate func list(_ machines: [HostName?]) throws {
    let all = all
    let answers = try HostSurvey.ask(machines) { client throws(LinkError) in
      try client.list(all: all)
    }
    var isMissing = false
    var isEmpty = true
    var hosted: [HostedTask] = []
    for answer in answers {
      let name = answer.host
      switch answer.result {
      case .failure(let failure):
        isMissing = true
        failure.report()
      case .success(let listed):
        let choice = group.map { GroupChoice($0) }
        let found = listed.filter { choice?.includes($0) ?? true }
        let selection = try selection(of: listed, found, isHere: name == nil)
        isEmpty = isEmpty && selection.tasks.isEmpty
        if json {
          let tasks =
            name == nil
            ? LogNames(in: try Hub.paths()).added(to: selection.tasks) : selection.tasks
          hosted += HostedTask.of(tasks, on: name)
        } else {
          StandardStreams.print(
            name?.name ?? String(localized: "\(MachineName.hostName) (this machine)"))
          print(selection, of: name)
          StandardStreams.print("")
        }
      }
    }
    if json { StandardStreams.print(HostedTask.array(hosted)) }
    if isMissing { throw CommandFailure(silently: HeadwayProgram.ExitStatus.noHub.rawValue) }
    if exitStatus, isEmpty {
      throw CommandFailure(silently: HeadwayProgram.ExitStatus.nothing.rawValue)
    }
  }

  /// The tasks of the group, or all of them without `--group`.
  ///
  /// - Throws: for a group that nothing knows.
  fileprivate func tasksOfGroup(
    among tasks: [TaskSnapshot]
  ) throws(CommandFailure) -> [TaskSnapshot] {
    guard let group else { return tasks }
    let choice = GroupChoice(group)
    let found = tasks.filter(choice.includes)
    if found.isEmpty, choice != .general { try TaskSelection.checkGroup(group) }
    return found
  }

  /// The time over which processor time is measured.
  private static let measuredSpan: UInt32 = 250_000

  /// The processor time and memory that the tasks of this machine use now. Takes a quarter of a
  /// second, and longer for thousands of processes.
  private static func uses(of tasks: [TaskSnapshot]) -> [TaskKey: ResourceUse] {
    let live = tasks.filter { $0.worker.pid != nil }
    guard !live.isEmpty else { return [:] }
    var meter = ResourceMeter(timeLimit: .seconds(1))
    let processes = live.compactMap(\.worker.pid)
    _ = meter.look(at: processes)
    usleep(measuredSpan)
    let uses = meter.look(at: processes)
    return Dictionary(
      live.compactMap { task in task.worker.pid.flatMap { uses[$0] }.map { (task.key, $0) } },
      uniquingKeysWith: { first, _ in first })
  }
}

/// A task with the machine that it runs on, for JSON.
struct HostedTask: FieldObject {
  /// The name of the machine; nil for this one.
  var host: String?
  var task: TaskSnapshot

  static var unread: HostedTask { HostedTask(host: nil, task: .unread) }

  static func of(_ tasks: [TaskSnapshot], on host: HostName?) -> [HostedTask] {
    tasks.map { HostedTask(host: host?.name, task: $0) }
  }

  mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("host", &host)
    try task.visit(&fields)
  }

  /// The task as a JSON object. `indent` is the indentation of its first line.
  func object(indent: String = "") -> String { JSONObject.text(self, indent: indent) }

  /// The tasks as a JSON array.
  static func array(_ tasks: [HostedTask]) -> String {
    guard !tasks.isEmpty else { return "[\n\n]" }
    let objects = tasks.map { "  " + $0.object(indent: "  ") }
    return "[\n" + objects.joined(separator: ",\n") + "\n]"
  }
}

/// The JSON of `--json`. Each level is indented by two columns, and the fields are in alphabetical
/// order. Unknown values are null instead of absent, so that a script can tell an unknown value
/// from a misspelt name.
enum TaskJSON {
  /// The tasks as a JSON array.
  static func array(_ tasks: [TaskSnapshot]) -> String {
    guard !tasks.isEmpty else { return "[\n\n]" }
    return "[\n" + tasks.map { "  " + object($0, indent: "  ") }.joined(separator: ",\n") + "\n]"
  }

  /// A task as a JSON object. `indent` is the indentation of its first line.
  static func object(_ task: TaskSnapshot, indent: String = "") -> String {
    JSONObject.text(task, indent: indent)
  }
}

/// An object with fields as JSON.
enum JSONObject {
  /// The object with its fields in alphabetical order. `indent` is the indentation of its first line.
  static func text(_ object: some FieldObject, indent: String = "") -> String {
    let fields = MessageCatalog.inEnglish { FieldList(object).fields.sorted { $0.name < $1.name } }
    let lines = fields.map { field in
      "\(indent)  \"\(field.name)\" : \(String(decoding: field.json, as: UTF8.self))"
    }
    return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
  }
}

/// The width for lines on standard output.
enum TerminalWidth {
  /// The number of columns of the terminal on standard output. Nil if standard output isn't a
  /// terminal; lines for other programs are never cut.
  static var ofOutput: Int? {
    guard let size = try? WindowSize(of: 1), size.columns > 0 else { return nil }
    return Int(size.columns)
  }
}
