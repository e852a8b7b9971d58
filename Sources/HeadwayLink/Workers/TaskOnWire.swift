import HeadwayModel
import HeadwaySystem
import HeadwayWire

/// Everything that one task must still tell the hub.
///
/// The value keeps three things: the latest state, the whole state for a new connection, and the
/// end, which must not be lost. ``WorkerSession`` has one value per task.
struct TaskOnWire {
  let task: TaskDescription
  private let isSupervisor: Bool
  /// The position of the task in the order in which the tasks began.
  let rank: Int
  /// The whole state, sent with each begin.
  private var whole: WorkerReport
  /// The changes since the last message; nil if there are none.
  private var unsent: WorkerReport?
  private var owesHeartbeat = false
  private var end: PendingEnd?
  private var spooling: SpoolWrite?
  /// The time of the next look at the spool write; nil without a write under way.
  private var nextSpoolLook: AwakeTime?
  /// Whether the next message is a begin or a submission.
  private var needsBegin = true
  /// The turn that the task waits for; nil once the turn has come.
  private var turn: TurnRequest?
  /// The number that the hub gave the task; nil until then.
  private(set) var number: TaskNumber?

  /// An end that the hub or the spool must get.
  private struct PendingEnd {
    var ending: TaskEnding
    let endedAt: WallTime
    var deadline: AwakeTime
    var wasSent = false
    var isSettled = false
  }

  private static let spoolLookPause: Duration = .milliseconds(2)
  private static let beginRequest = 1
  private static let endRequest = 2
  /// The request number of the first submission. Each task has a number of its own, which a refusal
  /// names.
  private static let firstSubmitRequest = 10

  init(
    _ task: TaskDescription, _ report: WorkerReport, isSupervisor: Bool, rank: Int,
    turn: TurnRequest? = nil
  ) {
    self.task = task
    self.turn = turn
    self.rank = rank
    self.isSupervisor = isSupervisor
    whole = report
  }

  /// The time (awake clock) at which the task needs a step without any news; nil if it doesn't.
  var nextDeadline: AwakeTime? {
    if let nextSpoolLook { return nextSpoolLook }
    return end.map { $0.isSettled ? nil : $0.deadline } ?? turn?.nextLook
  }

  /// Whether the task has ended, and the hub or the spool has the end.
  var isSettled: Bool { end?.isSettled ?? false && nextSpoolLook == nil }

  /// Whether the task has anything to send. A task that waits for its turn sends no progress.
  var hasPending: Bool { owesMilestone || turn == nil && (unsent != nil || owesHeartbeat) }

  /// Whether a begin or an end must be sent.
  var owesMilestone: Bool { needsBegin || end.map { !$0.wasSent && !$0.isSettled } ?? false }

  /// Merges a report into the whole state and into the unsent changes.
  mutating func report(_ report: WorkerReport) {
    whole = whole.superseded(by: report)
    unsent = unsent?.superseded(by: report) ?? report
  }

  mutating func heartbeat() { owesHeartbeat = true }

  /// Records the end; only the first one counts. A task that no hub has heard of is settled
  /// immediately.
  mutating func end(_ ending: TaskEnding, now: AwakeTime) {
    guard end == nil else { return }
    let endedAt = WallTime(millisecondsSinceEpoch: SystemClocks.sinceEpoch.wholeMilliseconds)
    end = PendingEnd(
      ending: ending, endedAt: endedAt, deadline: now + WorkerSession.endPatience)
    if let turn, !turn.isKnown { end?.isSettled = true }
  }

  /// Prepares for a new connection, over which everything must be sent again.
  mutating func startOver() {
    needsBegin = true
    end?.wasSent = false
  }

  /// Queues the messages that are due, at most one of the task's state and one of its end.
  mutating func sendPending(over session: HubSession) {
    if let terms = turn?.terms {
      if needsBegin, end == nil, turn?.ask() == true {
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

  /// Records the number that the hub gave the task.
  mutating func begun(_ number: TaskNumber) { self.number = number }

  /// The request number of the task's submission; nil for a task without a turn to wait for.
  var submitRequest: Int? { turn == nil ? nil : Self.firstSubmitRequest + rank }

  /// Whether the task still waits for its turn.
  var awaitsTurn: Bool { turn != nil }

  /// Records that the hub has queued the task.
  mutating func placed(_ number: TaskNumber) {
    self.number = number
    turn?.notePlace()
  }

  /// Records that the hub refused the submission. Returns the answer for the turn, if it is final.
  mutating func refused(_ reason: String, isForGood: Bool, now: AwakeTime) -> TurnAnswer? {
    turn?.noteRefusal(reason, isForGood: isForGood, at: now)
  }

  /// Checks whether the wait for a turn has ended without an answer of the hub.
  ///
  /// - Parameter trouble: the reason why there is no hub; nil if there is one.
  /// - Returns: the answer for the turn; nil if the wait goes on.
  mutating func lookAtTurn(_ trouble: String?, isHopeless: Bool, now: AwakeTime) -> TurnAnswer? {
    guard end == nil else { return nil }
    if turn?.takeAnotherAsk(at: now) == true { needsBegin = true }
    return turn?.look(trouble, isHopeless: isHopeless, at: now)
  }

  /// Ends the wait for a turn: the work has begun, and the next message is a begin.
  mutating func beginWaiting() {
    guard turn != nil else { return }
    turn = nil
    needsBegin = true
  }

  /// Records that the hub has the end.
  mutating func ended() { end?.isSettled = true }

  /// Starts a spool write for an end that the hub didn't acknowledge in time, and looks at a write
  /// under way.
  ///
  /// - Parameter isHopeless: whether waiting for the hub can't help, so that the write starts
  ///   immediately.
  mutating func spoolIfLate(now: AwakeTime, isHopeless: Bool, paths: HeadwayPaths) {
    guard let end else { return }
    if let spooling { return look(at: spooling, now: now) }
    guard !end.isSettled, now >= end.deadline || isHopeless else { return }
    let message = EndMessage(
      task: .key(task.key), end.ending, launch: task.launch, endedAt: end.endedAt)
    let write = SpoolWrite(BeginMessage(task, whole), message, in: paths)
    spooling = write
    look(at: write, now: now)
  }

  private mutating func look(at spooling: SpoolWrite, now: AwakeTime) {
    if spooling.isDone { end?.isSettled = true }
    nextSpoolLook = spooling.isDone ? nil : now + Self.spoolLookPause
  }
}
