/// The series that a task is a run of: a command that runs again and again, each time as a task of
/// its own.
public struct RunSeries: Hashable, Sendable {
  /// The times of the runs.
  public var recurrence: Recurrence
  /// The rule for a time that comes while the run before still runs.
  public var overlap = RunOverlap.skip
  /// Whether one run makes up for the times that passed while no hub ran.
  public var catchesUp = false
  /// The time up to which all times of the series have had their run, or were skipped. Nil for a
  /// series that the hub hasn't accepted yet.
  public var doneThrough: WallTime?
  /// The run before this one; nil for the first run.
  public var runBefore: TaskKey?
  /// Whether another task is the next run of the series, or there is none. True once this run has
  /// had its turn.
  public var hasGoneOn = false

  /// Makes a series that nobody has accepted yet.
  public init(
    _ recurrence: Recurrence, overlap: RunOverlap = .skip, catchesUp: Bool = false
  ) {
    (self.recurrence, self.overlap, self.catchesUp) = (recurrence, overlap, catchesUp)
  }

  /// The delay beyond which a time counts as missed.
  public static let patience: Duration = .seconds(60)
}

/// The rule for a run whose time comes while the run before still runs.
public enum RunOverlap: String, Hashable, Sendable, CaseIterable {
  /// The run moves to the next time of the series.
  case skip
  /// The run starts once the run before has ended.
  case queue
}

extension LaunchTerms {
  /// Whether the task is the next run of a series: its turn makes the run after it.
  public var isNextRun: Bool { series.map { !$0.hasGoneOn } ?? false }

  /// The run that has to end before this next run of a series begins; nil for any other task.
  public var runBefore: TaskKey? { isNextRun ? series?.runBefore : nil }
}
