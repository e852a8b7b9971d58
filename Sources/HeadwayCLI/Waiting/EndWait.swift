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
///
/// The hub is asked for at most ``window`` tasks at the same time, in their order, because its
/// waiters have a limit that all commands share. An end outside of the window is noticed once the
/// window reaches the task.
struct EndWait {
  /// The tasks in the order in which the hub is asked for them.
  private var tasks: [TaskReference]
  private var awaited: Set<TaskReference>
  /// The tasks that were awaited at some time.
  private var known: Set<TaskReference>
  /// Whether a task that is new to this command is awaited too. Nil if none is.
  private let joins: ((TaskSnapshot) -> Bool)?
  private let stop: StopRule
  private var highest: Int32 = 0

  /// The largest number of requests that wait for their answers at the same time.
  private static let window = 2000

  init(_ tasks: [TaskReference], joins: ((TaskSnapshot) -> Bool)?, stop: StopRule) {
    self.tasks = tasks
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
        return try wait(on: try Hub.client(paths))
      } catch .connectionLost {
        HostPace.rest()
        continue
      } catch {
        throw CommandFailure(error).named(HostChoice.chosen)
      }
    }
  }

  /// Waits on one connection until it is lost, all tasks have ended, or an end suffices.
  private mutating func wait(on client: CommandClient) throws(LinkError) -> Int32 {
    tasks = tasks.filter(awaited.contains)
    var requests = WaitRequests(tasks)
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
      requests.ask(client, atMost: Self.window)
      let message = try client.next(within: nil)
      note(message, &requests)
      if case .snapshotEnd(let end) = message, let look = lastLook, end.request == look {
        if awaited.isEmpty { return highest }
        lastLook = nil
      }
      guard case .ended(let ended) = message,
        let task = ended.request.flatMap({ requests.answered($0) })
      else { continue }
      awaited.remove(task)
      let status = ended.ending.waitStatus
      if stop.isMet(by: status) { return status }
      highest = max(highest, status)
    }
  }

  /// Awaits the task of a message if it joins.
  private mutating func note(_ message: HubMessage, _ requests: inout WaitRequests) {
    guard let joins, let task = message.snapshot, joins(task),
      known.insert(.key(task.key)).inserted
    else { return }
    awaited.insert(.key(task.key))
    tasks.append(.key(task.key))
    requests.add(.key(task.key))
  }
}

/// The requests for the ends of many tasks on one connection.
private struct WaitRequests {
  private var tasks: [TaskReference]
  /// The number of ``tasks`` that the hub was asked for.
  private var askedCount = 0
  private var open: [Int: TaskReference] = [:]

  init(_ tasks: [TaskReference]) { self.tasks = tasks }

  mutating func add(_ task: TaskReference) { tasks.append(task) }

  /// Asks for further tasks, until `limit` requests are open.
  mutating func ask(_ client: CommandClient, atMost limit: Int) {
    while open.count < limit, askedCount < tasks.count {
      let request = client.nextRequest()
      open[request] = tasks[askedCount]
      client.send(WaitMessage(task: tasks[askedCount], request: request))
      askedCount += 1
    }
  }

  /// Returns the task whose end answers a request; nil for a request that isn't open.
  mutating func answered(_ request: Int) -> TaskReference? { open.removeValue(forKey: request) }
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
