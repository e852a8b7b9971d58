/// The terms part of a snapshot: what a task that was submitted waits for, and what it was asked
/// for.
public struct LaunchTermsView: Hashable, Sendable {
  /// All that keeps it from its turn, or suspended: what tells most first.
  public var waitsFor: [SanitisedText] = []
  /// The tasks whose success it needs, as far as they are listed.
  public var after: [TaskNumber] = []
  /// The tasks whose end it needs, likewise.
  public var afterAny: [TaskNumber] = []
  /// The earliest start.
  public var earliest: WallTime?
  /// The conditions as `--when` takes them. They are texts, because a newer hub may have conditions
  /// that this version doesn't know.
  public var conditions: [SanitisedText] = []
  /// The conditions that must hold while the task runs.
  public var whileConditions: [SanitisedText] = []
  /// The number of further attempts after a failed one.
  public var retries = 0
  /// The time of the next attempt, after a failed one.
  public var retriesAt: WallTime?
  /// The shortest time between two begins of a repeated task.
  public var refresh: Duration?

  /// Makes the view of a task without terms.
  public init() {}

  /// Without what depends on other tasks and on the machine.
  public init(_ terms: LaunchTerms?, retriesAt: WallTime?) {
    guard let terms else { return }
    earliest = terms.earliest?.time
    conditions = terms.conditions.map { SanitisedText($0.text) }
    whileConditions = terms.whileConditions.map { SanitisedText($0.text) }
    retries = terms.retries
    self.retriesAt = retriesAt
    refresh = terms.refresh
  }
}
