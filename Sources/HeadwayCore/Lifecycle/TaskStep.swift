/// How far a task is: what changes of it while it does nothing but go on.
package struct TaskStep: Hashable, Sendable {
  package var key: TaskKey
  package var subtitle: SanitisedText?
  package var progress: TaskProgressView
  /// As in a snapshot, at the time of this step.
  package var elapsed: Duration?

  package init(
    key: TaskKey, subtitle: SanitisedText?, progress: TaskProgressView, elapsed: Duration?
  ) {
    (self.key, self.subtitle, self.progress, self.elapsed) = (key, subtitle, progress, elapsed)
  }
}

extension TaskSnapshot {
  /// What leads here from `earlier`; nil where more has changed than how far the task is, and for one
  /// that is over.
  package func step(from earlier: TaskSnapshot) -> TaskStep? {
    guard key == earlier.key, state != .ended else { return nil }
    let step = TaskStep(key: key, subtitle: subtitle, progress: progress, elapsed: elapsed)
    return earlier.taking(step) == self ? step : nil
  }

  /// This task once it has taken `step`, which is one of its own.
  package func taking(_ step: TaskStep) -> TaskSnapshot {
    var next = self
    (next.subtitle, next.progress, next.elapsed) = (step.subtitle, step.progress, step.elapsed)
    return next
  }
}
