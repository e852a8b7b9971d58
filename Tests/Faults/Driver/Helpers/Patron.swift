import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire

/// Goes through the life of one task after the other, step by acknowledged step.
final class Patron {
  private let ledger: Ledger
  private let insistence: Insistence
  private var dice: Dice

  private static let stallAfter: Duration = .milliseconds(200)

  init(paths: HeadwayPaths, ledger: Ledger, seed: UInt64) {
    self.ledger = ledger
    dice = Dice(seed: seed)
    insistence = Insistence(paths: paths)
  }

  func perform() throws {
    var task = TaskDescription(key: .random(using: &dice), title: "patron")
    if dice.chance(30) { task.stallPolicy = StallPolicy(after: Self.stallAfter) }
    let key = task.key.description
    ledger.note("began", key)
    let number = try insistence.begin(task)
    ledger.note("begun", key, number.description)
    try reportProgress(of: task.key)
    if task.stallPolicy.after != nil { try answerQuestion(of: task.key) }
    let isCancelled = dice.chance(50)
    if isCancelled { try cancel(task.key) }
    try end(task.key, isCancelled: isCancelled)
  }

  private func reportProgress(of key: TaskKey) throws {
    var completed: Int64 = 0
    for _ in 0..<1 + dice.below(12) {
      completed += Int64(1 + dice.below(9))
      var report = WorkerReport()
      report.reading = ProgressReading(completed: completed, total: 200)
      try insistence.ask { UpdateMessage(task: .key(key), report, request: $0) }
      ledger.note("progress", key.description, "\(completed)")
      insistence.listen(for: .milliseconds(dice.below(80)))
    }
  }

  /// Goes without one where none is asked soon: hubs come and go.
  private func answerQuestion(of key: TaskKey) throws {
    let deadline = SystemClocks.awake + Self.stallAfter * 4
    while !insistence.isAsked, SystemClocks.awake < deadline {
      insistence.listen(for: .milliseconds(20))
    }
    guard insistence.isAsked else { return }
    ledger.note("answering", key.description)
    let isTaken = try insistence.ask {
      AnswerMessage(task: .key(key), answer: .continue, request: $0)
    }
    if isTaken { ledger.note("answered", key.description) }
  }

  /// A cancel that was acknowledged reaches the worker, be it through a later hub.
  private func cancel(_ key: TaskKey) throws {
    try insistence.ask { CancelMessage(task: .key(key), request: $0) }
    ledger.note("cancelled", key.description)
    let deadline = SystemClocks.awake + .seconds(10)
    while insistence.order == nil, SystemClocks.awake < deadline {
      insistence.listen(for: .milliseconds(20))
    }
    if insistence.order == nil { ledger.note("untold", key.description) }
  }

  private func end(_ key: TaskKey, isCancelled: Bool) throws {
    var ending = TaskEnding(reason: .failed, status: .code(Int32(dice.below(256))))
    if isCancelled { ending = TaskEnding(reason: .cancelled(by: .user)) }
    ledger.note("ended", key.description, ending.ledgerWord)
    try insistence.end(key, ending)
    ledger.note("settled", key.description)
  }
}
