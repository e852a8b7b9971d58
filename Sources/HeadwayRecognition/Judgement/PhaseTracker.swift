import HeadwayCore

/// Turns measures into readings: whatever would be a step back is the next phase instead.
struct PhaseTracker {
  private var number = 1
  private var latest: Measure?

  mutating func reading(of measure: Measure) -> ProgressReading {
    if let latest, !measure.isAhead(of: latest) { number &+= 1 }
    latest = measure
    return measure.reading(phase: phase)
  }

  /// Work of unknown extent; nil while none was ever measured, since nothing is new then.
  mutating func indeterminateReading() -> ProgressReading? {
    guard latest != nil else { return nil }
    latest = nil
    number &+= 1
    return ProgressReading(unit: .empty, phase: phase)
  }

  /// The first phase has no name.
  private var phase: SanitisedText? {
    number == 1 ? nil : SanitisedText("phase \(number)")
  }
}

extension Measure {
  fileprivate func isAhead(of earlier: Measure) -> Bool {
    unit == earlier.unit && completed >= earlier.completed && total >= earlier.total
  }

  /// An empty unit takes back the percent sign of an earlier phase.
  fileprivate func reading(phase: SanitisedText?) -> ProgressReading {
    let unit: SanitisedText =
      switch self.unit {
      case .percent: TaskProgress.percentUnit
      case .count: .empty
      }
    return ProgressReading(completed: completed, total: total, unit: unit, phase: phase)
  }
}
