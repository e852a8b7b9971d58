import ArgumentParser
import HeadwayCore
import HeadwayLink
import HeadwayWire

/// `headway wait N… | --all | --group G`
struct WaitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wait",
    abstract: "Wait for tasks to end; exit with the highest of their statuses (lost is 70).")

  @Flag(name: .long, help: "Wait for every task that is live now.")
  var all = false

  @Option(name: .long, help: "Wait for every task of a group that is live now.")
  var group: String?

  @Argument(help: ArgumentHelp("Tasks, by number or identifier (--id).", valueName: "task"))
  var tasks: [TaskReference] = []

  mutating func validate() throws {
    let ways = [all, group != nil, !tasks.isEmpty].filter { $0 }
    if ways.count != 1 { throw ValidationError("name tasks, or use --all or --group") }
  }

  /// The hub may be killed while we wait: then the question is asked again, of its successor.
  mutating func run() throws {
    var awaited = try Set(tasks.isEmpty ? liveTasks() : tasks)
    var highest: Int32 = 0
    while !awaited.isEmpty {
      do {
        highest = try max(highest, waitForOne(of: &awaited))
      } catch .connectionLost {
        continue
      } catch {
        throw CommandFailure(error)
      }
    }
    if highest != 0 { throw CommandFailure(silently: highest) }
  }

  private func liveTasks() throws(CommandFailure) -> [TaskReference] {
    let tasks = try Hub.ask { client throws(LinkError) in try client.list(all: false) }
    let awaited = tasks.filter { task in
      task.state != .ended && (group == nil || task.group?.string == group)
    }
    return awaited.map { .key($0.key) }
  }

  /// Waits on one connection until it is lost, or all have ended; the highest status so far.
  private func waitForOne(of awaited: inout Set<TaskReference>) throws(LinkError) -> Int32 {
    let paths = try? Hub.paths()
    guard let paths else { return HeadwayProgram.ExitStatus.usage.rawValue }
    let client = try CommandClient(paths, start: .ifNeeded)
    var references: [Int: TaskReference] = [:]
    for task in awaited {
      let request = client.nextRequest()
      references[request] = task
      client.send(WaitMessage(task: task, request: request))
    }
    try client.awaitHello()
    let (task, status) = try client.first(within: nil) { message -> (TaskReference, Int32)? in
      guard case .ended(let ended) = message, let request = ended.request,
        let task = references[request]
      else { return nil }
      return (task, ended.ending.waitStatus)
    }
    awaited.remove(task)
    return status
  }
}
