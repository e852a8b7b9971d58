import HeadwayCore

/// What is known of a task, as far as its card has a line for it.
extension Card {
  /// Whether anything is known of the progress.
  var hasProgress: Bool {
    progress.fraction != nil || progress.completed != nil
      || task.state == .running && progress.eta != nil
  }

  /// Whether the task says what it is at.
  var hasSubtitle: Bool {
    Self.isSomething(task.cancelNote) || Self.isSomething(subtitle)
      || Self.isSomething(progress.phase)
  }

  /// Whether this has the lines that `earlier` has, of which it is a step.
  func hasSameLines(as earlier: Card) -> Bool {
    hasProgress == earlier.hasProgress && hasSubtitle == earlier.hasSubtitle
  }

  private static func isSomething(_ text: SanitisedText?) -> Bool { text?.isEmpty == false }
}
