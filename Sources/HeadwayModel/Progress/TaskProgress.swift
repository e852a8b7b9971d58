/// The progress of a task. Measured units and estimated ones (heartbeat) never mix.
public struct TaskProgress: Hashable, Sendable {
  /// Measured units done in this phase; nil while nothing was ever measured.
  public private(set) var completed: Int64?
  /// Units of this phase in all; nil while unknown.
  public private(set) var total: Int64?
  /// The unit of the counts, such as `files`; nil for plain counts.
  public private(set) var unit: SanitisedText?
  /// Heartbeat units beyond `completed`: a sign of life, never shown as measured.
  public private(set) var estimated: Int64 = 0
  /// The name of the current phase; nil if the work has none.
  public private(set) var phase: SanitisedText?
  /// The worker's last word in this phase on whether the work goes on, for work whose units don't
  /// tell.
  private var advance: AdvanceReport?
  /// Whether the total has risen within this phase.
  public private(set) var isGrowing = false
  /// The highest fraction of this phase since the total last rose. ``fraction`` never falls below it.
  public private(set) var highestFraction: Double = 0

  /// The unit of a bare percentage: `completed` of `percentTotal` hundredths of a percent.
  public static let percentUnit: SanitisedText = "%"
  /// The total of counts in percent: hundredths of a percent.
  public static let percentTotal: Int64 = 10_000

  /// Makes the progress of a task that hasn't reported.
  public init() {}

  /// Restores the progress that an earlier hub knew: the latest reading, and the values that can't
  /// be derived from it.
  public init(_ reading: ProgressReading, highestFraction: Double, isGrowing: Bool) {
    _ = apply(reading)
    self.highestFraction = min(1, max(self.highestFraction, highestFraction))
    self.isGrowing = isGrowing
  }

  /// Measured completed over total, 0 to 1. Within a phase the fraction falls only where the total
  /// rises, where what is done is a smaller part, and where units follow a percent or a percent
  /// follows units. Nil while either is unknown.
  public var fraction: Double? { quotient.map { max($0, highestFraction) } }

  /// Measured and estimated units over total, at most 1; nil like `fraction`.
  public var estimatedFraction: Double? {
    guard estimated > 0, let completed, let total, total > 0, let fraction else { return fraction }
    return max(fraction, min(1, (Double(completed) + Double(estimated)) / Double(total)))
  }

  /// Something is measured: that it doesn't go on can be told.
  public var tellsAdvance: Bool { advance.map { $0 == .seen } ?? (completed != nil) }

  /// All units of this phase are.
  public var isDone: Bool { completed != nil && completed == total }

  private var quotient: Double? {
    guard let completed, let total, total > 0 else { return nil }
    return min(1, Double(completed) / Double(total))
  }

  /// Takes `reading` in: whether measured units advanced, and whether anything changed.
  ///
  /// Negative numbers read as 0, a total of 0 as unknown, completed over total as total. Within a
  /// phase a lower `completed` is ignored; another phase starts afresh.
  public mutating func apply(_ reading: ProgressReading) -> ProgressChange {
    var change = ProgressChange()
    if let phase = reading.phase, phase != self.phase {
      begin(phase)
      change = ProgressChange(advanced: true, changed: true, isNewPhase: true)
    }
    if completed != nil, reading.isPercent(after: unit) != (unit == Self.percentUnit) {
      beginMeasure()
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

  /// Forgets the counts, because those to come are of another kind: units after a percent, or a percent
  /// after units.
  private mutating func beginMeasure() {
    (completed, total, estimated, unit) = (nil, nil, 0, nil)
    (isGrowing, highestFraction) = (false, 0)
  }

  private mutating func setUnit(_ new: SanitisedText) -> Bool {
    guard new != unit ?? .empty else { return false }
    unit = new.isEmpty ? nil : new
    return true
  }

  private mutating func setTotal(_ raw: Int64) -> Bool {
    let new = raw > 0 ? raw : nil
    guard new != total else { return false }
    if let old = total, let new, new > old { (isGrowing, highestFraction) = (true, 0) }
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
public struct ProgressReading: Hashable, Sendable {
  /// The completed units.
  public var completed: Int64?
  /// The total of units.
  public var total: Int64?
  /// The unit of the counts.
  public var unit: SanitisedText?
  /// The estimated units of a heartbeat.
  public var estimated: Int64?
  /// The name of the phase.
  public var phase: SanitisedText?
  /// Whether the work rests for now, by its own word. The time of its end is then unknown.
  public var isResting: Bool?
  /// The worker's word on whether the work goes on.
  public var advance: AdvanceReport?

  /// Makes a reading of its values.
  public init(
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
  public static func percent(_ percent: Double) -> ProgressReading? {
    guard !percent.isNaN else { return nil }
    let hundredths = Int64((min(max(percent, 0), 100) * 100).rounded())
    return ProgressReading(
      completed: hundredths, total: TaskProgress.percentTotal, unit: TaskProgress.percentUnit)
  }

  /// Whether the progress is a bare percentage after this reading, where `unit` was the unit before. A
  /// total that no percentage has ends one.
  func isPercent(after unit: SanitisedText?) -> Bool {
    if let new = self.unit { return new == TaskProgress.percentUnit }
    let isOther = total.map { $0 > 0 && $0 != TaskProgress.percentTotal } ?? false
    return unit == TaskProgress.percentUnit && !isOther
  }

  /// Returns this reading with the values of `newer` over it, as when a message supersedes the
  /// last.
  public func superseded(by newer: ProgressReading) -> ProgressReading {
    if let phase = newer.phase, phase != self.phase { return newer }
    var older = self
    if completed != nil, newer.isPercent(after: unit) != (unit == TaskProgress.percentUnit) {
      (older.completed, older.total, older.estimated, older.unit) = (nil, nil, nil, .empty)
    }
    return ProgressReading(
      completed: newer.completed ?? older.completed, total: newer.total ?? older.total,
      unit: newer.unit ?? older.unit, estimated: newer.estimated ?? older.estimated,
      phase: newer.phase ?? older.phase, isResting: newer.isResting ?? older.isResting,
      advance: newer.advance ?? older.advance)
  }
}

/// Whether the work goes on, where the units of the whole don't tell: of several bars, say, or once
/// all that is measured is done.
public enum AdvanceReport: String, Hashable, Sendable {
  /// Something that is measured went on.
  case seen
  /// The work can't be observed. Units that stand still say nothing.
  case unseen
}

/// The effect of a reading on a task's progress.
public struct ProgressChange: Hashable, Sendable {
  /// Measured units or the phase moved on.
  public var advanced = false
  /// Whether anything that is shown changed.
  public var changed = false
  /// Whether another phase began, or another measure within a phase: units after a percent, or a
  /// percent after units.
  public var isNewPhase = false
}
