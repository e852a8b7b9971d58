import HeadwayCore

/// A cancel that was confirmed and isn't sent yet: it can be taken back.
struct HeldCancel: Hashable, Sendable {
  let prompt: CancelPrompt
  /// When it is sent, on the continuous clock.
  let due: Duration

  /// How long it can be taken back.
  static let patience: Duration = .seconds(2)

  init(_ prompt: CancelPrompt, at now: Moment) {
    self.prompt = prompt
    due = now.continuous + Self.patience
  }
}
