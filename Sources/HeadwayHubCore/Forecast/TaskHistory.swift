package import HeadwayModel

/// The earlier runs of a task in the record: the last ten that were completed.
package struct TaskHistory: Hashable, Sendable {
  package var runs: [Run]

  /// A completed run.
  package struct Run: Hashable, Sendable {
    package var elapsed: Duration
    package var allowance: StallAllowance
    /// Whether the run showed a percent in any of its phases.
    package var showedPercent: Bool
    /// The pace of the units; nil if the run had none, or had several phases.
    package var pace: RunPace?

    package init(
      elapsed: Duration, allowance: StallAllowance = StallAllowance(),
      showedPercent: Bool = false, pace: RunPace? = nil
    ) {
      self.elapsed = elapsed
      self.allowance = allowance
      self.showedPercent = showedPercent
      self.pace = pace
    }
  }

  package static let runLimit = 10

  package init(runs: [Run] = []) { self.runs = Array(runs.prefix(Self.runLimit)) }

  /// The median duration of the runs; nil without runs.
  package var usualDuration: Duration? {
    let sorted = runs.map(\.elapsed).sorted()
    guard let upper = sorted.dropFirst(sorted.count / 2).first else { return nil }
    let lower = sorted[(sorted.count - 1) / 2]
    return (lower + upper) / 2
  }

  /// The number of paces that a forecast compares with.
  private static let paceLimit = 3

  /// Whether the pace of any run can be compared with a run of `total` units. A run with far fewer
  /// units, such as a build of two files, has another shape. The total of a bare percent is always
  /// the same, so it tells nothing of that.
  func hasPace(for total: Double) -> Bool { runs.contains { $0.pace(for: total) != nil } }

  /// Returns the seconds that a run of `total` units takes from `units` to `goal`, as the mean of what
  /// the latest paces say. Nil if no pace can say that.
  ///
  /// - Parameters:
  ///   - taken: the seconds that the run has taken from `start` to `units`.
  func rest(
    from units: Double, to goal: Double, of total: Double, after taken: Double, since start: Double
  ) -> Double? {
    var (sum, count) = (0.0, 0)
    for run in runs where count < Self.paceLimit {
      if let pace = run.pace(for: total),
        let rest = pace.rest(
          from: units / total, to: goal / total, after: taken, since: start / total)
      {
        sum += rest
        count += 1
      }
    }
    return count > 0 ? sum / Double(count) : nil
  }

  /// Whether any of the runs showed a percent.
  package var showedPercent: Bool { runs.contains(where: \.showedPercent) }

  /// The longest gap lengths that were normal in any of the runs.
  package var allowance: StallAllowance {
    runs.reduce(StallAllowance()) { $0.union($1.allowance) }
  }
}

extension TaskHistory.Run {
  /// The largest share by which the totals of two runs with the same shape differ.
  private static let totalTolerance = 0.1

  /// Returns the pace, if the run had about `total` units.
  fileprivate func pace(for total: Double) -> RunPace? {
    pace.flatMap {
      abs(Double($0.total) - total) <= total * Self.totalTolerance ? $0 : nil
    }
  }
}

/// The identity by which two runs count as runs of the same task.
package enum HistoryKey: Hashable, Sendable {
  case identifier(SanitisedText)
  /// The command words and the directory: `make` in another directory is another task.
  case command([SanitisedText], directory: SanitisedText?)
}

extension TaskDescription {
  /// The identity for comparisons with earlier runs; nil for a task that can't be compared.
  package var historyKey: HistoryKey? {
    if let identifier, !identifier.isEmpty { return .identifier(identifier) }
    return command.flatMap { $0.isEmpty ? nil : .command($0, directory: directory) }
  }
}
