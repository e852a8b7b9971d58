import ArgumentParser
import HeadwayLink
import HeadwayModel
import HeadwaySystem
import HeadwayWire

/// The state that `headway wait --state` waits for.
enum AwaitedState: String, CaseIterable, ExpressibleByArgument {
  /// The task is in the queue, and not on hold.
  case queued
  /// The command has begun.
  case running
  case paused, suspended, ended

  /// The outcome of a look at a task.
  enum Verdict: Hashable {
    /// The task is in the state, or is past it.
    case reached
    /// The task has ended without having been in the state. The status is at least 1.
    case missed(Int32)
    case pending
  }

  func verdict(on task: TaskSnapshot) -> Verdict {
    let isReached =
      switch self {
      case .queued: task.state == .queued ? !task.isOnHold : task.state != .ended
      case .running: task.state != .queued && task.startedAt != nil
      case .paused: task.state == .paused
      case .suspended: task.state == .suspended
      case .ended: task.state == .ended
      }
    if isReached { return .reached }
    guard task.state == .ended else { return .pending }
    if self == .queued, task.startedAt != nil { return .reached }
    return .missed(max(1, task.ending?.waitStatus ?? 1))
  }
}

/// The wait of `headway wait --state` until every task has been in a state.
struct StateWait {
  private let state: AwaitedState
  private var names: [TaskReference]
  /// The tasks that haven't been in the state yet, with their numbers.
  private var awaited: [TaskKey: TaskNumber] = [:]
  private var known: Set<TaskKey> = []
  private let joins: ((TaskSnapshot) -> Bool)?
  private let stop: StopRule
  private var highest: Int32 = 0
  /// The status that ends the wait.
  private var outcome: Int32?

  init(
    _ state: AwaitedState, _ tasks: [TaskReference], joins: ((TaskSnapshot) -> Bool)?,
    stop: StopRule
  ) {
    (self.state, names, self.joins, self.stop) = (state, tasks, joins, stop)
  }

  /// Waits. Returns 0 once all tasks have been in the state, otherwise the highest status of those
  /// that have ended before.
  mutating func run() throws(CommandFailure) -> Int32 {
    let lookup = try TaskLookup()
    for name in names { add(try lookup.find(name)) }
    let paths = try Hub.paths()
    while true {
      if let outcome { return outcome }
      if awaited.isEmpty { return highest }
      do {
        try wait(at: paths)
      } catch .connectionLost {
        HostPace.rest()
        continue
      } catch {
        throw CommandFailure(error).named(HostChoice.chosen)
      }
    }
  }

  /// Waits on one connection until it is lost, or the wait is over.
  private mutating func wait(at paths: HeadwayPaths) throws(LinkError) {
    let client = try Hub.client(paths)
    client.send(SubscribeMessage(view: []))
    var unlisted = Set(awaited.keys)
    while outcome == nil, !awaited.isEmpty {
      let message = try client.next(within: nil)
      if let task = message.snapshot {
        unlisted.remove(task.key)
        note(task)
      }
      switch message {
      case .removed(let removed): try findEnd(of: removed.key, at: paths)
      case .snapshotEnd:
        for key in unlisted { try findEnd(of: key, at: paths) }
        unlisted = []
      default: break
      }
    }
  }

  private mutating func add(_ task: TaskSnapshot) {
    guard known.insert(task.key).inserted else { return }
    awaited[task.key] = task.number
    note(task)
  }

  /// Applies what the hub tells of a task.
  private mutating func note(_ task: TaskSnapshot) {
    if let joins, !known.contains(task.key), joins(task) { return add(task) }
    guard awaited[task.key] != nil else { return }
    switch state.verdict(on: task) {
    case .pending: return
    case .reached: finish(task.key, 0)
    case .missed(let status): finish(task.key, status)
    }
  }

  private mutating func finish(_ key: TaskKey, _ status: Int32) {
    awaited[key] = nil
    highest = max(highest, status)
    if stop.isMet(by: status) { outcome = status }
  }

  /// Looks for the end of a task that has left the list. Asks on a connection of its own, because a
  /// change that arrives on the other one meanwhile must not be missed.
  private mutating func findEnd(of key: TaskKey, at paths: HeadwayPaths) throws(LinkError) {
    guard let number = awaited[key] else { return }
    let ended = try Hub.client(paths).ended(.number(number))
    guard let task = ended.last(where: { $0.key == key }) else { return finish(key, 1) }
    note(task)
  }
}
