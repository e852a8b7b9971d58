internal import HeadwayModel

/// Decides what the findings on single lines mean for the work as a whole.
///
/// A finding is a number with its surroundings. The judge answers four questions about it. The
/// article about ``HeadwayRecognition`` explains them with pictures.
///
/// 1. *Belief*: is the number progress at all? (``Belief``)
/// 2. *Nesting*: does it measure the whole, or one of several things? (``Nesting``,
///    ``ToolContext``)
/// 3. *Lead*: does this bar speak for the whole? (``Lead``, ``ParallelBars``)
/// 4. *Movement*: does anything go on, even where no percent rises? (``Movement``)
///
/// The answers end in a ``PhaseTracker``, which makes readings of them. ``ProgressRecogniser`` owns
/// the judge and feeds it with every line and finding.
struct ProgressJudge {
  private var contexts: [ToolContext] = []
  /// The stage of the work as a whole, whichever tool draws the bars within; nil if none was
  /// printed.
  private var stage: Stage?
  /// Whether a bar was seen. Until then the stages themselves are the progress.
  private var hasBar = false
  private var belief = Belief()
  private var lead = Lead()
  private var parallel = ParallelBars()
  private var nesting = Nesting()
  private var movement = Movement()
  /// The tool whose bar speaks for the whole; nil before the first one.
  private var leader: Tool?
  private var tracker = PhaseTracker()
  /// The time of the first line of prose after everything measured was done; nil if there is none.
  private var proseSince: AwakeTime?
  /// A copy of ``PhaseTracker/tellsByItself``, because every line asks for it.
  private var tellsByItself = true
  /// The earliest time at which the next sign of life counts.
  private var nextMove: AwakeTime = .origin
  private var latestLines = LatestLines()
  /// The largest amount that the leader has printed beside its percent, in this stretch.
  private var highestAmount: Double?

  /// The shortest time between two signs of life. More would make the card change without need.
  private static let movePause: Duration = .seconds(1)
  /// The time that prose must go on after 100 % before the work counts as unmeasured again.
  ///
  /// Most tools print a last word or a summary. Only prose that lasts longer is further work.
  private static let lastWords: Duration = .seconds(5)

  /// The news since the last call; nil if there is none.
  mutating func takeReading() -> (reading: ProgressReading, isPart: Bool)? {
    tracker.takeReading()
  }

  /// The state of a stretch that is only a part, as text: `Resolving deltas 42%`; nil if the
  /// measured stretch is the whole.
  var share: String? { tracker.share }

