package import HeadwayModel
package import HeadwaySystem
import HeadwayWire

/// The connection of a worker, shared by all tasks of its process.
///
/// The session follows three rules:
///
/// - Only the latest state of each task is sent, when the socket has room for it.
/// - After a reconnect every task is sent again as a whole.
/// - An end that the hub doesn't acknowledge goes to the spool.
///
/// No function blocks or throws. One thread may use a session; the owner polls ``descriptor`` and
/// calls ``step(now:)``.
///
/// ```swift
/// session.begin(description, report)
/// session.end(description.key, TaskEnding(reason: .completed), now: SystemClocks.awake)
/// let orders = session.step(now: SystemClocks.awake)
/// ```
package final class WorkerSession {
  private let paths: HeadwayPaths
  private let session: HubSession
  private let isSupervisor: Bool
  private(set) var tasks: [TaskKey: TaskOnWire] = [:]
  private var lastRank = 0
  /// The task around this process whose terminal matters; nil for none.
  private var surrounding: TaskKey?
  /// The answers that ``takeTurnAnswers()`` hasn't returned yet.
  var turnAnswers: [(key: TaskKey, answer: TurnAnswer)] = []

  /// The time that an end waits for the hub's acknowledgement before it goes to the spool.
  package static let endPatience: Duration = .milliseconds(100)

  package init(paths: HeadwayPaths, isSupervisor: Bool, mayStartHub: Bool) {
    self.paths = paths
    self.isSupervisor = isSupervisor
    session = HubSession(
      paths: paths, role: isSupervisor ? .supervisor : .worker, mayStart: mayStartHub)
  }

  /// The socket, for poll(2); nil without a connection.
  package var descriptor: CInt? { session.descriptor }

  /// Whether bytes wait for the socket, or messages wait for a step.
  package var wantsWrite: Bool {
    session.wantsWrite || session.isClear && tasks.values.contains(where: \.hasPending)
  }

  /// The reason why there is no connection; nil while there is one.
  package var trouble: LinkError? { session.descriptor == nil ? session.trouble : nil }

  /// The time (CLOCK_MONOTONIC) at which ``step(now:)`` must be called even if the socket isn't
  /// ready.
  package var nextDeadline: AwakeTime? {
    let ends = tasks.values.compactMap(\.nextDeadline).min()
    guard let ends else { return session.nextDeadline }
    return session.nextDeadline.map { min($0, ends) } ?? ends
  }

  /// Begins a task, or queues it to wait for `turn`. A key that is already known is ignored.
  package func begin(
    _ task: TaskDescription, _ report: WorkerReport, after turn: TurnRequest? = nil
  ) {
    guard tasks[task.key] == nil else { return }
    lastRank += 1
    tasks[task.key] = TaskOnWire(
      task, report, isSupervisor: isSupervisor, rank: lastRank, turn: turn)
    if turn != nil { session.hurry() }
  }

  /// Drops a task. The owner calls the function once the task is settled.
  package func forget(_ key: TaskKey) { tasks[key] = nil }

  /// Asks whether the supervisor of the task around this process has a terminal, now and at each
  /// change. ``step(now:)`` returns the answers as orders of that task.
  package func askForTerminal(of key: TaskKey) {
    guard surrounding != key else { return }
    surrounding = key
    session.send(TerminalRequest(key))
  }

  package func report(_ report: WorkerReport, of key: TaskKey) { tasks[key]?.report(report) }

  package func heartbeat(of key: TaskKey) { tasks[key]?.heartbeat() }

  /// Ends a task; only the first end counts.
  package func end(_ key: TaskKey, _ ending: TaskEnding, now: AwakeTime) {
    tasks[key]?.end(ending, now: now)
  }

  /// Whether the task has ended, and the hub or the spool has its end. True for an unknown key.
  package func isSettled(_ key: TaskKey) -> Bool { tasks[key]?.isSettled ?? true }

  /// The number that the hub gave the task; nil until then.
  package func number(of key: TaskKey) -> TaskNumber? { tasks[key]?.number }

  /// Does what is possible without blocking, and returns the hub's orders that arrived.
  package func step(now: AwakeTime) -> [(key: TaskKey, order: WorkerOrder)] {
    var orders: [(key: TaskKey, order: WorkerOrder)] = []
    for event in session.step(now: now) {
      switch event {
      case .opened:
        if let surrounding { session.send(TerminalRequest(surrounding)) }
        forEachTask { $0.startOver() }
      case .closed: forEachTask { $0.startOver() }
      case .messages(let messages): for message in messages { handle(message, &orders, now: now) }
      }
    }
    lookAtTurns(now: now)
    sendPending()
    forEachTask { $0.spoolIfLate(now: now, isHopeless: isHopeless, paths: paths) }
    return orders
  }

  /// Removes and returns the answers to requests for turns since the last call.
  package func takeTurnAnswers() -> [(key: TaskKey, answer: TurnAnswer)] {
    defer { turnAnswers = [] }
    return turnAnswers
  }

  /// Changes a task in place: the dictionary is emptied of the value first, so that nothing is
  /// copied.
  func change(_ key: TaskKey, _ body: (inout TaskOnWire) -> Void) {
    if var task = tasks.removeValue(forKey: key) {
      body(&task)
      tasks[key] = task
    }
  }

  /// Sends what is due, if the socket has room.
  private func sendPending() {
    guard session.isClear else { return }
    sendMilestones()
    forEachTask { if $0.hasPending { $0.sendPending(over: session) } }
    session.flush()
  }

  /// Sends begins and ends in the order of their tasks, so that the hub sees a second attempt after
  /// the end of the first.
  private func sendMilestones() {
    let owing = tasks.values.filter(\.owesMilestone).sorted { $0.rank < $1.rank }
    for task in owing { tasks[task.task.key]?.sendPending(over: session) }
  }

  private func forEachTask(_ body: (inout TaskOnWire) -> Void) {
    for index in tasks.values.indices { body(&tasks.values[index]) }
  }

  /// Handles one message: keeps answers in the tasks, and turns notices into orders.
  private func handle(
    _ message: HubMessage, _ orders: inout [(key: TaskKey, order: WorkerOrder)], now: AwakeTime
  ) {
    switch message {
    case .begun(let begun): tasks[begun.key]?.begun(begun.number)
    case .ended(let ended): tasks[ended.key]?.ended()
    case .submitted(let submitted): noteQueued(submitted)
    case .error(let error): noteRefusal(error, now: now)
    case .terminal(let notice) where notice.key == surrounding:
      orders.append((notice.key, .terminalMoved(isAttached: notice.attached)))
    case .hello, .ok, .turn, .cancel, .pause, .resume, .question, .assertionAwaited, .terminal,
      .selection, .task, .snapshotEnd, .group, .cleaned, .environment, .metrics, .change, .step,
      .removed,
      .summary, .notification, .settings, .goodbye, .unknown:
      if let order = message.order, tasks[order.key] != nil { orders.append(order) }
    }
  }

  /// Whether waiting for a hub can't help: the connection failed for good, or `headwayd` is
  /// missing.
  var isHopeless: Bool {
    session.isRefused || session.trouble == .daemonMissing
  }
}
