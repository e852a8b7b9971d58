import HeadwayModel

/// The lines that a card has for its progress. A step that adds or removes a line may move all
/// cards below it.
extension Card {
  /// Whether the card has a progress line.
  var hasProgress: Bool {
    progress.fraction != nil || progress.completed != nil
      || task.state == .running && progress.eta != nil
  }

  /// Whether the card has a subtitle line: a note on the cancel, the worker's subtitle or the
  /// phase.
  var hasSubtitle: Bool {
    Self.isSomething(task.cancelNote) || Self.isSomething(subtitle)
      || Self.isSomething(progress.phase)
  }

  /// Whether this card has the same lines as `earlier`, the card before the step.
  func hasSameLines(as earlier: Card) -> Bool {
    hasProgress == earlier.hasProgress && hasSubtitle == earlier.hasSubtitle
  }

  private static func isSomething(_ text: SanitisedText?) -> Bool { text?.isEmpty == false }
}
