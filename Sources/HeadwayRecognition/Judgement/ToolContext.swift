internal import HeadwayCore

/// What the lines of one tool said so far that later lines of it need.
struct ToolContext {
  /// Bounds what is counted without a total.
  private var total: Amount?
  /// Since the total was said, something was counted.
  private var isCounting = false
  private var phase: SanitisedText?
  private(set) var label: UInt64 = 0
  private var stage: Stage?
  /// What is measured on the lines that name a stage.
  private var nesting = Nesting()
  private var transfer = TransferCount()
  private var hasOnlyFile = false
  /// It was said that several bars follow each other.
  private var hasParts = false

  mutating func note(
    _ finding: Finding, on line: borrowing TerminalLine, _ place: LinePlace
  ) {
    if finding.completed == nil { noteTotal(finding) } else { isCounting = true }
    if finding.isUnmeasured, let name = finding.phase { phase = line.text(in: name) }
    if finding.phase != nil || finding.fixedPhase != nil || finding.trust == .generic {
      label = finding.label
    }
    if finding.extent == .onlyFile { hasOnlyFile = true }
    if finding.isUnmeasured, finding.extent == .part { hasParts = true }
    if let stage = finding.stage {
      note(stage, finding, place)
      noteShare(of: stage, finding)
    }
    if case .transfer = finding.extent, let own = finding.percent { transfer.note(own) }
  }

  /// A bar that goes on as the stage does is one for all of them.
  private mutating func noteShare(of stage: Stage, _ finding: Finding) {
    guard stage.isCurrent, let share = ownMeasure(of: finding)?.fraction else { return }
    _ = nesting.note(PlainCount(current: stage.done + 1, total: stage.count), share: share)
  }

  /// Of several totals before anything is counted, the largest holds, of bounds the smallest.
  private mutating func noteTotal(_ finding: Finding) {
    guard let new = finding.total ?? finding.bound else { return }
    let known = isCounting ? nil : total
    isCounting = false
    guard let known, known.kind == new.kind else {
      total = new
      return
    }
    let isBetter = finding.bound == nil ? new.value > known.value : new.value < known.value
    if isBetter { total = new }
  }

  /// Of stages that are left, a line speaks that stays, once the last one is done: what is drawn
  /// over measures the whole by itself.
  private mutating func note(_ new: Stage, _ finding: Finding, _ place: LinePlace) {
    if new.isCurrent || stage != nil {
      stage = new
    } else if place.end == .lineFeed, finding.percent?.isDone == true, new.done < new.count {
      stage = new
    }
  }

  /// What the finding measures, within the stages if there are any; nil where it doesn't.
  func measure(of finding: Finding, within outer: Stage?) -> (measure: Measure, isRolledUp: Bool)? {
    guard var own = ownMeasure(of: finding) else { return nil }
    if finding.isEnd, let total = own.total { own.completed = total }
    if case .transfer(let count) = finding.extent {
      guard transfer.isFollowed(of: count) else { return nil }
      if count > 1, transfer.done < count, let fraction = own.fraction {
        let whole = Measure.fraction((Double(transfer.done) + fraction) / Double(count))
        return whole.map { ($0, true) }
      }
    }
    if nesting.seen == .whole { return (own, true) }
    guard let stage = stage ?? outer, let fraction = own.fraction else { return (own, false) }
    let inner = finding.stage.map { $0.isCurrent ? fraction : 0 } ?? fraction
    let whole = Measure.fraction((Double(stage.done) + inner) / Double(stage.count))
    return whole.map { ($0, true) }
  }

  /// Whether others like it follow, of which nobody knows what they are of the whole.
  func isPart(_ finding: Finding) -> Bool {
    hasParts || finding.extent == .part || finding.extent == .file && !hasOnlyFile
  }

  private func ownMeasure(of finding: Finding) -> Measure? {
    if let percent = finding.percent { return percent }
    guard let completed = finding.completed else { return nil }
    if let total = finding.total ?? total { return .amounts(completed, of: total) }
    guard completed.kind != .time else { return nil }
    return Measure(
      completed: completed.value, total: nil, unit: completed.kind == .bytes ? .bytes : .count)
  }

  /// What its stretch is called by now.
  func name(_ finding: Finding, on line: borrowing TerminalLine) -> SanitisedText? {
    if let range = finding.phase { return line.text(in: range) }
    return finding.fixedPhase.map { SanitisedText($0) } ?? phase
  }
}

/// Transfers that follow each other, each with a bar of its own.
private struct TransferCount {
  /// Those that are over: the next one has begun.
  private(set) var done: Int64 = 0
  private var latest: Measure?
  private var hasAdvanced = false

  mutating func note(_ measure: Measure) {
    if let latest, measure.completed < latest.completed {
      done += 1
      hasAdvanced = false
    } else if !measure.isDone {
      hasAdvanced = true
    }
    latest = measure
  }

  /// Whether the bar can be the one that was asked for. Of a single transfer one that is over when it
  /// is first seen may be an answer that leads elsewhere.
  func isFollowed(of count: Int64) -> Bool { count > 1 || hasAdvanced || latest?.isDone == false }
}
