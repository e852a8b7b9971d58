internal import HeadwayCore

/// Where the work stands, as readings: within a stretch it never goes back.
struct PhaseTracker {
  private struct Standing: Equatable {
    /// Counts from 1.
    var phase = 1
    var name: SanitisedText?
    /// Nil while the extent of the phase is unknown.
    var measure: Measure?
    /// The measure may be of a part only.
    var isDoubtful = false
    /// It doesn't go on for now.
    var isResting = false
    /// Its steps are so large that standing still says nothing.
    var isCoarse = false
    /// How often something moved while no measure of the whole tells.
    var moveCount = 0
    /// How often more was said to be done while the measure may stand.
    var amountCount = 0
  }

  private var standing = Standing()
  /// What the tool calls it, whatever came before.
  private var ownName: SanitisedText?
  private var given = Standing()
  private var stretch = Stretch()
  /// The stretch was said to be done, whatever was measured: what is measured yet is of it.
  private var isEnded = false

  /// Whether another stretch begins with it, which then can be named. None does while in doubt: a
  /// lower measure may be another bar's.
  mutating func advance(to measure: Measure, of stretch: Stretch) -> Bool {
    guard let latest = standing.measure else {
      let isNew = standing.phase == 1 || stretch != self.stretch
      self.stretch = stretch
      standing.measure = measure
      return isNew
    }
    if stretch != self.stretch || measure.beginsAnew(after: latest, in: stretch, isEnded: isEnded) {
      if standing.isDoubtful { return false }
      begin(stretch)
      standing.measure = measure
      return true
    }
    if measure.completed >= latest.completed { standing.measure = measure }
    return false
  }

  /// What the stretch that has just begun is called; told apart from the one that was given last.
  mutating func name(_ name: SanitisedText?) {
    let isAlike = name != nil && name == given.name && standing.phase != given.phase
    ownName = name
    standing.name = isAlike ? name.map { SanitisedText("\($0) · \(standing.phase)") } : name
  }

  private mutating func begin(_ stretch: Stretch) {
    standing.phase &+= 1
    (standing.name, ownName) = (nil, nil)
    (standing.isResting, standing.isCoarse) = (false, false)
    self.stretch = stretch
    isEnded = false
  }

  /// The stretch is done, whatever its last measure was.
  mutating func finish() {
    guard let total = standing.measure?.total else { return }
    standing.measure?.completed = total
    isEnded = true
  }

  /// Something that is measured went on, be it the leader or not.
  mutating func noteMove() {
    if !tellsByItself { standing.moveCount &+= 1 }
  }

  /// The measure is coarser than the work, which went on.
  mutating func noteAmount() { standing.amountCount &+= 1 }

  var isDone: Bool { standing.measure?.isDone == true }

  mutating func becomeCoarse(_ isCoarse: Bool) { standing.isCoarse = isCoarse }

  /// While in doubt, no total is told, and so no percent.
  mutating func doubt(_ isDoubtful: Bool) { standing.isDoubtful = isDoubtful }

  /// Whether it goes on, by its own word; of what wasn't measured that says nothing.
  mutating func rest(_ isResting: Bool) {
    if standing.measure != nil { standing.isResting = isResting }
  }

  /// Work of unknown extent follows: the next phase, unless nothing was measured in this one.
  mutating func becomeIndeterminate() {
    guard standing.measure != nil else { return }
    begin(Stretch())
    standing.measure = nil
  }

  /// What is measured doesn't speak for the whole: a stretch was measured before that looked like it,
  /// and this one has no name to be told apart by; or it is a stage.
  private var isPart: Bool {
    !stretch.isRolledUp && (stretch.isStage || standing.phase > 1 && standing.name == nil)
  }

  /// How far the stretch is where that is only a part.
  var share: String? {
    guard isPart, !standing.isDoubtful, let fraction = standing.measure?.fraction else {
      return nil
    }
    return [ownName?.string, "\(wholePercent(fraction))%"].compactMap { $0 }.joined(separator: " ")
  }

  /// The standing if it isn't the one given before; a total of 0 is one that isn't known. The first
  /// phase has no name of ours.
  mutating func takeReading() -> (reading: ProgressReading, isPart: Bool)? {
    guard standing != given else { return nil }
    let isResting = standing.isResting == given.isResting ? nil : standing.isResting
    let advance = advance
    given = standing
    let ours = standing.phase == 1 ? nil : SanitisedText("phase \(standing.phase)")
    let reading = ProgressReading(
      completed: standing.measure?.completed,
      total: standing.isDoubtful ? 0 : standing.measure?.total,
      unit: standing.measure?.unit.text ?? .empty, phase: standing.name ?? ours,
      isResting: isResting, advance: advance)
    return (reading, isPart)
  }

  /// Where the measure doesn't tell whether the work goes on.
  private var advance: AdvanceReport? {
    guard standing.measure != nil else { return isPart ? .unseen : nil }
    if standing.amountCount != given.amountCount { return .seen }
    let hasMoved = standing.moveCount != given.moveCount || standing.measure != given.measure
    return hasMoved && !tellsByItself ? .seen : nil
  }

  /// The measure goes on with the work, in small steps; or there is none.
  var tellsByItself: Bool {
    guard let measure = standing.measure else { return true }
    return !standing.isDoubtful && !isPart && !standing.isCoarse && !measure.isDone
  }
}

/// What tells one stretch of the work from another.
struct Stretch: Equatable {
  var tool: Tool?
  var label: UInt64 = 0
  /// It is the whole, of which the bars that are drawn are stages.
  var isRolledUp = false
  /// Small steps back are the display's, not the work's.
  var holds = false
  /// Others follow.
  var isStage = false
}

extension Measure {
  /// It can't be a later measure of what `latest` measured.
  ///
  /// Where small steps back are to be expected, only a fall to less than half is one, or one from
  /// the end.
  fileprivate func beginsAnew(
    after latest: Measure, in stretch: Stretch, isEnded: Bool
  ) -> Bool {
    if unit != latest.unit { return true }
    if stretch.isRolledUp { return false }
    if completed >= latest.completed {
      return latest.isDone && !isDone && total != latest.total
    }
    return !stretch.holds || latest.isDone && !isEnded || completed < latest.completed / 2
  }
}

extension Measure.Unit {
  /// Empty for a bare count, which takes back the percent sign of an earlier phase.
  fileprivate var text: SanitisedText {
    switch self {
    case .percent: TaskProgress.percentUnit
    case .count: .empty
    case .bytes: "B"
    }
  }
}
