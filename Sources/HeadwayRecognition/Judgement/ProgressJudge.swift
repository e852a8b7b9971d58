internal import HeadwayCore

/// From what lines say to where the work stands.
struct ProgressJudge {
  /// By the number of the tool.
  private var contexts: [ToolContext] = []
  /// Of the work as a whole, whatever draws the bars within.
  private var stage: Stage?
  /// A bar was seen, within its stages or by itself.
  private var hasBar = false
  private var belief = Belief()
  private var lead = Lead()
  private var parallel = ParallelBars()
  private var nesting = Nesting()
  private var movement = Movement()
  private var leader: Tool?
  private var tracker = PhaseTracker()
  /// Since when something else is written, where all that is measured is done.
  private var proseSince: Duration?
  /// Kept, for it is asked of every line.
  private var tellsByItself = true
  private var nextMove: Duration = .zero
  private var latestLines = LatestLines()
  /// The most that the leader said beside its percent, in this stretch.
  private var highestAmount: Double?

  private static let movePause: Duration = .seconds(1)
  /// A bar that is done speaks for what goes on behind it for so long: a last word is none of it.
  private static let lastWords: Duration = .seconds(5)

  /// What is newly known since the last call.
  mutating func takeReading() -> (reading: ProgressReading, isPart: Bool)? {
    tracker.takeReading()
  }

  /// How far a stretch is that is only a part: `Resolving deltas 42%`; nil where none is.
  var share: String? { tracker.share }

  /// What a program says of itself.
  mutating func take(_ command: ProgressCommand) {
    switch command {
    case .clear: tracker.becomeIndeterminate()
    case .measured(let percent, let isResting):
      if let measure = percent.flatMap({ Measure.percent(hundredths: $0 * 100) }) {
        _ = tracker.advance(to: measure, of: Stretch())
      }
      tracker.rest(isResting)
    case .indeterminate: tracker.becomeIndeterminate()
    }
  }

  /// Whether it speaks for what is told from now on.
  mutating func take(
    _ finding: Finding, on line: borrowing TerminalLine, _ place: LinePlace, at now: Duration
  ) -> Bool {
    if finding.isSomethingElse(at: place) { return false }
    if finding.trust == .generic, let beside = finding.countBeside(in: line.bytes.span) {
      switch nesting.note(beside.count, share: beside.share) {
      case .whole: break
      case .each:
        var rolledUp = finding
        rolledUp.percent = nesting.rolledUp(beside.count, share: beside.share)
        (rolledUp.completed, rolledUp.total) = (nil, nil)
        return judge(rolledUp, on: line, place, at: now)
      case nil: return false
      }
    }
    return judge(finding, on: line, place, at: now)
  }

  private mutating func judge(
    _ finding: Finding, on line: borrowing TerminalLine, _ place: LinePlace, at now: Duration
  ) -> Bool {
    let tool = finding.tool.number
    while contexts.count <= tool { contexts.append(ToolContext()) }
    contexts[tool].note(finding, on: line, place)
    if finding.isUnmeasured { stage = finding.stage ?? stage }
    let measured = contexts[tool].measure(of: finding, within: stage)
    guard let found = measured ?? stagesAlone(finding) else {
      guard leader == finding.tool else { return false }
      takeUnmeasured(finding, on: line)
      noteStanding()
      return true
    }
    let bar = Bar(
      tool: finding.tool, label: contexts[tool].label,
      trust: measured == nil ? .whenAdvancing : finding.trust, measure: found.measure,
      place: place, wording: finding.wording)
    if movement.note(bar) { tracker.noteMove() }
    parallel.note(bar)
    if bar.trust != .exact, !belief.weigh(bar, at: now) { return false }
    if measured != nil, !hasBar {
      (hasBar, lead) = (true, Lead())
    }
    let leads = lead.admits(bar)
    tracker.doubt(lead.isUndecided || parallel.isSeen)
    guard leads else { return false }
    leader = finding.tool
    advance(found.measure, bar, finding, on: line, isRolledUp: found.isRolledUp)
    tracker.becomeCoarse(measured == nil || found.measure.isCoarse)
    noteAmount(finding, on: line, at: now)
    noteStanding()
    return true
  }

  /// Of a large transfer a percent takes longer than patience lasts: the amount beside it, of the leader,
  /// goes on.
  mutating func noteAmount(
    _ finding: Finding, on line: borrowing TerminalLine, at now: Duration
  ) {
    guard leader == finding.tool, let range = finding.amount else { return }
    let amount = Amount.sum(of: line.bytes.span.extracting(range))
    let highest = highestAmount ?? amount
    highestAmount = max(highest, amount)
    guard amount > highest, now >= nextMove else { return }
    tracker.noteAmount()
    nextMove = now + Self.movePause
  }

  private mutating func noteStanding() {
    tellsByItself = tracker.tellsByItself
    proseSince = nil
  }

  /// A line ended. Where the measure doesn't tell whether the work goes on, one that is new is a move;
  /// once all that is measured is done, prose that goes on says that more is done than that.
  mutating func look(at line: borrowing TerminalLine, isProse: Bool, at now: Duration) {
    guard !tellsByItself, !line.bytes.isEmpty else { return }
    if latestLines.note(line.fingerprint), now >= nextMove {
      tracker.noteMove()
      nextMove = now + Self.movePause
    }
    guard isProse, tracker.isDone, line.isMeaningful else { return }
    if let proseSince, now - proseSince >= Self.lastWords {
      tracker.becomeIndeterminate()
      noteStanding()
    } else {
      proseSince = proseSince ?? now
    }
  }

  /// Stages are all that is told while no bar is drawn within them: how many are done.
  private func stagesAlone(_ finding: Finding) -> (measure: Measure, isRolledUp: Bool)? {
    guard !hasBar, finding.isUnmeasured, let stage = finding.stage, stage.isCurrent else {
      return nil
    }
    return Measure.fraction(Double(stage.done) / Double(stage.count)).map { ($0, true) }
  }

  private mutating func takeUnmeasured(_ finding: Finding, on line: borrowing TerminalLine) {
    if finding.isEnd { tracker.finish() }
    if finding.isUnknown, !finding.extent.isRolledUp {
      tracker.becomeIndeterminate()
      if finding.phase != nil {
        tracker.name(contexts[finding.tool.number].name(finding, on: line))
      }
    }
  }

  private mutating func advance(
    _ measure: Measure, _ bar: Bar, _ finding: Finding, on line: borrowing TerminalLine,
    isRolledUp: Bool
  ) {
    let isNamed = finding.trust == .exact && !isRolledUp
    let stretch = Stretch(
      tool: bar.tool, label: isNamed ? bar.label : 0, isRolledUp: isRolledUp,
      holds: finding.trust == .exact, isStage: contexts[bar.tool.number].isPart(finding))
    if tracker.advance(to: measure, of: stretch) {
      highestAmount = nil
      if isNamed { tracker.name(contexts[bar.tool.number].name(finding, on: line)) }
    }
    if finding.isEnd { tracker.finish() }
  }
}
