import HeadwayCore

/// Where the work stands, as readings: whatever would be a step back is the next phase instead.
struct PhaseTracker {
  private struct Standing: Equatable {
    /// Counts from 1.
    var phase = 1
    /// Nil while the extent of the phase is unknown.
    var measure: Measure?
  }

  private var standing = Standing()
  private var given = Standing()

  mutating func advance(to measure: Measure) {
    if let latest = standing.measure, !measure.isAhead(of: latest) { standing.phase &+= 1 }
    standing.measure = measure
  }

  /// Work of unknown extent follows: the next phase, unless nothing was measured in this one.
  mutating func becomeIndeterminate() {
    guard standing.measure != nil else { return }
    standing.phase &+= 1
    standing.measure = nil
  }

  /// The standing if it isn't the one given before. The first phase has no name.
  mutating func takeReading() -> ProgressReading? {
    guard standing != given else { return nil }
    given = standing
    let phase = standing.phase == 1 ? nil : SanitisedText("phase \(standing.phase)")
    return ProgressReading(
      completed: standing.measure?.completed, total: standing.measure?.total,
      unit: standing.measure?.unit.text ?? .empty, phase: phase)
  }
}

extension Measure {
  fileprivate func isAhead(of earlier: Measure) -> Bool {
    unit == earlier.unit && completed >= earlier.completed && total >= earlier.total
  }
}

extension Measure.Unit {
  /// Empty for a bare count, which takes back the percent sign of an earlier phase.
  fileprivate var text: SanitisedText {
    switch self {
    case .percent: TaskProgress.percentUnit
    case .count: .empty
    }
  }
}
