import HeadwayCore

/// What a task or a stage had counted at one time, its stages with it.
struct Tally: Hashable, Sendable {
  var completed: Int64
  var total: Int64?
  var estimated: Int64 = 0
  var stages: [StageShare] = []

  /// What goes to the hub: units as they are where there are no stages, else the share that is done.
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

  /// The stages that are being done, from the outermost on: `convert · page 3`.
  var path: [String] {
    guard let current = stages.last(where: { !$0.isFinished }) else { return [] }
    return [current.name] + current.tally.path
  }

  /// Measured, 0 to 1; nil while the total is unknown.
  var measured: Double? {
    stages.isEmpty ? share(of: Double(completed)) : fraction(of: \.measured)
  }

  /// With what is guessed, 0 to 1.
  var withEstimated: Double? {
    stages.isEmpty
      ? share(of: Double(completed) + Double(estimated)) : fraction(of: \.withEstimated)
  }

  /// Own units and those of the stages, over the total: where none was given, over all weights.
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

/// A stage within a tally.
struct StageShare: Hashable, Sendable {
  var name: String
  var weight: Int64
  var isFinished: Bool
  var tally: Tally

  /// 0 to 1; nothing while its total is unknown.
  var measured: Double { isFinished ? 1 : tally.measured ?? 0 }
  var withEstimated: Double { isFinished ? 1 : tally.withEstimated ?? 0 }
}
