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
  /// The turn that it waits for; nil once that has come.
  private var turn: TurnRequest?
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

  /// When the task wants another step without any news; nil when it doesn't.
  var nextDeadline: Duration? {
    if let nextSpoolLook { return nextSpoolLook }
    return end.map { $0.isSettled ? nil : $0.deadline } ?? turn?.nextLook
  }

  /// Over, and the hub or the spool has it.
  var isSettled: Bool { end?.isSettled ?? false && nextSpoolLook == nil }

  var hasPending: Bool { owesMilestone || turn == nil && (unsent != nil || owesHeartbeat) }

  /// A begin or an end is to be said.
  var owesMilestone: Bool { needsBegin || end.map { !$0.wasSent && !$0.isSettled } ?? false }

  mutating func report(_ report: WorkerReport) {
    whole = whole.superseded(by: report)
    unsent = unsent?.superseded(by: report) ?? report
  }

  mutating func heartbeat() { owesHeartbeat = true }

  /// The first one counts. What no hub has heard of is over with it.
  mutating func end(_ ending: TaskEnding, now: Duration) {
    guard end == nil else { return }
    let endedAt = WallTime(millisecondsSinceEpoch: SystemClocks.sinceEpoch.wholeMilliseconds)
    end = PendingEnd(
      ending: ending, endedAt: endedAt, deadline: now + WorkerSession.endPatience)
    if let turn, !turn.isKnown { end?.isSettled = true }
  }

  /// Another hub, or none: whatever comes next is told everything.
  mutating func startOver() {
    needsBegin = true
    end?.wasSent = false
  }

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

  mutating func begun(_ number: TaskNumber) { self.number = number }

  var submitRequest: Int? { turn == nil ? nil : Self.firstSubmitRequest + rank }

  var awaitsTurn: Bool { turn != nil }

  mutating func placed(_ number: TaskNumber) {
    self.number = number
    turn?.notePlace()
  }

  mutating func refused(_ reason: String, isForGood: Bool, now: Duration) -> TurnAnswer? {
    turn?.noteRefusal(reason, isForGood: isForGood, at: now)
  }

  /// - Parameter trouble: why there is no hub; nil where there is one.
  mutating func lookAtTurn(_ trouble: String?, isHopeless: Bool, now: Duration) -> TurnAnswer? {
    guard end == nil else { return nil }
    if turn?.takeAnotherAsk(at: now) == true { needsBegin = true }
    return turn?.look(trouble, isHopeless: isHopeless, at: now)
  }

  mutating func beginWaiting() {
    guard turn != nil else { return }
    turn = nil
    needsBegin = true
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
