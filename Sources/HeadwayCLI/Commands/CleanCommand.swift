import ArgumentParser
import HeadwayCore
import HeadwayLink

/// `headway clean [N…] [--filter QUERY] [--successful|--failed]`
struct CleanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clean",
    abstract: "Take ended tasks out of the list and the record, with their logs.",
    discussion: """
      Without a task and without a filter: all that have ended. What lives stays, and so does what a \
      queued task depends on. Numbers aren't given again. The [record] table of the config has old tasks \
      go by themselves.
      """)

  @OptionGroup var filter: FilterOption

  @Flag(name: .long, help: "Only those that completed.")
  var successful = false

  @Flag(name: .long, help: "Only those that failed or were lost.")
  var failed = false

  @Argument(
    help: ArgumentHelp("Tasks, by number or identifier (--id).", valueName: "task"),
    completion: TaskCompletion.ended)
  var tasks: [TaskReference] = []

  mutating func validate() throws {
    if successful, failed {
      throw ValidationError("--successful and --failed exclude each other; leave one out")
    }
    if !tasks.isEmpty, filter.filter != nil || successful || failed {
      throw ValidationError("tasks are named or chosen by a filter, not both; leave one out")
    }
    _ = try query
  }

  mutating func run() throws {
    let count = tasks.isEmpty ? try cleanMatches() : try cleanNamed()
    StandardStreams.print(
      count == 0 ? "nothing to clean" : "\(count) \(count == 1 ? "task" : "tasks") cleaned")
  }

  private func cleanNamed() throws(CommandFailure) -> Int {
    try Hub.ask { client throws(LinkError) in try client.clean(tasks) }
  }

  private func cleanMatches() throws -> Int {
    let query = try query
    var count = 0
    var after: Int?
    try Hub.ask { client throws(LinkError) in
      repeat { count += try client.clean(query, after: &after) } while after != nil
    }
    return count
  }

  private var query: TaskQuery {
    get throws {
      let outcome = successful ? " reason:completed" : failed ? " reason:failed,lost" : ""
      do throws(QueryError) {
        return try TaskQuery(filter.query.text + outcome)
      } catch {
        throw ValidationError("\(error)")
      }
    }
  }
}
