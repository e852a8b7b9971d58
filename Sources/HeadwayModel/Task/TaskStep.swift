/// The progress of a task: everything that changes while it only goes on.
///
/// The type is an immutable class, because a step is passed on unchanged from the wire to the
/// screen.
public final class TaskStep: Sendable {
  /// The key of the task.
  public let key: TaskKey
  /// The subtitle of the task.
  public let subtitle: SanitisedText?
  /// The progress of the task.
  public let progress: TaskProgressView
  /// The elapsed time as in a snapshot, at the time of this step.
  public let elapsed: Duration?

  /// Makes a step of its values.
  public init(
    key: TaskKey, subtitle: SanitisedText?, progress: TaskProgressView, elapsed: Duration?
  ) {
    (self.key, self.subtitle, self.progress, self.elapsed) = (key, subtitle, progress, elapsed)
  }
}

extension TaskStep: Hashable {
  /// Returns whether both steps say the same.
  public static func == (left: TaskStep, right: TaskStep) -> Bool {
    left === right
      || left.key == right.key && left.progress == right.progress
        && left.subtitle == right.subtitle && left.elapsed == right.elapsed
  }

  /// Adds the values of the step to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(subtitle)
    hasher.combine(progress)
    hasher.combine(elapsed)
  }
}

extension TaskSnapshot {
  /// The part of this task that is a step.
  public var step: TaskStep {
    TaskStep(key: key, subtitle: subtitle, progress: progress, elapsed: elapsed)
  }

  /// Returns the step from `earlier` to this snapshot. Nil if more than the progress has changed,
  /// and for an ended task.
  public func step(from earlier: TaskSnapshot) -> TaskStep? {
    guard key == earlier.key, state != .ended else { return nil }
    let step = step
    return earlier.taking(step) == self ? step : nil
  }

  /// Returns this task after `step`, which has to be one of its own.
  public func taking(_ step: TaskStep) -> TaskSnapshot {
    var next = self
    (next.subtitle, next.progress, next.elapsed) = (step.subtitle, step.progress, step.elapsed)
    return next
  }
}
