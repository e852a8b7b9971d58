/// The pauses between two looks at Slurm's queue.
///
/// Every look is a question to the cluster's controller, which serves all users (squeue(1),
/// PERFORMANCE). The pause grows by half after each look without a change, up to five minutes. It
/// is back at the base after a change and after a submission. It doubles while the controller
/// doesn't answer.
package struct LookPace: Hashable, Sendable {
  /// The shortest pause. At least ``floor``.
  package let base: Duration
  /// The time from one look to the next.
  package private(set) var pause: Duration
  /// Whether the controller didn't answer the last look.
  package private(set) var isSilent = false

  /// The base without a setting.
  package static let defaultBase: Duration = .seconds(30)
  /// The smallest base.
  package static let floor: Duration = .seconds(10)
  /// The longest pause, unless the base is longer.
  package static let ceiling: Duration = .seconds(300)
  private static let longestBase: Duration = .seconds(86_400)

  /// Makes a pace that begins at the base.
  package init(base: Duration = defaultBase) {
    self.base = min(max(base, Self.floor), Self.longestBase)
    pause = self.base
  }

  /// Notes a look that was answered.
  package mutating func noteLook(changed: Bool) {
    pause = changed || isSilent ? base : min(pause * 3 / 2, limit)
    isSilent = false
  }

  /// Notes a look that the controller didn't answer.
  package mutating func noteTrouble() {
    pause = min((isSilent ? pause : base) * 2, limit)
    isSilent = true
  }

  /// Notes a new job. The pause doesn't get shorter while the controller is silent.
  package mutating func noteSubmission() {
    if !isSilent { pause = base }
  }

  private var limit: Duration { max(base, Self.ceiling) }
}
