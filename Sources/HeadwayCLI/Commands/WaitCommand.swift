import ArgumentParser
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire

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
      The status of a task that has already ended counts too. A group, a filter, a range and a \
      pattern choose among all tasks that headway list shows: queued, running and recently ended \
      tasks. --all chooses the live tasks; if no task is live, headway wait exits 0. Periodic \
      tasks (--refresh) never end for good, so choose them by number or identifier.
      """)

  @Flag(name: .long, help: "Stop waiting once one of the tasks has ended; exit with its status.")
  var any = false

  @Flag(
    name: .long,
    help: "Stop waiting once one of the tasks has ended without success; exit with its status.")
  var failFast = false

  @OptionGroup var options: SelectionOptions

  @Argument(
    help: ArgumentHelp("Tasks: 7, 61-70, an identifier (* is any text), last.", valueName: "task"))
  var tasks: [TaskName] = []

  /// Checks the selection. `--all` may stand beside `--group`, which says it already.
  mutating func validate() throws {
    if any, failFast {
      throw ValidationError("--any stops at the first end anyway; leave out --fail-fast")
    }
    if options.group != nil { options.all = false }
    try options.validate(tasks, of: "wait")
  }

  /// Waits for all tasks. If the hub is killed meanwhile, asks its successor for the remaining
  /// ones.
  mutating func run() throws {
    let paths = try Hub.paths()
    var awaited = Set(try options.selection(tasks).resolve(for: action))
    var highest: Int32 = 0
    while !awaited.isEmpty {
      do {
        try wait(for: &awaited, &highest, at: paths)
      } catch .connectionLost {
        continue
      } catch {
        throw CommandFailure(error)
      }
    }
    if highest != 0 { throw CommandFailure(silently: highest) }
  }

  /// The action. `--all` leaves out the tasks that have ended already, and is done at once if none is
  /// live.
  private var action: TaskAction {
    guard options.all else { return .wait }
    return TaskAction(verb: TaskAction.wait.verb, acceptsNone: true) {
      $0.state != .ended && TaskAction.wait.applies($0)
    }
  }

  /// Waits on one connection until it is lost, all tasks have ended, or an end suffices. Removes
  /// ended tasks from `awaited`, and all of them once an end suffices.
  private func wait(
    for awaited: inout Set<TaskReference>, _ highest: inout Int32, at paths: HeadwayPaths
  ) throws(LinkError) {
    let client = try CommandClient(paths, start: .ifNeeded)
    var references: [Int: TaskReference] = [:]
    for task in awaited {
      let request = client.nextRequest()
      references[request] = task
      client.send(WaitMessage(task: task, request: request))
    }
    try client.awaitHello()
    while !awaited.isEmpty {
      guard case .ended(let ended) = try client.next(within: nil), let request = ended.request,
        let task = references[request]
      else { continue }
      awaited.remove(task)
      let status = ended.ending.waitStatus
      if any || failFast && status != 0 {
        highest = status
        return awaited.removeAll()
      }
      highest = max(highest, status)
    }
  }
}
