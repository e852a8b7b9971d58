import HeadwayModel

/// A snapshot of the units of a task or a stage, including its stages.
struct Tally: Hashable, Sendable {
  var completed: Int64
  var total: Int64?
  var estimated: Int64 = 0
  var stages: [StageShare] = []

  /// The reading to send to the hub.
  ///
  /// Without stages the reading consists of the units themselves. With stages the reading is the
  /// share done, in hundredths of a percent, because the stages' units can't be added up.
  var reading: ProgressReading {
    guard !stages.isEmpty else {
      return ProgressReading(completed: completed, total: total, estimated: estimated)
    }
    guard let measured = fraction(of: \.measured) else { return ProgressReading() }
    let all = Double(TaskProgress.percentTotal)
    let units = Int64(measured * all)
    let guessed = Int64((fraction(of: \.withEstimated) ?? measured) * all)
    return ProgressReading(
      completed: units, total: TaskProgress.percentTotal, unit: TaskProgress.percentUnit,
      estimated: max(0, guessed - units))
  }

  /// The names of the unfinished stages, from the outermost to the innermost: `convert`, `page 3`.
  var path: [String] {
    guard let current = stages.last(where: { !$0.isFinished }) else { return [] }
    return [current.name] + current.tally.path
  }

  /// The measured share done, from 0 to 1; nil while the total is unknown.
  var measured: Double? {
    stages.isEmpty ? share(of: Double(completed)) : fraction(of: \.measured)
  }

  /// The share done including estimated units, from 0 to 1; nil while the total is unknown.
  var withEstimated: Double? {
    stages.isEmpty
      ? share(of: Double(completed) + Double(estimated)) : fraction(of: \.withEstimated)
  }

  /// The share done of own units and weighted stages, from 0 to 1.
  ///
  /// The share is (own units + Σ weight × share of each stage) / total. If no total was given, the
  /// own units plus the sum of the weights take its place.
  private func fraction(of part: (StageShare) -> Double) -> Double? {
    let done = stages.reduce(Double(completed)) { $0 + Double($1.weight) * part($1) }
    let weights = stages.reduce(Double(completed)) { $0 + Double($1.weight) }
    let all = max(total.map(Double.init) ?? weights, 1)
    return min(1, done / all)
  }

  private func share(of units: Double) -> Double? {
    guard let total, total > 0 else { return nil }
    return min(1, units / Double(total))
  }
}

/// A snapshot of a stage within its parent's tally.
struct StageShare: Hashable, Sendable {
  var name: String
  var weight: Int64
  var isFinished: Bool
  var tally: Tally

  /// The measured share done, from 0 to 1; 0 while the stage's total is unknown.
  var measured: Double { isFinished ? 1 : tally.measured ?? 0 }
  /// The share done including estimated units, from 0 to 1.
  var withEstimated: Double { isFinished ? 1 : tally.withEstimated ?? 0 }
}
