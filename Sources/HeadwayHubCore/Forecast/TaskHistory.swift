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

    package init(
      elapsed: Duration, allowance: StallAllowance = StallAllowance(), showedPercent: Bool = false
    ) {
      self.elapsed = elapsed
      self.allowance = allowance
      self.showedPercent = showedPercent
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

  /// Whether any of the runs showed a percent.
  package var showedPercent: Bool { runs.contains(where: \.showedPercent) }

  /// The longest gap lengths that were normal in any of the runs.
  package var allowance: StallAllowance {
    runs.reduce(StallAllowance()) { $0.union($1.allowance) }
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
