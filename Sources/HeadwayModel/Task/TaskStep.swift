/// How far a task is: what changes of it while it does nothing but go on. Never changes itself: a class,
/// because it is handed on as it came, from the wire to the screen.
package final class TaskStep: Sendable {
  package let key: TaskKey
  package let subtitle: SanitisedText?
  package let progress: TaskProgressView
  /// As in a snapshot, at the time of this step.
  package let elapsed: Duration?

  package init(
    key: TaskKey, subtitle: SanitisedText?, progress: TaskProgressView, elapsed: Duration?
  ) {
    (self.key, self.subtitle, self.progress, self.elapsed) = (key, subtitle, progress, elapsed)
  }
}

extension TaskStep: Hashable {
  package static func == (left: TaskStep, right: TaskStep) -> Bool {
    left === right
      || left.key == right.key && left.progress == right.progress
        && left.subtitle == right.subtitle && left.elapsed == right.elapsed
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(subtitle)
    hasher.combine(progress)
    hasher.combine(elapsed)
  }
}

extension TaskSnapshot {
  /// What of this task is a step.
  package var step: TaskStep {
    TaskStep(key: key, subtitle: subtitle, progress: progress, elapsed: elapsed)
  }

  /// What leads here from `earlier`; nil where more has changed than how far the task is, and for one
  /// that is over.
  package func step(from earlier: TaskSnapshot) -> TaskStep? {
    guard key == earlier.key, state != .ended else { return nil }
    let step = step
    return earlier.taking(step) == self ? step : nil
  }

  /// This task once it has taken `step`, which is one of its own.
  package func taking(_ step: TaskStep) -> TaskSnapshot {
    var next = self
    (next.subtitle, next.progress, next.elapsed) = (step.subtitle, step.progress, step.elapsed)
    return next
  }
}
