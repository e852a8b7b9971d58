internal import HeadwayModel

/// Turns measures into readings for the card, so that within a phase the percent never goes back.
///
/// ``ProgressJudge`` feeds it with the measures of the bar that speaks for the whole. A measure
/// that can't continue the last one begins the next phase:
///
/// ```text
/// 40 %, 90 %         phase 1
/// 85 %               ignored: a small step back in the display of a known tool
/// 5 %                phase 2: the value fell to less than half
/// [1/9], [2/9]       phase 3: another unit
/// ```
struct PhaseTracker {
  /// The state that a reading is made of. A new reading is due if it differs from the one given
  /// before.
  private struct PhaseState: Equatable {
    /// The number of the phase, starting at 1.
    var phase = 1
    /// The name of the phase; nil if the tool gives none.
    var name: SanitisedText?
    /// The latest measure; nil while the extent of the phase isn't known.
    var measure: Measure?
    /// Whether the measure may be of a part only. Then the reading has no total, and so no percent.
    var isDoubtful = false
    /// Whether the command itself says that its work rests (`OSC 9;4` with the state paused or
    /// error).
    var isResting = false
    /// Whether the steps are so large that a measure which stands still says nothing.
    var isCoarse = false
    /// The number of movements seen while no measure shows whether the work goes on.
    var moveCount = 0
    /// The number of times that the amount beside a percent rose. The percent itself may stand
    /// meanwhile.
    var amountCount = 0
  }

  private var current = PhaseState()
  /// The name as the tool printed it, without the number that tells it from the phase before.
  private var ownName: SanitisedText?
  private var given = PhaseState()
  private var stretch = Stretch()
  /// Whether the tool said that the stretch is done. Later measures of it are then late ones: they
  /// begin no new phase unless they fall to less than half.
  private var isEnded = false

  /// Takes in a measure of the leader. Returns true if a stretch begins, which the caller may then
  /// name.
  ///
  /// A lower measure within the stretch is ignored. In doubt no stretch begins: a lower measure may
  /// be another bar's.
  mutating func advance(to measure: Measure, of stretch: Stretch) -> Bool {
    guard let latest = current.measure else {
      let isNew = current.phase == 1 || stretch != self.stretch
      self.stretch = stretch
      current.measure = measure
      return isNew
    }
    if stretch.names(self.stretch), measure.goesOn(from: latest) { self.stretch = stretch }
    if stretch != self.stretch || measure.beginsAnew(after: latest, in: stretch, isEnded: isEnded) {
      if current.isDoubtful { return false }
      begin(stretch)
      current.measure = measure
      return true
    }
    if measure.completed >= latest.completed { current.measure = measure }
    return false
  }

  /// Names the stretch that has just begun; nil takes the name away.
  ///
  /// A phase with the same name as the last given one gets its number behind it (`linking · 3`).
  /// The hub sees a new phase only where the name differs.
  mutating func name(_ name: SanitisedText?) {
    let isAlike = name != nil && name == given.name && current.phase != given.phase
    ownName = name
    current.name = isAlike ? name.map { SanitisedText("\($0) · \(current.phase)") } : name
  }

  private mutating func begin(_ stretch: Stretch) {
    current.phase &+= 1
    (current.name, ownName) = (nil, nil)
    (current.isResting, current.isCoarse) = (false, false)
    self.stretch = stretch
    isEnded = false
  }

  /// Marks the stretch as done, whatever its last measure was.
  mutating func finish() {
    guard let total = current.measure?.total else { return }
    current.measure?.completed = total
    isEnded = true
  }

  /// Records a sign of life: a bar moved, or a new line appeared.
  ///
  /// Ignored where the measure shows by itself that the work goes on.
  mutating func noteMove() {
    if !tellsByItself { current.moveCount &+= 1 }
  }

  /// Records that the amount beside a coarse percent has risen.
  mutating func noteAmount() { current.amountCount &+= 1 }

  /// Whether everything that is measured is done; false where nothing is measured.
  var isDone: Bool { current.measure?.isDone == true }

  /// Sets whether the steps of the measure are so large that each may take long.
  mutating func becomeCoarse(_ isCoarse: Bool) { current.isCoarse = isCoarse }

  /// Sets whether the measure may be of a part only. In doubt a reading has the total 0 (not
  /// known), and so no percent.
  mutating func doubt(_ isDoubtful: Bool) { current.isDoubtful = isDoubtful }

  /// Sets whether the work rests, by the command's own word (true means that it doesn't go on).
  ///
  /// Ignored while nothing is measured: an unmeasured phase has nothing that could rest.
  mutating func rest(_ isResting: Bool) {
    if current.measure != nil { current.isResting = isResting }
  }

