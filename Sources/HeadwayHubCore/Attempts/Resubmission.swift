package import HeadwayModel

extension TaskRecord {
  /// Returns a submission of a new task with the properties and terms that a person gave this one.
  ///
  /// The new task waits for no other task and no time that has passed. A run of a series that goes
  /// on without it runs once. Nil for a task that the hub
  /// didn't launch, and for one that hasn't ended.
  package func resubmission(as key: TaskKey, isHeld: Bool) -> HeadwayModel.Submission? {
    guard ending != nil, var terms = submission.terms, terms.launcher == .hub,
      !terms.isAdopted
    else { return nil }
    var description = description
    description.key = key
    description.launch = 1
    description.startedAt = nil
    description.parent = nil
    (terms.dependencies, terms.earliest) = ([], nil)
    (terms.startsNow, terms.isWoken, terms.restartsAtEnd) = (false, false, false)
    if !terms.isNextRun { terms.series = nil }
    terms.strategy = isHeld ? .hold : .queue
    return HeadwayModel.Submission(description, terms)
  }
}
