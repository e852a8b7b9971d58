package import HeadwayModel

/// The records for a terminal that knows the Program Status Protocol (OSC 7501).
extension MonitorModel {
  /// Returns one record for all tasks together, and one for each live task on the list, at most 64.
  /// Returns none without a hub, and if no task is live and none has ended in the last 30 s.
  ///
  /// A task that needs a person has its line; a sensitive task has its number for a title, and no
  /// line.
  package func terminalRecords(at now: Moment) -> [String: TerminalStatus.Record] {
    guard isAnyConnected else { return [:] }
    var records: [String: TerminalStatus.Record] = [:]
    var whole = WholeStatus()
    var index = 0
    while records.count < TerminalStatus.recordLimit - 1, index < min(Self.cardLimit, cards.count) {
      defer { index += 1 }
      guard let card = cards[index] else { continue }
      if self[card.host].isPast { continue }
      let task = card.snapshot
      guard let record = TerminalStatus.Record(task) else {
        whole.noteEnd(of: task, at: now)
        continue
      }
      whole.note(record, of: task)
      records[card.host.index == 0 ? "n\(task.number)" : "h\(card.host.index)n\(task.number)"] =
        record
    }
    whole.needsPerson = currentTally.needsAnswer > 0
    guard let record = whole.record(hasFailure: failureShownUntil(now) != nil) else { return [:] }
    records[""] = record
    return records
  }

  /// The number of cards that are looked at: those that matter most are first in the list.
  private static let cardLimit = 256
}

/// The state of all tasks together, as a terminal is told it.
private struct WholeStatus {
  /// The first task that needs a person.
  private var asking: TaskSnapshot?
  private var percents: [Int] = []
  private var isWorking = false
  /// Whether a task needs a person, on the list or not.
  var needsPerson = false
  /// Whether a task lives that doesn't work.
  private var isResting = false
  /// Whether a task has completed just now.
  private var hasDone = false

  mutating func note(_ record: TerminalStatus.Record, of task: TaskSnapshot) {
    if record.state.isBlocked, asking == nil { asking = task }
    if record.state == .working { isWorking = true } else { isResting = true }
    if let percent = record.percent { percents.append(percent) }
  }

  mutating func noteEnd(of task: TaskSnapshot, at now: Moment) {
    guard let end = task.endedAt, task.ending?.reason == .completed else { return }
    if now.wall.since(end) < MonitorModel.failureTime { hasDone = true }
  }

  /// The record; nil if there is nothing to tell.
  func record(hasFailure: Bool) -> TerminalStatus.Record? {
    let percent = percents.isEmpty ? nil : percents.reduce(0, +) / percents.count
    if let asking {
      return TerminalStatus.Record(.blocked, percent: percent, message: asking.statusLine)
    }
    if needsPerson { return TerminalStatus.Record(.blocked, percent: percent) }
    if isWorking { return TerminalStatus.Record(.working, percent: percent) }
    if hasFailure { return TerminalStatus.Record(.error) }
    if hasDone { return TerminalStatus.Record(.done) }
    return isResting ? TerminalStatus.Record(.idle) : nil
  }
}

extension TerminalStatus.Record {
  /// The record of a task; nil for a task that has ended or hasn't begun.
  fileprivate init?(_ task: TaskSnapshot) {
    let percent = task.progress.fraction.map(wholePercent)
    let state: ProgramState
    switch task.state {
    case .queued, .starting, .ended: return nil
    case .running where task.isBlocked: state = task.programState ?? .blocked
    case .running where task.needsAnswer: state = .blocked
    case .running: state = task.programState ?? .working
    case .paused, .suspended: state = .idle
    case .cancelling: state = .working
    }
    self.init(
      state, percent: percent, title: task.statusTitle,
      message: task.sensitive || !state.isBlocked ? nil : task.subtitle)
  }
}

extension TaskSnapshot {
  fileprivate var statusTitle: SanitisedText {
    sensitive ? SanitisedText("Task \(number)") : title
  }

  /// The line for a task that needs a person, in English: a Headway around this terminal takes it for
  /// the words of a program.
  fileprivate var statusLine: SanitisedText {
    MessageCatalog.inEnglish {
      let words = stall.kind == nil ? waitSentence : "continue or stop?"
      return SanitisedText("\(statusTitle): \(words ?? "needs you")", limit: .line)
    }
  }
}