  /// Begins a phase of unknown extent. Nothing happens if nothing was measured in this one.
  mutating func becomeIndeterminate() {
    guard current.measure != nil else { return }
    begin(Stretch())
    current.measure = nil
  }

  /// Whether the measure is of a part of the whole. Two cases:
  ///
  /// - The stretch is known to be one of several.
  /// - The stretch has no name, and one that looked like it was measured before.
  ///
  /// A stretch that is rolled up is never a part.
  private var isPart: Bool {
    !stretch.isRolledUp && (stretch.isStage || current.phase > 1 && current.name == nil)
  }

  /// The state of a stretch that is only a part, for the subtitle: `Resolving deltas 42%`; nil if
  /// the stretch is the whole, or in doubt.
  var share: String? {
    guard isPart, !current.isDoubtful, let fraction = current.measure?.fraction else {
      return nil
    }
    return [ownName?.string, "\(wholePercent(fraction))%"].compactMap { $0 }.joined(separator: " ")
  }

  /// The current state as a reading; nil if the state is the one given before.
  ///
  /// A total of 0 means that the total isn't known. A phase without a name is called `phase N`; the
  /// first phase keeps no name, so that a command with one bar shows none.
  mutating func takeReading() -> (reading: ProgressReading, isPart: Bool)? {
    guard current != given else { return nil }
    let isResting = current.isResting == given.isResting ? nil : current.isResting
    let advance = advance
    given = current
    let ours = current.phase == 1 ? nil : SanitisedText(wire: "phase \(current.phase)")
    let reading = ProgressReading(
      completed: current.measure?.completed,
      total: current.isDoubtful ? 0 : current.measure?.total,
      unit: current.measure?.unit.text ?? .empty, phase: current.name ?? ours,
      isResting: isResting, advance: advance)
    return (reading, isPart)
  }

  /// The sign of life that a reading carries, for the stall clock.
  ///
  /// - `.seen`: something moved that the measure doesn't show.
  /// - `.unseen`: a part without a measure. Standing still then says nothing.
  /// - nil: the measure itself shows whether the work goes on.
  private var advance: AdvanceReport? {
    guard current.measure != nil else { return isPart ? .unseen : nil }
    if current.amountCount != given.amountCount { return .seen }
    let hasMoved = current.moveCount != given.moveCount || current.measure != given.measure
    return hasMoved && !tellsByItself ? .seen : nil
  }

  /// Whether the measure alone shows that the work goes on: it is of the whole, has small steps,
  /// and isn't done. Also true where nothing is measured.
  var tellsByItself: Bool {
    guard let measure = current.measure else { return true }
    return !current.isDoubtful && !isPart && !current.isCoarse && !measure.isDone
  }
}

/// The properties that tell one stretch of the work from another.
struct Stretch: Equatable {
  /// The tool that drew the bar; nil for `OSC 9;4`.
  var tool: Tool?
  /// The fingerprint of the name of the stretch; 0 if the name doesn't tell stretches apart.
  var label: UInt64 = 0
  /// Whether the measure is computed: the bars that are drawn are stages of it.
  var isRolledUp = false
  /// Whether small steps back come from the display and not from the work: true for known tools.
  var holds = false
  /// Whether the stretch is one of several whose share of the whole nobody knows.
  var isStage = false
}

extension Stretch {
  /// Returns whether the stretch is `earlier` with a name: the tool named its bar late.
  fileprivate func names(_ earlier: Stretch) -> Bool {
    var named = earlier
    named.label = label
    return earlier.label == 0 && self == named
  }
}

extension Measure {
  /// Returns whether the measure can be the next one of the same bar.
  fileprivate func goesOn(from earlier: Measure) -> Bool {
    unit == earlier.unit && total == earlier.total && completed >= earlier.completed
  }

  /// Returns whether the measure can't be a later one of the stretch of `latest`.
  ///
  /// - Another unit begins anew.
  /// - A rolled-up measure never does otherwise: its next stages belong to it.
  /// - After 100 % an unfinished measure that isn't lower begins anew if its total is another.
  /// - A fall of a generic bar begins anew (``Belief`` has asked for proof before).
  /// - A fall of a known tool begins anew if the value falls to less than half. A fall from 100 %
  ///   does so, too, unless the tool has said that the stretch is done.
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
  /// The unit for the card. Empty for a count, since an empty unit takes back the `%` of the phase
  /// before.
  fileprivate var text: SanitisedText {
    switch self {
    case .percent: TaskProgress.percentUnit
    case .count: .empty
    case .bytes: "B"
    }
  }
}
