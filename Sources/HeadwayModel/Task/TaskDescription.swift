/// The worker's description of a task, sent once and repeated whole after every reconnect.
package struct TaskDescription: Hashable, Sendable {
  package var key: TaskKey
  package var title: SanitisedText
  package var identifier: SanitisedText?
  package var command: [SanitisedText]?
  package var directory: SanitisedText?
  package var parent: TaskKey?
  package var group: SanitisedText?
  package var sensitive = false
  /// Whether a person wants a notification of the end, however short the task is.
  package var notifiesOfEnd = false
  /// Takes the place of what ended under its identifier and wasn't completed.
  package var isRetry = false
  /// The number of this launch of the task under its key, starting at 1.
  package var launch = 1
  package var stallPolicy = StallPolicy()
  /// The time between SIGTERM and SIGKILL.
  package var grace: Duration = defaultGrace
  package var startedAt: WallTime?

  package static let defaultGrace: Duration = .seconds(5)

  package init(key: TaskKey, title: SanitisedText) {
    self.key = key
    self.title = title
  }

  /// The title that is shown: the title, the command or the identifier, whichever is the first that
  /// isn't blank. "untitled" if all are.
  package var shownTitle: SanitisedText {
    let line = command.map { SanitisedText($0.map(\.string).joined(separator: " ")) }
    let names = [title, line, identifier].compactMap { $0 }
    return names.first { !$0.isBlank } ?? "untitled"
  }
}

/// The policy for a task that stalls.
package struct StallPolicy: Hashable, Sendable {
  package var action = StallAction.ask
  /// The limits of the stall clocks; nil for the hub's settings.
  package var after: Duration?

  package init(action: StallAction = .ask, after: Duration? = nil) {
    self.action = action
    self.after = after
  }
}

/// `--on-stall`: what follows a stall.
package enum StallAction: String, Hashable, Sendable, Codable, CaseIterable {
  /// The question stays until somebody answers.
  case ask
  /// The question, and the end after a visible countdown.
  case expire
  case ignore
}
