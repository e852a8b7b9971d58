import ArgumentParser
import HeadwayModel
import HeadwayLink
import HeadwayMonitor
import HeadwaySystem

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
