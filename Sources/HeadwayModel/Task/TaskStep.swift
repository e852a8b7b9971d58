/// The progress of a task: everything that changes while it only goes on.
///
/// The type is an immutable class, because a step is passed on unchanged from the wire to the
/// screen.
package final class TaskStep: Sendable {
  package let key: TaskKey
  package let subtitle: SanitisedText?
  package let progress: TaskProgressView
  /// The elapsed time as in a snapshot, at the time of this step.
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
  /// The part of this task that is a step.
  package var step: TaskStep {
    TaskStep(key: key, subtitle: subtitle, progress: progress, elapsed: elapsed)
  }

  /// Returns the step from `earlier` to this snapshot. Nil if more than the progress has changed,
  /// and for an ended task.
  package func step(from earlier: TaskSnapshot) -> TaskStep? {
    guard key == earlier.key, state != .ended else { return nil }
    let step = step
    return earlier.taking(step) == self ? step : nil
  }

  /// Returns this task after `step`, which has to be one of its own.
  package func taking(_ step: TaskStep) -> TaskSnapshot {
    var next = self
    (next.subtitle, next.progress, next.elapsed) = (step.subtitle, step.progress, step.elapsed)
    return next
  }
}
