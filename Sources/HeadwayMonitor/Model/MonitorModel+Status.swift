package import HeadwayModel

/// The records for a terminal that knows the Program Status Protocol (OSC 7501).
extension MonitorModel {
  /// The records to tell at `now`: one for all tasks together, and one beneath it for each live task
  /// on the list. Empty while no task lives and none has just ended, or without a hub.
  ///
  /// A sensitive task has its number for a title, and no line.
  package func terminalRecords(at now: Moment) -> [String: TerminalStatus.Record] {
    guard hub.link == .connected else { return [:] }
    var records: [String: TerminalStatus.Record] = [:]
    var whole = WholeStatus()
    var index = 0
    while records.count < TerminalStatus.recordLimit - 1, let card = cards[index] {
      index += 1
      let task = card.snapshot
      guard let record = TerminalStatus.Record(task) else {
        whole.noteEnd(of: task, at: now)
        continue
      }
      whole.note(record, of: task)
      records["n\(task.number.value)"] = record
    }
    guard let record = whole.record(hasFailure: failureShownUntil(now) != nil) else { return [:] }
    records[""] = record
    return records
  }
}

/// The state of all tasks together, as a terminal is told it.
private struct WholeStatus {
  /// The first task that needs a person.
  private var asking: TaskSnapshot?
  private var percents: [Int] = []
  private var isWorking = false
  /// Whether a task has completed just now.
  private var hasDone = false

  mutating func note(_ record: TerminalStatus.Record, of task: TaskSnapshot) {
    if record.state.isBlocked, asking == nil { asking = task }
    if record.state == .working { isWorking = true }
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
    if hasFailure { return TerminalStatus.Record(.error) }
    if isWorking { return TerminalStatus.Record(.working, percent: percent) }
    return hasDone ? TerminalStatus.Record(.done) : nil
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
      message: task.sensitive ? nil : task.subtitle)
  }
}

extension TaskSnapshot {
  fileprivate var statusTitle: SanitisedText {
    sensitive ? SanitisedText("Task \(number)") : title
  }

  /// The line for a task that needs a person.
  fileprivate var statusLine: SanitisedText {
    let words = stall.kind == nil ? waitSentence : "continue or stop?"
    return SanitisedText("\(statusTitle): \(words ?? "needs you")", limit: .line)
  }
}
