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
    abstract: "Wait for tasks to end; exit with the highest of their statuses (lost is 70).",
    discussion: """
      What has ended already counts with its status. A group is all that headway list shows of it: what \
      waits for its turn, what runs, and what ended of late. What --refresh brings again and again has no \
      end to wait for: --all and --group leave it out.
      """)

  @Flag(name: .long, help: "Wait for every task that is live now.")
  var all = false

  @Option(name: .long, help: "Wait for every task of a group; --all may be said beside it.")
  var group: String?

  @Argument(help: ArgumentHelp("Tasks, by number or identifier (--id).", valueName: "task"))
  var tasks: [TaskReference] = []

  /// Checks that tasks are either named or chosen by `--all` or `--group`.
  mutating func validate() throws {
    if tasks.isEmpty != (all || group != nil) {
      throw ValidationError("name tasks, or use --all or --group")
    }
  }

  /// Waits for all tasks. If the hub is killed meanwhile, asks its successor for the remaining
  /// ones.
  mutating func run() throws {
    let paths = try Hub.paths()
    var awaited = try Set(tasks.isEmpty ? listedTasks() : tasks)
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

  /// The tasks of `--all` or `--group`. Leaves out periodic tasks, which never end for good.
  private func listedTasks() throws(CommandFailure) -> [TaskReference] {
    let tasks = try Hub.ask { client throws(LinkError) in try client.list(all: false) }
      .filter { $0.terms.refresh == nil || $0.state == .ended }
    guard let group else { return tasks.filter { $0.state != .ended }.map { .key($0.key) } }
    let members = tasks.filter { $0.group == SanitisedText(group, limit: .identifier) }
    guard !members.isEmpty else {
      throw CommandFailure(
        "no task is of a group \(SanitisedText(group)); see: headway list", status: .usage)
    }
    return members.map { .key($0.key) }
  }

  /// Waits on one connection until it is lost or all tasks have ended. Removes ended tasks from
  /// `awaited`.
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
      highest = max(highest, ended.ending.waitStatus)
    }
  }
}