  /// Takes in the command's own report (`OSC 9;4`), which needs no belief and no lead.
  mutating func apply(_ command: ProgressCommand) {
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

  /// Takes in a finding. Returns whether its bar speaks for what is reported from now on.
  ///
  /// A generic line with a count beside a share is decided by ``Nesting`` first. If nobody knows
  /// what the share measures, the finding is dropped.
  ///
  /// - Parameters:
  ///   - line: The line on which the rule found it.
  ///   - place: The place of the line. An open line is taken in again when it ends.
  ///   - now: The time, on the clock of ``ProgressRecogniser/consume(_:at:)``.
  mutating func weigh(
    _ finding: Finding, on line: borrowing TerminalLine, _ place: LinePlace, at now: AwakeTime
  ) -> Bool {
    if finding.isSomethingElse(at: place) { return false }
    if finding.trust == .generic, let beside = finding.countBeside(in: line.bytes.span) {
      guard let scope = nesting.note(beside.count, share: beside.share) else { return false }
      var nested = finding
      nested.isNested = true
      if scope == .each {
        nested.percent = nesting.rolledUp(beside.count, share: beside.share)
        (nested.completed, nested.total) = (nil, nil)
      }
      return judge(nested, on: line, place, at: now)
    }
    return judge(finding, on: line, place, at: now)
  }

  /// Asks movement, parallel bars, belief and lead about a finding, in that order.
  ///
  /// Movement and parallel bars see every bar, also one that isn't believed or doesn't lead: a bar
  /// that moves is a sign of life whatever it measures.
  private mutating func judge(
    _ finding: Finding, on line: borrowing TerminalLine, _ place: LinePlace, at now: AwakeTime
  ) -> Bool {
    let tool = finding.tool.number
    while contexts.count <= tool { contexts.append(ToolContext()) }
    contexts[tool].note(finding, on: line, place)
    if finding.isUnmeasured { stage = finding.stage ?? stage }
    let measured = contexts[tool].measure(of: finding, within: stage)
    guard let found = measured ?? stagesAlone(finding) else {
      if contexts[tool].isBeside { silence(finding.tool) }
      guard leader == finding.tool else { return false }
      takeUnmeasured(finding, on: line)
      noteStanding()
      return true
    }
    let bar = Bar(
      tool: finding.tool, label: contexts[tool].label,
      trust: measured == nil && !hasBar ? .whenAdvancing : finding.trust, measure: found.measure,
      place: place, wording: finding.wording)
    if movement.note(bar) { tracker.noteMove() }
    if contexts[tool].isBeside {
      silence(finding.tool)
      return false
    }
    parallel.note(bar)
    if bar.trust != .exact {
      let isBelieved = belief.weigh(bar, at: now) { finding.hasReason(on: line.bytes.span) }
      if belief.isGauge { silence(finding.tool) }
      guard isBelieved else { return false }
    }
    // The stages alone led so far. The first bar within them leads without having to challenge
    // them.
    if measured != nil, !hasBar {
      (hasBar, lead) = (true, Lead())
    }
    let leads = lead.admits(bar)
    let isAmongEquals = parallel.isSeen || parallel.isBlock && bar.trust == .generic
    tracker.doubt(lead.isUndecided || isAmongEquals)
    guard leads else { return false }
    leader = finding.tool
    advance(found.measure, bar, finding, on: line, isRolledUp: found.isRolledUp)
    tracker.becomeCoarse(measured == nil || found.measure.isCoarse)
    noteAmount(finding, on: line, at: now)
    noteStanding()
    return true
  }

  /// Takes back the measure of a tool that turned out to draw bars side by side.
  private mutating func silence(_ tool: Tool) {
    guard leader == tool else { return }
    tracker.becomeIndeterminate()
    leader = nil
  }

  /// Records a rising amount beside the leader's percent as a sign of life.
  ///
  /// One percent of a large transfer takes longer than the stall clock waits. The amount beside it
  /// goes on meanwhile.
  mutating func noteAmount(
    _ finding: Finding, on line: borrowing TerminalLine, at now: AwakeTime
  ) {
    guard leader == finding.tool, let range = finding.amount else { return }
    let amount = Amount.sum(of: line.bytes.span.extracting(range))
    let highest = highestAmount ?? amount
    highestAmount = max(highest, amount)
    guard amount > highest, now >= nextMove else { return }
    tracker.noteAmount()
    nextMove = now + Self.movePause
  }

  /// Updates the copies that depend on the tracker, after the leader has spoken.
  private mutating func noteStanding() {
    tellsByItself = tracker.tellsByItself
    proseSince = nil
  }

  /// Takes in a line that has ended, whether or not a rule found something on it.
  ///
  /// Two things happen here, both only where the measure doesn't show by itself that the work goes
  /// on:
  ///
  /// - A line that stays is a sign of life, also if its text appeared before, unless it repeats the
  ///   line before. A line that is drawn over is one if it wasn't among the latest ones.
  /// - Once everything measured is done, prose that lasts longer than `lastWords` begins a phase of
  ///   unknown extent.
  ///
  /// - Parameter isProse: Whether no rule spoke for the line.
  mutating func look(at line: borrowing TerminalLine, isProse: Bool, at now: AwakeTime) {
    guard !tellsByItself, !line.bytes.isEmpty else { return }
    let fingerprint = line.fingerprint
    let isNews =
      line.place.stays ? latestLines.isOther(fingerprint) : latestLines.isNew(fingerprint)
    if isNews, now >= nextMove {
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

  /// The share of the stages that are done, by a line without a measure of its own; nil otherwise.
  ///
  /// Once bars are drawn, only the lines of the tool that draws them count.
  private func stagesAlone(_ finding: Finding) -> (measure: Measure, isRolledUp: Bool)? {
    guard finding.isUnmeasured, !hasBar || leader == finding.tool else { return nil }
    return contexts[finding.tool.number].stageMeasure(of: finding).map { ($0, true) }
  }

  /// Takes in a line of the leader that has no measure: the end of the stretch, or work of unknown
  /// extent.
  private mutating func takeUnmeasured(_ finding: Finding, on line: borrowing TerminalLine) {
    if finding.isEnd { tracker.finish() }
    if finding.isUnknown, !finding.extent.isRolledUp {
      tracker.becomeIndeterminate()
      if finding.phase != nil {
        tracker.name(contexts[finding.tool.number].name(finding, on: line))
      }
    }
  }

  /// Hands the measure of the leader to the tracker, with the stretch that it belongs to.
  ///
  /// The name of a stretch tells stretches apart only on lines of a known tool, and only where the
  /// measure isn't rolled up. On other lines the words may be a file name, which changes all the
  /// time.
  private mutating func advance(
    _ measure: Measure, _ bar: Bar, _ finding: Finding, on line: borrowing TerminalLine,
    isRolledUp: Bool
  ) {
    let isNamed =
      finding.trust == .exact
      && (!isRolledUp || finding.extent == .ofStage && finding.phase != nil)
    let stretch = Stretch(
      tool: bar.tool, label: isNamed ? bar.label : 0, isRolledUp: isRolledUp,
      holds: finding.trust == .exact, isStage: contexts[bar.tool.number].isPart(finding))
    if tracker.advance(to: measure, of: stretch) {
      highestAmount = nil
      if isNamed { tracker.name(contexts[bar.tool.number].name(finding, on: line)) }
    }
    if finding.isEnd, !isRolledUp { tracker.finish() }
  }
}
