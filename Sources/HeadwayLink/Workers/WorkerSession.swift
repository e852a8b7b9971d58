package import HeadwayCore
package import HeadwaySystem
import HeadwayWire

/// A worker's side of the wire, for all its tasks over one connection: the latest state of each goes
/// out when the socket has room, everything is said again after a reconnect, and no end is lost.
/// Never blocks, never throws; confined to one thread.
package final class WorkerSession {
  private let paths: HeadwayPaths
  private let session: HubSession
  private let isSupervisor: Bool
  private(set) var tasks: [TaskKey: TaskOnWire] = [:]
  private var lastRank = 0
  var turnAnswers: [(key: TaskKey, answer: TurnAnswer)] = []

  /// How long an end waits for the hub before it goes to the spool.
  package static let endPatience: Duration = .milliseconds(100)

  package init(paths: HeadwayPaths, isSupervisor: Bool, mayStartHub: Bool) {
    self.paths = paths
    self.isSupervisor = isSupervisor
    session = HubSession(
      paths: paths, role: isSupervisor ? .supervisor : .worker, mayStart: mayStartHub)
  }

  package var descriptor: CInt? { session.descriptor }

  /// Something waits for the socket, or for a step that hands it over.
  package var wantsWrite: Bool {
    session.wantsWrite || session.isClear && tasks.values.contains(where: \.hasPending)
  }

  /// Why there is no connection now; nil while there is one.
  package var trouble: LinkError? { session.descriptor == nil ? session.trouble : nil }

  /// CLOCK_MONOTONIC time at which `step` wants to be called again without readiness.
  package var nextDeadline: Duration? {
    let ends = tasks.values.compactMap(\.nextDeadline).min()
    guard let ends else { return session.nextDeadline }
    return session.nextDeadline.map { min($0, ends) } ?? ends
  }

  /// Begins a task, or has it wait for a turn; a key that is known already changes nothing.
  package func begin(
    _ task: TaskDescription, _ report: WorkerReport, after turn: TurnRequest? = nil
  ) {
    guard tasks[task.key] == nil else { return }
    lastRank += 1
    tasks[task.key] = TaskOnWire(
      task, report, isSupervisor: isSupervisor, rank: lastRank, turn: turn)
    if turn != nil { session.hurry() }
  }

  /// Nothing more will be said of that task.
  package func forget(_ key: TaskKey) { tasks[key] = nil }

  package func report(_ report: WorkerReport, of key: TaskKey) { tasks[key]?.report(report) }

  package func heartbeat(of key: TaskKey) { tasks[key]?.heartbeat() }

  /// The task's end; the first one counts.
  package func end(_ key: TaskKey, _ ending: TaskEnding, now: Duration) {
    tasks[key]?.end(ending, now: now)
  }

  /// Whether the task is over, and the hub or the spool has its end.
  package func isSettled(_ key: TaskKey) -> Bool { tasks[key]?.isSettled ?? true }

  /// The number that the hub gave; nil until it did.
  package func number(of key: TaskKey) -> TaskNumber? { tasks[key]?.number }

  /// Does what can be done without blocking; returns orders that arrived.
  package func step(now: Duration) -> [(key: TaskKey, order: WorkerOrder)] {
    var orders: [(key: TaskKey, order: WorkerOrder)] = []
    for event in session.step(now: now) {
      switch event {
      case .opened, .closed: forEachTask { $0.startOver() }
      case .messages(let messages): for message in messages { take(message, &orders, now: now) }
      }
    }
    lookAtTurns(now: now)
    sendPending()
    forEachTask { $0.spoolIfLate(now: now, isHopeless: isHopeless, paths: paths) }
    return orders
  }

  /// What became of requests for turns, since the last call.
  package func takeTurnAnswers() -> [(key: TaskKey, answer: TurnAnswer)] {
    defer { turnAnswers = [] }
    return turnAnswers
  }

  func change(_ key: TaskKey, _ body: (inout TaskOnWire) -> Void) {
    if var task = tasks.removeValue(forKey: key) {
      body(&task)
      tasks[key] = task
    }
  }

  private func sendPending() {
    guard session.isClear else { return }
    sendMilestones()
    forEachTask { if $0.hasPending { $0.sendPending(over: session) } }
    session.flush()
  }

  /// Begins and ends in the order of their tasks: a second attempt after the end of the first.
  private func sendMilestones() {
    let owing = tasks.values.filter(\.owesMilestone).sorted { $0.rank < $1.rank }
    for task in owing { tasks[task.task.key]?.sendPending(over: session) }
  }

  private func forEachTask(_ body: (inout TaskOnWire) -> Void) {
    for index in tasks.values.indices { body(&tasks.values[index]) }
  }

  private func take(
    _ message: HubMessage, _ orders: inout [(key: TaskKey, order: WorkerOrder)], now: Duration
  ) {
    switch message {
    case .begun(let begun): tasks[begun.key]?.begun(begun.number)
    case .ended(let ended): tasks[ended.key]?.ended()
    case .cancel(let notice) where tasks[notice.key] != nil:
      orders.append((notice.key, .cancel(notice.order)))
    case .pause(let notice) where tasks[notice.key] != nil:
      orders.append((notice.key, .pause(by: notice.by)))
    case .resume(let notice) where tasks[notice.key] != nil:
      orders.append((notice.key, .resume(by: notice.by)))
    case .question(let notice) where tasks[notice.key] != nil:
      orders.append((notice.key, .questionAsked(notice.kind)))
    case .assertionAwaited(let notice) where tasks[notice.key] != nil:
      orders.append((notice.key, notice.order))
    case .terminal(let notice) where tasks[notice.key] != nil:
      orders.append((notice.key, .terminalMoved(isAttached: notice.attached)))
    case .selection(let notice) where tasks[notice.key] != nil:
      orders.append((notice.key, .selectionMoved(isSelected: notice.selected)))
    case .turn(let notice) where tasks[notice.key] != nil:
      orders.append((notice.key, .turnCame(units: notice.units ?? [:])))
    case .submitted(let submitted): take(submitted)
    case .error(let error): take(error, now: now)
    case .hello, .ok, .turn, .cancel, .pause, .resume, .question, .assertionAwaited, .terminal,
      .selection, .task, .snapshotEnd, .cleaned, .change, .step, .removed, .summary,
      .notification, .goodbye, .unknown:
      break
    }
  }

  /// Waiting can't help: no connection, and none in the making.
  var isHopeless: Bool {
    session.isRefused || session.trouble == .daemonMissing
  }
}
