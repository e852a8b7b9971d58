import HeadwayCore

/// What is known of a task, as far as its card has a line for it.
extension Card {
  /// Whether anything is known of the progress.
  var hasProgress: Bool { snapshot.hasProgress }

  /// Whether the task says what it is at.
  var hasSubtitle: Bool { snapshot.hasSubtitle }
}

extension TaskSnapshot {
  /// Whether this differs from `earlier` in nothing but how far the task is: its card stays where it
  /// is, with as many lines.
  func isStep(from earlier: TaskSnapshot) -> Bool {
    guard state == earlier.state, state != .ended, hasProgress == earlier.hasProgress,
      hasSubtitle == earlier.hasSubtitle
    else { return false }
    var same = self
    same.progress = earlier.progress
    same.subtitle = earlier.subtitle
    same.elapsed = earlier.elapsed
    return same == earlier
  }

  fileprivate var hasProgress: Bool {
    progress.fraction != nil || progress.completed != nil
      || state == .running && progress.eta != nil
  }

  fileprivate var hasSubtitle: Bool {
    Self.isSomething(cancelNote) || Self.isSomething(subtitle) || Self.isSomething(progress.phase)
  }

  private static func isSomething(_ text: SanitisedText?) -> Bool { text?.isEmpty == false }
}
