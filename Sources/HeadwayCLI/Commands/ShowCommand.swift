import ArgumentParser
import HeadwayLink
import HeadwayModel
import HeadwayMonitor

/// The command `headway show N…`: prints everything about tasks.
///
/// ```sh
/// headway show 7
/// headway show --json last
/// ```
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print everything about tasks.",
    discussion: """
      Finds tasks in the list and in the record. Times are in your time zone.

      With --env, prints the environment that a submitted task has from its submitter, one variable \
      per line, quoted for a shell. The command also gets HEADWAY_TASK and other variables of \
      Headway (headway help queue). The environment of a task of headway run isn't kept.
      """)

  @Flag(name: .long, help: "Print a JSON array of the same objects as headway list --json.")
  var json = false

  @Flag(name: .customLong("env"), help: "Print the environment of the command instead.")
  var isEnvironment = false

  @OptionGroup var options: SelectionOptions

  @Argument(
    help: ArgumentHelp("Tasks: 7, 61-70, an identifier (* is any text), last.", valueName: "task"),
    completion: TaskCompletion.allOrLast, transform: TaskName.parse)
  var tasks: [TaskName] = []

  @OptionGroup var machine: HostOptions

  mutating func validate() throws { try options.validate(tasks, of: "show") }

  mutating func run() throws {
    let references = try options.resolve(
      tasks, for: .show)
    let lookup = try TaskLookup()
    let found = LogNames(in: try Hub.paths()).added(to: try references.map { try lookup.find($0) })
    if isEnvironment { return try printEnvironments(of: found) }
    let host = HostChoice.chosen
    if json {
      return StandardStreams.print(
        host.map { HostedTask.array(HostedTask.of(found, on: $0)) } ?? TaskJSON.array(found))
    }
    for (place, task) in found.enumerated() {
      if place > 0 { StandardStreams.print("") }
      let sheet = TaskSheet(task, context: .local, columns: TerminalWidth.ofOutput)
      sheet.lines.forEach(StandardStreams.print)
    }
  }

  private func printEnvironments(of tasks: [TaskSnapshot]) throws(CommandFailure) {
    let listings = try Hub.ask { client throws(LinkError) in
      try tasks.map { task throws(LinkError) in
        EnvironmentListing(task, try client.environment(of: task.key))
      }
    }
    if json { return StandardStreams.print(EnvironmentListing.array(listings)) }
    for (place, listing) in listings.enumerated() {
      if place > 0 { StandardStreams.print("") }
      if listings.count > 1 { StandardStreams.print("# task \(listing.number)") }
      listing.variables.map { VariableLine($0).text }.forEach(StandardStreams.print)
    }
  }
}
