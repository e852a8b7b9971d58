/// The progress of a task. Measured units and estimated ones (heartbeat) never mix.
package struct TaskProgress: Hashable, Sendable {
  /// Measured units done in this phase; nil while nothing was ever measured.
  package private(set) var completed: Int64?
  /// Units of this phase in all; nil while unknown.
  package private(set) var total: Int64?
  package private(set) var unit: SanitisedText?
  /// Heartbeat units beyond `completed`: a sign of life, never shown as measured.
  package private(set) var estimated: Int64 = 0
  package private(set) var phase: SanitisedText?
  /// The worker's last word in this phase on whether the work goes on, for work whose units don't
  /// tell.
  private var advance: AdvanceReport?
  /// Whether the total has risen within this phase.
  package private(set) var isGrowing = false
  /// The highest fraction of this phase so far. ``fraction`` never falls below it.
  package private(set) var highestFraction: Double = 0

  /// The unit of a bare percentage: `completed` of `percentTotal` hundredths of a percent.
  package static let percentUnit: SanitisedText = "%"
  package static let percentTotal: Int64 = 10_000

  package init() {}

  /// Restores the progress that an earlier hub knew: the latest reading, and the values that can't
  /// be derived from it.
  package init(_ reading: ProgressReading, highestFraction: Double, isGrowing: Bool) {
    _ = apply(reading)
    self.highestFraction = min(1, max(self.highestFraction, highestFraction))
    self.isGrowing = isGrowing
  }

  /// Measured completed over total, 0 to 1; within a phase it never falls, even where the total
  /// grows. Nil while either is unknown.
  package var fraction: Double? { quotient.map { max($0, highestFraction) } }

  /// Measured and estimated units over total, at most 1; nil like `fraction`.
  package var estimatedFraction: Double? {
    guard estimated > 0, let completed, let total, total > 0, let fraction else { return fraction }
    return max(fraction, min(1, (Double(completed) + Double(estimated)) / Double(total)))
  }

  /// Something is measured: that it doesn't go on can be told.
  package var tellsAdvance: Bool { advance.map { $0 == .seen } ?? (completed != nil) }

  /// All units of this phase are.
  package var isDone: Bool { completed != nil && completed == total }

  private var quotient: Double? {
    guard let completed, let total, total > 0 else { return nil }
    return min(1, Double(completed) / Double(total))
  }

  /// Takes `reading` in: whether measured units advanced, and whether anything changed.
  ///
  /// Negative numbers read as 0, a total of 0 as unknown, completed over total as total. Within a
  /// phase a lower `completed` is ignored; another phase starts afresh.
  package mutating func apply(_ reading: ProgressReading) -> ProgressChange {
    var change = ProgressChange()
    if let phase = reading.phase, phase != self.phase {
      begin(phase)
      change = ProgressChange(advanced: true, changed: true, isNewPhase: true)
    }
    if let unit = reading.unit, setUnit(unit) { change.changed = true }
    if let total = reading.total, setTotal(total) { change.changed = true }
    if let completed = reading.completed, setCompleted(completed) {
      change.advanced = true
      change.changed = true
    }
    if let estimated = reading.estimated, setEstimated(estimated) { change.changed = true }
    if let advance = reading.advance {
      self.advance = advance
      change.advanced = change.advanced || advance == .seen
    }
    highestFraction = max(highestFraction, quotient ?? 0)
    return change
  }

  private mutating func begin(_ phase: SanitisedText) {
    let unit = self.unit
    let isFirst = self.phase == nil && completed == nil
    if !isFirst { self = TaskProgress() }
    self.unit = unit
    self.phase = phase
  }

  private mutating func setUnit(_ new: SanitisedText) -> Bool {
    guard new != unit ?? .empty else { return false }
    unit = new.isEmpty ? nil : new
    return true
  }

  private mutating func setTotal(_ raw: Int64) -> Bool {
    let new = raw > 0 ? raw : nil
    guard new != total else { return false }
    if let old = total, let new, new > old { isGrowing = true }
    total = new
    if let new, let completed, completed > new { self.completed = new }
    return true
  }

  private mutating func setCompleted(_ raw: Int64) -> Bool {
    var new = max(0, raw)
    if let total { new = min(new, total) }
    guard new > completed ?? -1 else { return false }
    if new > completed ?? 0 { estimated = 0 }
    completed = new
    return true
  }

  private mutating func setEstimated(_ raw: Int64) -> Bool {
    let new = max(0, raw)
    defer { estimated = new }
    return new != estimated
  }
}

/// A report of progress. Nil values leave the progress as it was.
package struct ProgressReading: Hashable, Sendable {
  package var completed: Int64?
  package var total: Int64?
  package var unit: SanitisedText?
  package var estimated: Int64?
  package var phase: SanitisedText?
  /// Whether the work rests for now, by its own word. The time of its end is then unknown.
  package var isResting: Bool?
  package var advance: AdvanceReport?

  package init(
    completed: Int64? = nil, total: Int64? = nil, unit: SanitisedText? = nil,
    estimated: Int64? = nil, phase: SanitisedText? = nil, isResting: Bool? = nil,
    advance: AdvanceReport? = nil
  ) {
    self.completed = completed
    self.total = total
    self.unit = unit
    self.estimated = estimated
    self.phase = phase
    self.isResting = isResting
    self.advance = advance
  }

  /// A bare percentage, clamped to 0…100; nil for NaN.
  package static func percent(_ percent: Double) -> ProgressReading? {
    guard !percent.isNaN else { return nil }
    let hundredths = Int64((min(max(percent, 0), 100) * 100).rounded())
    return ProgressReading(
      completed: hundredths, total: TaskProgress.percentTotal, unit: TaskProgress.percentUnit)
  }

  /// Returns this reading with the values of `newer` over it, as when a message supersedes the
  /// last.
  package func superseded(by newer: ProgressReading) -> ProgressReading {
    if let phase = newer.phase, phase != self.phase { return newer }
    return ProgressReading(
      completed: newer.completed ?? completed, total: newer.total ?? total,
      unit: newer.unit ?? unit, estimated: newer.estimated ?? estimated,
      phase: newer.phase ?? phase, isResting: newer.isResting ?? isResting,
      advance: newer.advance ?? advance)
  }
}

/// Whether the work goes on, where the units of the whole don't tell: of several bars, say, or once
/// all that is measured is done.
package enum AdvanceReport: String, Hashable, Sendable, Codable {
  /// Something that is measured went on.
  case seen
  /// The work can't be observed. Units that stand still say nothing.
  case unseen
}

/// The effect of a reading on a task's progress.
package struct ProgressChange: Hashable, Sendable {
  /// Measured units or the phase moved on.
  package var advanced = false
  package var changed = false
  package var isNewPhase = false
}
