import HeadwayModel

/// A confirmed cancel that the monitor withholds for a moment, so that a person can undo it.
struct HeldCancel: Hashable, Sendable {
  let prompt: CancelPrompt
  /// The time at which the cancel goes out, on the continuous clock.
  let due: RunningTime

  /// The time for which a cancel can be undone.
  static let patience: Duration = .seconds(2)

  init(_ prompt: CancelPrompt, at now: Moment) {
    self.prompt = prompt
    due = now.running + Self.patience
  }
}
