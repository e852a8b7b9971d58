package import HeadwayCore
package import HeadwaySystem
import HeadwayWire

/// A worker's side of the wire for one task: the latest state goes out when the socket has room,
/// everything is said again after a reconnect, and an end is never lost. Never blocks, never
/// throws; confined to one thread.
package final class WorkerLink {
  private let task: TaskDescription
  private let paths: HeadwayPaths
  private let session: HubSession
  private let isSupervisor: Bool
  private var whole: WorkerReport
  private var unsent: WorkerReport?
  private var owesHeartbeat = false
  private var end: PendingEnd?
  private var spooling: SpoolWrite?
  private var nextSpoolLook: Duration?
  private var needsBegin = true
  /// The number that the hub gave; nil until it did.
  package private(set) var number: TaskNumber?

  private struct PendingEnd {
    var ending: TaskEnding
    let endedAt: WallTime
    var deadline: Duration
    var wasSent = false
    var isSettled = false
  }

  /// How long an end waits for the hub before it goes to the spool.
  package static let endPatience: Duration = .milliseconds(100)
  private static let spoolLookPause: Duration = .milliseconds(2)
  private static let beginRequest = 1
  private static let endRequest = 2

  package init(
    task: TaskDescription, report: WorkerReport = WorkerReport(), paths: HeadwayPaths,
    isSupervisor: Bool, mayStartHub: Bool
  ) {
    self.task = task
    self.paths = paths
    self.isSupervisor = isSupervisor
    whole = report
    session = HubSession(
      paths: paths, role: isSupervisor ? .supervisor : .worker, mayStart: mayStartHub)
  }

  package var descriptor: CInt? { session.descriptor }
  /// Something waits for the socket, or for a step that hands it over.
  package var wantsWrite: Bool { session.wantsWrite || session.isClear && hasPending }

  /// Why there is no connection now; nil while there is one.
  package var trouble: LinkError? { session.descriptor == nil ? session.trouble : nil }

  /// CLOCK_MONOTONIC time at which `step` wants to be called again without readiness.
  package var nextDeadline: Duration? {
    if let nextSpoolLook { return nextSpoolLook }
    guard let end, !end.isSettled else { return session.nextDeadline }
    return session.nextDeadline.map { min($0, end.deadline) } ?? end.deadline
  }

  package var isSettled: Bool { end?.isSettled ?? false && nextSpoolLook == nil }

  package func report(_ report: WorkerReport) {
    whole = whole.superseded(by: report)
    unsent = unsent?.superseded(by: report) ?? report
  }

  package func heartbeat() { owesHeartbeat = true }

  /// The task's end; the first one counts.
  package func end(_ ending: TaskEnding, now: Duration) {
    guard end == nil else { return }
    let endedAt = WallTime(millisecondsSinceEpoch: SystemClocks.sinceEpoch.wholeMilliseconds)
    end = PendingEnd(ending: ending, endedAt: endedAt, deadline: now + Self.endPatience)
  }

  /// Does what can be done without blocking; returns orders that arrived.
  package func step(now: Duration) -> [WorkerOrder] {
    var orders: [WorkerOrder] = []
    for event in session.step(now: now) {
      switch event {
      case .opened: startOver()
      case .closed: startOver()
      case .message(let message): take(message, &orders)
      }
    }
    sendPending()
    spoolIfLate(now: now)
    return orders
  }

  private var hasPending: Bool {
    let owesEnd = end.map { !$0.wasSent && !$0.isSettled } ?? false
    return needsBegin || unsent != nil || owesHeartbeat || owesEnd
  }

  private func startOver() {
    needsBegin = true
    end?.wasSent = false
  }

  private func sendPending() {
    guard session.isClear else { return }
    if needsBegin {
      session.send(BeginMessage(task, whole, request: Self.beginRequest))
      (needsBegin, unsent, owesHeartbeat) = (false, nil, false)
    } else if let report = unsent {
      session.send(UpdateMessage(task: .key(task.key), report, isRecognised: isSupervisor))
      (unsent, owesHeartbeat) = (nil, false)
    } else if owesHeartbeat {
      session.send(HeartbeatMessage(task: .key(task.key)))
      owesHeartbeat = false
    }
    sendEnd()
  }

  private func sendEnd() {
    guard let end, !end.wasSent, !end.isSettled, session.isClear else { return }
    session.send(
      EndMessage(
        task: .key(task.key), end.ending, endedAt: end.endedAt, request: Self.endRequest))
    self.end?.wasSent = true
  }

  private func take(_ message: HubMessage, _ orders: inout [WorkerOrder]) {
    switch message {
    case .begun(let begun) where begun.key == task.key: number = begun.number
    case .ended(let ended) where ended.key == task.key: end?.isSettled = true
    case .cancel(let notice) where notice.key == task.key: orders.append(.cancel(notice.order))
    case .question(let notice) where notice.key == task.key:
      orders.append(.questionAsked(notice.stalled))
    case .hello, .ok, .error, .begun, .ended, .cancel, .question, .task, .snapshotEnd, .change,
      .removed, .summary, .goodbye, .unknown:
      break
    }
  }

  private func spoolIfLate(now: Duration) {
    guard let end else { return }
    if let spooling { return look(at: spooling, now: now) }
    guard !end.isSettled, now >= end.deadline || isHopeless else { return }
    let message = EndMessage(task: .key(task.key), end.ending, endedAt: end.endedAt)
    let write = SpoolWrite(BeginMessage(task, whole), message, in: paths)
    spooling = write
    look(at: write, now: now)
  }

  private func look(at spooling: SpoolWrite, now: Duration) {
    if spooling.isDone { end?.isSettled = true }
    nextSpoolLook = spooling.isDone ? nil : now + Self.spoolLookPause
  }

  /// Waiting can't help: no connection, and none in the making.
  private var isHopeless: Bool {
    session.isRefused || session.trouble == .daemonMissing
  }
}
