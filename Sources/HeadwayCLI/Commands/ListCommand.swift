import ArgumentParser
import FoundationEssentials
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
    commandName: "list", abstract: "List live tasks and those that ended of late.",
    discussion: "On a terminal, lines are cut to its width.")

  @Flag(
    name: .long,
    help: "Print an array of objects with all that is known; unknown values are null.")
  var json = false

  @Flag(name: .long, help: "List every task of the record.")
  var all = false

  @OptionGroup var filter: FilterOption

  /// Prints the tasks. The hub sends all of them and this process filters, so that a filter can't
  /// slow down the hub.
  mutating func run() throws {
    let all = all
    let query = filter.query
    let now = WallTime(millisecondsSinceEpoch: SystemClocks.sinceEpoch.wholeMilliseconds)
    let tasks = try Hub.ask { client throws(LinkError) in try client.list(all: all) }
      .filter { query.matches($0, at: now) }
    if json {
      StandardStreams.print(TaskJSON().array(tasks))
    } else if tasks.isEmpty, !query.isEmpty {
      StandardStreams.print("no task matches")
    } else {
      TaskTable(tasks, columns: TerminalWidth.ofOutput).lines.forEach(StandardStreams.print)
    }
  }
}

/// The encoder for `--json`. Unknown values are null instead of absent, so that a script can tell
/// the two apart from a misspelt name.
struct TaskJSON {
  private let encoder: JSONEncoder

  init() {
    encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    if let explicitNulls = CodingUserInfoKey.explicitNulls {
      encoder.userInfo[explicitNulls] = true
    }
  }

  /// The tasks as a JSON array.
  func array(_ tasks: [TaskSnapshot]) -> String { text(of: tasks) ?? "[]" }

  /// A task as a JSON object. Nil if it can't be encoded.
  func object(_ task: TaskSnapshot) -> String? { text(of: task) }

  private func text(of value: some Encodable) -> String? {
    (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
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
