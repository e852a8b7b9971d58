import HeadwayCore
import HeadwaySystem
import HeadwayWire

/// What one task still has to say to the hub: the latest state, everything again after a reconnect,
/// and an end that is never lost.
struct TaskOnWire {
  let task: TaskDescription
  private let isSupervisor: Bool
  /// Tasks begin and end in the order in which they did.
  let rank: Int
  private var whole: WorkerReport
  private var unsent: WorkerReport?
  private var owesHeartbeat = false
  private var end: PendingEnd?
  private var spooling: SpoolWrite?
  private var nextSpoolLook: Duration?
  private var needsBegin = true
  /// On which it waits for its turn; nil once that has come.
  private var terms: LaunchTerms?
  /// Nobody could give it a turn since; nil while somebody can.
  private var unattendedSince: Duration?
  /// The number that the hub gave; nil until it did.
  private(set) var number: TaskNumber?

  private struct PendingEnd {
    var ending: TaskEnding
    let endedAt: WallTime
    var deadline: Duration
    var wasSent = false
    var isSettled = false
  }

  private static let spoolLookPause: Duration = .milliseconds(2)
  private static let beginRequest = 1
  private static let endRequest = 2
  /// That of the first task; each has its own, which a refusal names.
  private static let firstSubmitRequest = 10
  /// How long one that waits goes on waiting for the next hub.
  private static let returnPatience: Duration = .seconds(10)

  init(
    _ task: TaskDescription, _ report: WorkerReport, isSupervisor: Bool, rank: Int,
    terms: LaunchTerms? = nil
  ) {
    self.task = task
    self.terms = terms
    self.rank = rank
    self.isSupervisor = isSupervisor
    whole = report
  }

  /// When the task wants another step without any news; nil when it doesn't.
  var nextDeadline: Duration? {
    if let nextSpoolLook { return nextSpoolLook }
    let waiting = terms == nil ? nil : unattendedSince.map { $0 + Self.returnPatience }
    return end.flatMap { $0.isSettled ? nil : $0.deadline } ?? waiting
  }

  /// Over, and the hub or the spool has it.
  var isSettled: Bool { end?.isSettled ?? false && nextSpoolLook == nil }

  var hasPending: Bool { owesMilestone || terms == nil && (unsent != nil || owesHeartbeat) }

  /// A begin or an end is to be said.
  var owesMilestone: Bool { needsBegin || end.map { !$0.wasSent && !$0.isSettled } ?? false }

  mutating func report(_ report: WorkerReport) {
    whole = whole.superseded(by: report)
    unsent = unsent?.superseded(by: report) ?? report
  }

  mutating func heartbeat() { owesHeartbeat = true }

  /// The first one counts.
  mutating func end(_ ending: TaskEnding, now: Duration) {
    guard end == nil else { return }
    let endedAt = WallTime(millisecondsSinceEpoch: SystemClocks.sinceEpoch.wholeMilliseconds)
    end = PendingEnd(
      ending: ending, endedAt: endedAt, deadline: now + WorkerSession.endPatience)
  }

  /// Another hub, or none: whatever comes next is told everything.
  mutating func startOver() {
    needsBegin = true
    end?.wasSent = false
  }

  mutating func sendPending(over session: HubSession) {
    if let terms {
      if needsBegin, end == nil {
        let submission = Submission(task, terms, report: whole)
        session.queue(SubmitMessage(submission, request: submitRequest))
      }
      needsBegin = false
    } else if needsBegin {
      session.queue(BeginMessage(task, whole, request: Self.beginRequest))
      (needsBegin, unsent, owesHeartbeat) = (false, nil, false)
    } else if let report = unsent {
      session.queue(UpdateMessage(task: .key(task.key), report, isRecognised: isSupervisor))
      (unsent, owesHeartbeat) = (nil, false)
    } else if owesHeartbeat {
      session.queue(HeartbeatMessage(task: .key(task.key)))
      owesHeartbeat = false
    }
    sendEnd(over: session)
  }

  private mutating func sendEnd(over session: HubSession) {
    guard let end, !end.wasSent, !end.isSettled else { return }
    session.queue(
      EndMessage(
        task: .key(task.key), end.ending, launch: task.launch, endedAt: end.endedAt,
        request: Self.endRequest))
    self.end?.wasSent = true
  }

  mutating func begun(_ number: TaskNumber) { self.number = number }

  var submitRequest: Int? { terms == nil ? nil : Self.firstSubmitRequest + rank }

  mutating func beginWaiting() {
    guard terms != nil else { return }
    terms = nil
    needsBegin = true
  }

  /// Whether it waits, and nobody can give it a turn: no hub ever could, or the one that could is gone
  /// for long.
  mutating func isUnattended(_ hasHub: Bool, now: Duration) -> Bool {
    guard terms != nil, end == nil, !hasHub else {
      unattendedSince = nil
      return false
    }
    let since = unattendedSince ?? now
    unattendedSince = since
    return number == nil || now >= since + Self.returnPatience
  }

  mutating func ended() { end?.isSettled = true }

  /// An end that the hub doesn't take in time goes to the spool; at once where it `isHopeless` to
  /// wait.
  mutating func spoolIfLate(now: Duration, isHopeless: Bool, paths: HeadwayPaths) {
    guard let end else { return }
    if let spooling { return look(at: spooling, now: now) }
    guard !end.isSettled, now >= end.deadline || isHopeless else { return }
    let message = EndMessage(
      task: .key(task.key), end.ending, launch: task.launch, endedAt: end.endedAt)
    let write = SpoolWrite(BeginMessage(task, whole), message, in: paths)
    spooling = write
    look(at: write, now: now)
  }

  private mutating func look(at spooling: SpoolWrite, now: Duration) {
    if spooling.isDone { end?.isSettled = true }
    nextSpoolLook = spooling.isDone ? nil : now + Self.spoolLookPause
  }
}
