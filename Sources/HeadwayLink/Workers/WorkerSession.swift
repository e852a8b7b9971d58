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
  private var tasks: [TaskKey: TaskOnWire] = [:]
  private var lastRank = 0
  /// Identifiers of requests that wait here.
  private var waiting: [SanitisedText] = []
  private var owesWaiting = false
  private var launches: [SanitisedText] = []

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
    session.wantsWrite
      || session.isClear && (owesWaiting || tasks.values.contains(where: \.hasPending))
  }

  /// Why there is no connection now; nil while there is one.
  package var trouble: LinkError? { session.descriptor == nil ? session.trouble : nil }

  /// CLOCK_MONOTONIC time at which `step` wants to be called again without readiness.
  package var nextDeadline: Duration? {
    let ends = tasks.values.compactMap(\.nextDeadline).min()
    guard let ends else { return session.nextDeadline }
    return session.nextDeadline.map { min($0, ends) } ?? ends
  }

  /// Begins a task; a key that is known already changes nothing.
  package func begin(_ task: TaskDescription, _ report: WorkerReport) {
    guard tasks[task.key] == nil else { return }
    lastRank += 1
    tasks[task.key] = TaskOnWire(task, report, isSupervisor: isSupervisor, rank: lastRank)
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
      case .opened, .closed:
        forEachTask { $0.startOver() }
        owesWaiting = !waiting.isEmpty
      case .message(let message): take(message, &orders)
      }
    }
    sendPending()
    forEachTask { $0.spoolIfLate(now: now, isHopeless: isHopeless, paths: paths) }
    return orders
  }

  /// All the requests that wait here to be launched, by their identifiers.
  package func announce(waiting identifiers: [SanitisedText]) {
    guard identifiers != waiting else { return }
    waiting = identifiers
    owesWaiting = true
  }

  /// The requests that are to be launched now, since the last call.
  package func takeLaunches() -> [SanitisedText] {
    defer { launches = [] }
    return launches
  }

  private func sendPending() {
    guard session.isClear else { return }
    if owesWaiting { session.queue(WaitingMessage(waiting)) }
    owesWaiting = false
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
    _ message: HubMessage, _ orders: inout [(key: TaskKey, order: WorkerOrder)]
  ) {
    switch message {
    case .begun(let begun): tasks[begun.key]?.begun(begun.number)
    case .ended(let ended): tasks[ended.key]?.ended()
    case .cancel(let notice) where tasks[notice.key] != nil:
      orders.append((notice.key, .cancel(notice.order)))
    case .question(let notice) where tasks[notice.key] != nil:
      orders.append((notice.key, .questionAsked(notice.kind)))
    case .assertionAwaited(let notice) where tasks[notice.key] != nil:
      orders.append((notice.key, notice.order))
    case .terminal(let notice) where tasks[notice.key] != nil:
      orders.append((notice.key, .terminalMoved(isAttached: notice.attached)))
    case .launch(let notice): launches.append(notice.identifier)
    case .hello, .ok, .error, .cancel, .question, .assertionAwaited, .terminal, .task,
      .snapshotEnd, .change, .removed, .summary, .goodbye, .unknown:
      break
    }
  }

  /// Waiting can't help: no connection, and none in the making.
  private var isHopeless: Bool {
    session.isRefused || session.trouble == .daemonMissing
  }
}
