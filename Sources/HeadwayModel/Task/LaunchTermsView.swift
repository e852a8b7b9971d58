/// The terms part of a snapshot: what a task that was submitted waits for, and what it was asked
/// for.
package struct LaunchTermsView: Hashable, Sendable {
  /// All that keeps it from its turn, or suspended: what tells most first.
  package var waitsFor: [SanitisedText] = []
  /// The tasks whose success it needs, as far as they are listed.
  package var after: [TaskNumber] = []
  /// The tasks whose end it needs, likewise.
  package var afterAny: [TaskNumber] = []
  package var earliest: WallTime?
  /// The conditions as `--when` takes them. They are texts, because a newer hub may have conditions
  /// that this version doesn't know.
  package var conditions: [SanitisedText] = []
  package var whileConditions: [SanitisedText] = []
  /// The number of further attempts after a failed one.
  package var retries = 0
  /// The time of the next attempt, after a failed one.
  package var retriesAt: WallTime?
  package var refresh: Duration?

  package init() {}

  /// Without what depends on other tasks and on the machine.
  package init(_ terms: LaunchTerms?, retriesAt: WallTime?) {
    guard let terms else { return }
    earliest = terms.earliest?.time
    conditions = terms.conditions.map { SanitisedText($0.text) }
    whileConditions = terms.whileConditions.map { SanitisedText($0.text) }
    retries = terms.retries
    self.retriesAt = retriesAt
    refresh = terms.refresh
  }
}
