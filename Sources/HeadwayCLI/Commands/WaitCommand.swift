import ArgumentParser
import HeadwayModel

/// The command `headway wait`: waits for tasks to end and exits with their highest status.
///
/// ```sh
/// headway wait --group ml && ./evaluate
/// ```
struct WaitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wait",
    abstract: "Wait for tasks to end; exit with their highest exit status (lost counts as 70).",
    discussion: """
      The status of a task that has already ended counts too. A range, and a filter with numbers \
      (n:7-12, array:7), also choose ended tasks that have left the list. A group, another filter and \
      a pattern choose among the tasks that headway list shows: queued, running and recently ended \
      ones. --group also waits for the tasks that are added to the group meanwhile. --all chooses \
      the live tasks; if no task is live, headway wait exits 0. Periodic tasks (--refresh) never end \
      for good, so choose them by number or identifier.
      With --state, headway wait exits 0 once every task has been in that state. If a task ends \
      without having been in that state, headway wait exits with its status, or with 1 if that is 0.
      """)

  @Flag(name: .long, help: "Stop waiting once one of the tasks has ended; exit with its status.")
  var any = false

  @Flag(
    name: .long,
    help: "Stop waiting once one of the tasks has ended without success; exit with its status.")
  var failFast = false

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Wait for this state instead of the end: queued (and not on hold), running, paused or "
        + "suspended.", valueName: "state"))
  var state = AwaitedState.ended

  @OptionGroup var options: SelectionOptions

  @Argument(
    help: ArgumentHelp("Tasks: 7, 61-70, an identifier (* is any text), last.", valueName: "task"),
    completion: TaskCompletion.allOrLast, transform: TaskName.parse)
  var tasks: [TaskName] = []

  @OptionGroup var machine: HostOptions

  /// Checks the selection. `--all` may stand beside `--group`, which says it already.
  mutating func validate() throws {
    if any, failFast {
      throw ValidationError(localized: "--any stops at the first end anyway; leave out --fail-fast")
    }
    if options.group != nil { options.all = false }
    try options.validate(tasks, of: "wait")
  }

  /// Waits for all tasks. If the hub is killed meanwhile, asks its successor for the remaining
  /// ones.
  mutating func run() throws {
    let selection = options.selection(tasks)
    var joins: ((TaskSnapshot) -> Bool)?
    if options.group != nil {
      joins = { TaskAction.wait.applies($0) && selection.includes($0, at: .now) }
    }
    let stop: StopRule = any ? .anyTask : failFast ? .failure : .allTasks
    let chosen = try selection.resolve(for: action)
    let status: Int32
    switch state {
    case .ended:
      var wait = EndWait(chosen, joins: joins, stop: stop)
      status = try wait.run()
    case .queued, .running, .paused, .suspended:
      var wait = StateWait(state, chosen, joins: joins, stop: stop)
      status = try wait.run()
    }
    if status != 0 { throw CommandFailure(silently: status) }
  }

  /// The action. `--all` leaves out the tasks that have ended already, and is done at once if none is
  /// live.
  private var action: TaskAction {
    guard options.all else { return .wait }
    return TaskAction(asking: TaskAction.wait.question, acceptsNone: true) {
      $0.state != .ended && TaskAction.wait.applies($0)
    }
  }
}
