package import HeadwayModel

/// What the record knows of earlier runs of the same: the last ten that were completed.
package struct TaskHistory: Hashable, Sendable {
  package var runs: [Run]

  /// One completed run.
  package struct Run: Hashable, Sendable {
    package var elapsed: Duration
    package var allowance: StallAllowance

    package init(elapsed: Duration, allowance: StallAllowance = StallAllowance()) {
      self.elapsed = elapsed
      self.allowance = allowance
    }
  }

  package static let runLimit = 10

  package init(runs: [Run] = []) { self.runs = Array(runs.prefix(Self.runLimit)) }

  /// The median of how long they took; nil where there are none.
  package var usualDuration: Duration? {
    let sorted = runs.map(\.elapsed).sorted()
    guard let upper = sorted.dropFirst(sorted.count / 2).first else { return nil }
    let lower = sorted[(sorted.count - 1) / 2]
    return (lower + upper) / 2
  }

  /// The most patience that any of them asked for.
  package var allowance: StallAllowance {
    runs.reduce(StallAllowance()) { $0.union($1.allowance) }
  }
}

/// What makes two runs the same.
package enum HistoryKey: Hashable, Sendable {
  case identifier(SanitisedText)
  /// The same words in the same folder: `make` elsewhere is something else.
  case command([SanitisedText], directory: SanitisedText?)
}

extension TaskDescription {
  /// Nil for a task that nothing can be compared with.
  package var historyKey: HistoryKey? {
    if let identifier, !identifier.isEmpty { return .identifier(identifier) }
    return command.flatMap { $0.isEmpty ? nil : .command($0, directory: directory) }
  }
}
