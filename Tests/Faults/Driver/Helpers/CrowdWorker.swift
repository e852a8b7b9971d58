import HeadwayModel
import HeadwayLink
import HeadwaySystem

/// One task of a crowd: begins, reports, and ends as it meant to, or as it is told.
final class CrowdWorker {
  let link: WorkerLink
  private let key: TaskKey
  private let ledger: Ledger
  private let pause: Duration
  private let endsAt: AwakeTime
  private let ending: TaskEnding
  private var nextReport: AwakeTime
  private var completed: Int64 = 0
  private var number: TaskNumber?
  private var hasEnded = false

  private static let total: Int64 = 1000

  init(paths: HeadwayPaths, ledger: Ledger, life: TaskLife, dice: inout Dice) {
    self.ledger = ledger
    key = .random(using: &dice)
    let now = SystemClocks.awake
    endsAt = now + life.next(&dice)
    pause = .milliseconds(20 + dice.below(80))
    nextReport = now + pause
    ending = Self.ending(&dice)
    var report = WorkerReport()
    report.reading = ProgressReading(completed: 0, total: Self.total, unit: "files")
    link = WorkerLink(
      task: TaskDescription(key: key, title: "crowd"), report: report, paths: paths,
      isSupervisor: false, mayStartHub: false)
    ledger.note("began", key.description)
  }

  private static func ending(_ dice: inout Dice) -> TaskEnding {
    switch dice.below(4) {
    case 0: TaskEnding(reason: .failed, status: .code(Int32(1 + dice.below(250))))
    case 1: TaskEnding(reason: .cancelled(by: .terminal))
    default: TaskEnding(reason: .completed, status: .code(0))
    }
  }

  var isSettled: Bool { link.isSettled }

  var nextDeadline: AwakeTime {
    let own = hasEnded ? nil : min(nextReport, endsAt)
    return [own, link.nextDeadline].compactMap { $0 }.min() ?? endsAt
  }

  func step(isStopping: Bool, times: inout CallTimes, dice: inout Dice) {
    let now = SystemClocks.awake
    if !hasEnded, now >= nextReport { report(at: now, times: &times, dice: &dice) }
    if !hasEnded, now >= endsAt || isStopping { end(ending, &times) }
    let orders = times.time { link.step(now: SystemClocks.awake) }
    for case .cancel(let order) in orders { end(TaskEnding(reason: order.reason), &times) }
    if let now = link.number, now != number {
      number = now
      ledger.note("begun", key.description, now.description)
    }
    if link.isSettled { ledger.note("settled", key.description) }
  }

  private func report(at now: AwakeTime, times: inout CallTimes, dice: inout Dice) {
    nextReport = now + pause
    completed = min(Self.total, completed + Int64(dice.below(20)))
    var report = WorkerReport()
    report.reading = ProgressReading(completed: completed)
    times.time { link.report(report) }
  }

  private func end(_ ending: TaskEnding, _ times: inout CallTimes) {
    if hasEnded { return }
    hasEnded = true
    times.time { link.end(ending, now: SystemClocks.awake) }
    ledger.note("ended", key.description, ending.ledgerWord)
  }
}

/// How long the tasks of a crowd last.
struct TaskLife {
  let milliseconds: Int
  let mayBeShort: Bool

  func next(_ dice: inout Dice) -> Duration {
    if mayBeShort, dice.chance(20) { return .milliseconds(dice.below(50)) }
    return .milliseconds(milliseconds / 8 + dice.below(milliseconds))
  }
}

extension TaskEnding {
  /// As the record has it: `failed:3`, `cancelled/user`.
  var ledgerWord: String {
    let end = [reason.word.rawValue, reason.detail].compactMap { $0 }.joined(separator: "/")
    if case .code(let code) = status { return "\(end):\(code)" }
    return end
  }
}
