import HeadwayLink
import HeadwayModel
import HeadwayWire

/// The rule for the end of a wait for several tasks.
enum StopRule {
  /// Waits until every task has ended.
  case allTasks
  /// Waits until a task has ended.
  case anyTask
  /// Waits until a task has ended without success.
  case failure

  /// Whether a task's exit status ends the wait for the others.
  func isMet(by status: Int32) -> Bool {
    switch self {
    case .allTasks: false
    case .anyTask: true
    case .failure: status != 0
    }
  }
}

/// The wait of `headway wait` for the ends of tasks, and of the tasks that join meanwhile.
struct EndWait {
  private var awaited: Set<TaskReference>
  /// The tasks that were awaited at some time.
  private var known: Set<TaskReference>
  /// Whether a task that is new to this command is awaited too. Nil if none is.
  private let joins: ((TaskSnapshot) -> Bool)?
  private let stop: StopRule
  private var highest: Int32 = 0

  init(_ tasks: [TaskReference], joins: ((TaskSnapshot) -> Bool)?, stop: StopRule) {
    awaited = Set(tasks)
    known = awaited
    (self.joins, self.stop) = (joins, stop)
  }

  /// Waits. Returns the highest exit status, or the one that ended the wait.
  mutating func run() throws(CommandFailure) -> Int32 {
    let paths = try Hub.paths()
    guard !awaited.isEmpty else { return 0 }
    while true {
      do {
        return try wait(on: try CommandClient(paths, start: .ifNeeded))
      } catch .connectionLost {
        continue
      } catch {
        throw CommandFailure(error)
      }
    }
  }

  /// Waits on one connection until it is lost, all tasks have ended, or an end suffices.
  private mutating func wait(on client: CommandClient) throws(LinkError) -> Int32 {
    var requests: [Int: TaskReference] = [:]
    for task in awaited { ask(for: task, &requests, client) }
    if joins != nil { client.send(SubscribeMessage(view: [])) }
    try client.awaitHello()
    var lastLook: Int?
    while true {
      if awaited.isEmpty, lastLook == nil {
        guard joins != nil else { return highest }
        // A task may have been added before the last end, without a word of the hub so far.
        lastLook = client.nextRequest()
        client.send(ListMessage(request: lastLook))
      }
      let message = try client.next(within: nil)
      note(message, &requests, client)
      if case .snapshotEnd(let end) = message, let look = lastLook, end.request == look {
        if awaited.isEmpty { return highest }
        lastLook = nil
      }
      guard case .ended(let ended) = message, let task = ended.request.flatMap({ requests[$0] })
      else { continue }
      awaited.remove(task)
      let status = ended.ending.waitStatus
      if stop.isMet(by: status) { return status }
      highest = max(highest, status)
    }
  }

  private func ask(
    for task: TaskReference, _ requests: inout [Int: TaskReference], _ client: CommandClient
  ) {
    let request = client.nextRequest()
    requests[request] = task
    client.send(WaitMessage(task: task, request: request))
  }

  /// Awaits the task of a message if it joins.
  private mutating func note(
    _ message: HubMessage, _ requests: inout [Int: TaskReference], _ client: CommandClient
  ) {
    guard let joins, let task = message.snapshot, joins(task),
      known.insert(.key(task.key)).inserted
    else { return }
    awaited.insert(.key(task.key))
    ask(for: .key(task.key), &requests, client)
  }
}

extension HubMessage {
  /// The task that the message shows whole. Nil for any other message.
  var snapshot: TaskSnapshot? {
    switch self {
    case .task(let item): item.task
    case .change(let change): change.task
    default: nil
    }
  }
}
