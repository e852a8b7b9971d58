import ArgumentParser
import Glibc
import HeadwayModel
import HeadwayMonitor
import HeadwaySystem

/// The options of `headway list` and `headway history` for columns, order and colours.
struct TableOptions: ParsableArguments {
  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Show these columns: \(TaskColumn.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "n,state,title"))
  var columns: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Sort by this column.", valueName: "column"),
    transform: TaskColumn.parse)
  var sort: TaskColumn?

  @Flag(name: .long, help: "Print the lines in reverse order.")
  var reverse = false

  @Option(
    name: .long, parsing: .unconditional,
    help: "Colour states: auto (on a terminal), always or never.")
  var color = ColorChoice.auto

  /// The chosen columns. Nil for the usual ones. `validate` has already rejected wrong names.
  var layout: [TaskColumn]? {
    columns.flatMap { try? Self.layout($0) }
  }

  mutating func validate() throws {
    if let columns { _ = try Self.layout(columns) }
  }

  /// Whether states are coloured.
  var isColoured: Bool { color.isOn }

  /// Whether the tasks must be collected before the first line can be printed.
  var ordersTasks: Bool { sort != nil || reverse }

  /// Whether a column or the order needs what is measured.
  var measures: Bool { (layout ?? []).contains(where: \.isMeasured) || sort?.isMeasured == true }

  /// The tasks in the wanted order. `uses` is what was measured.
  func ordered(
    _ tasks: [TaskSnapshot], _ uses: [TaskKey: ResourceUse] = [:]
  ) -> [TaskSnapshot] {
    let sorted = sort.map { column in tasks.sorted { column.isOrdered($0, $1, uses) } } ?? tasks
    return reverse ? sorted.reversed() : sorted
  }

  private static func layout(_ text: String) throws -> [TaskColumn] {
    let names = text.split(separator: ",").map(String.init)
    guard !names.isEmpty else {
      throw ValidationError(String(localized: "--columns needs names such as n,state,title"))
    }
    return try names.map { name in
      guard let column = TaskColumn(argument: name) else {
        throw ValidationError(
          String(
            localized:
              "unknown column \(SanitisedText(name)); --columns takes \(TaskColumn.allowedWords)"))
      }
      return column
    }
  }
}

extension TaskColumn: AllowedWords {
  static var allowedWords: String {
    String(localized: "one of \(allCases.map(\.rawValue).joined(separator: ", "))")
  }

  init?(argument: String) { self.init(rawValue: argument) }
}

/// The choice of `--color`.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never

  /// Whether output is coloured. `auto` colours on a terminal that understands colours, unless
  /// `NO_COLOR` is set (no-color.org).
  var isOn: Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto:
      isatty(STDOUT_FILENO) == 1 && (ProcessEnvironment.variable("NO_COLOR") ?? "").isEmpty
        && !["dumb", ""].contains(ProcessEnvironment.variable("TERM") ?? "")
    }
  }
}

extension TableContext {
  /// The time now, with times in the user's time zone. The tasks of another machine have no ages:
  /// its clock may differ from this one's.
  static var local: TableContext {
    HostChoice.chosen == nil ? TableContext(now: .now, text: localText) : localWithoutAges
  }

  /// Times in the user's time zone, and no ages.
  static var localWithoutAges: TableContext { of(HostChoice.chosen) }

  /// The context for the tasks of a machine; nil for this one.
  static func of(_ host: HostName?) -> TableContext {
    var context = TableContext(now: nil, text: localText)
    context.host = host
    return context
  }

  private static func localText(_ time: WallTime) -> String {
    LocalTime(time.millisecondsSinceEpoch / 1000).text("%Y-%m-%d %H:%M")
  }
}
