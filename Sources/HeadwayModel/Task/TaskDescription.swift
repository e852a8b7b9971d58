/// What whoever begins a task says of it, once; resent whole after every reconnect.
package struct TaskDescription: Hashable, Sendable {
  package var key: TaskKey
  package var title: SanitisedText
  package var identifier: SanitisedText?
  package var command: [SanitisedText]?
  package var directory: SanitisedText?
  package var parent: TaskKey?
  package var group: SanitisedText?
  package var sensitive = false
  /// Somebody wants to be told of its end, however short it is.
  package var notifiesOfEnd = false
  /// Takes the place of what ended under its identifier and wasn't completed.
  package var isRetry = false
  /// Which launch of the task under this key it is; 1 or more.
  package var launch = 1
  package var stallPolicy = StallPolicy()
  /// From the polite signal to the kill.
  package var grace: Duration = defaultGrace
  package var startedAt: WallTime?

  package static let defaultGrace: Duration = .seconds(5)

  package init(key: TaskKey, title: SanitisedText) {
    self.key = key
    self.title = title
  }

  /// What to show of it where its title is blank.
  package var shownTitle: SanitisedText {
    let line = command.map { SanitisedText($0.map(\.string).joined(separator: " ")) }
    let names = [title, line, identifier].compactMap { $0 }
    return names.first { !$0.isBlank } ?? "untitled"
  }
}

/// What happens when a task makes no headway.
package struct StallPolicy: Hashable, Sendable {
  package var action = StallAction.ask
  /// How long each clock may stand; nil is the hub's setting.
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
