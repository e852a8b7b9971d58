package import HeadwayModel

/// The outcome of a hook or of a program that shows a notification.
package enum TellingOutcome: Hashable, Sendable {
  /// The program ended. The status is a shell's: 128 + signal if a signal killed the program.
  case ended(status: Int32)
  /// The hub killed the program after this time.
  case overdue(Duration)
  /// The program wasn't run, or its status isn't known, for this reason.
  case unknown(String)

  /// The fault in words; nil for a success.
  package var problem: String? {
    switch self {
    case .ended(status: 0): nil
    case .ended(status: 126): String(wire: "exit code 126, a command in it can't be run")
    case .ended(status: 127): String(wire: "exit code 127, a command in it was not found")
    case .ended(let status): String(wire: "exit code \(status)")
    case .overdue(let limit): String(wire: "stopped after \(limit.spoken)")
    case .unknown(let reason): reason
    }
  }
}

/// The numbers of commands that the hub dropped because too many waited for their turn.
package struct DroppedCommands: Hashable, Sendable {
  package var hooks = 0
  package var notifications = 0

  package init(hooks: Int = 0, notifications: Int = 0) {
    (self.hooks, self.notifications) = (hooks, notifications)
  }

  package var isEmpty: Bool { hooks == 0 && notifications == 0 }

  package static func += (total: inout DroppedCommands, new: DroppedCommands) {
    total.hooks += new.hooks
    total.notifications += new.notifications
  }

  /// The count in words, such as "1,938 hooks and 1 notification of [tell] were dropped".
  var words: String {
    switch (hooks, notifications) {
    case (1, 0), (0, 1): String(wire: "\(hooks == 1 ? hookWords : newsWords) of [tell] was dropped")
    case (_, 0): String(wire: "\(hookWords) of [tell] were dropped")
    case (0, _): String(wire: "\(newsWords) of [tell] were dropped")
    case (_, _): String(wire: "\(hookWords) and \(newsWords) of [tell] were dropped")
    }
  }

  private var hookWords: String {
    hooks == 1 ? String(wire: "1 hook") : String(wire: "\(hooks) hooks")
  }

  private var newsWords: String {
    notifications == 1
      ? String(wire: "1 notification") : String(wire: "\(notifications) notifications")
  }
}

/// Keeps the faults of the commands of `[tell]`, for the log and the status of the hub.
///
/// The last failure of a setting stays until a command of the setting succeeds. Dropped commands
/// are counted since the hub read the config.
package struct TellingWatch: Hashable, Sendable {
  private struct Failure: Hashable {
    var setting: HookCommand.Setting
    var task: TaskNumber?
    var problem: String
    var time: WallTime

    /// The failure and its time, for the status of the hub.
    var words: String {
      let setting = setting.rawValue
      guard let task else {
        return String(wire: "\(setting) of [tell] failed: \(problem) (\(time))")
      }
      return String(wire: "\(setting) of [tell] failed for task \(task): \(problem) (\(time))")
    }
  }

  private var failures: [HookCommand.Setting: Failure] = [:]
  /// The commands dropped since the hub last read the config.
  private var dropped = DroppedCommands()
  private var lastDrop: WallTime?
  /// The commands dropped in this episode. An episode ends when no command waits any more.
  private var droppedInEpisode = DroppedCommands()

  package init() {}

  /// Notes the outcome of a command of `setting`.
  ///
  /// - Parameter task: the task that the command told of; nil for several tasks.
  /// - Returns: the failure in words; nil for a success.
  package mutating func note(
    _ outcome: TellingOutcome, of setting: HookCommand.Setting, forTask task: TaskNumber?,
    at now: WallTime
  ) -> String? {
    guard let problem = outcome.problem else {
      failures[setting] = nil
      return nil
    }
    failures[setting] = Failure(setting: setting, task: task, problem: problem, time: now)
    let task = task.map { " for task \($0)" } ?? ""
    return "\(setting.rawValue) of [tell] failed\(task): \(problem)"
  }

  /// Counts commands that were dropped.
  ///
  /// - Returns: a line for the log for the first drop of an episode; nil otherwise.
  package mutating func noteDropped(_ new: DroppedCommands, at now: WallTime) -> String? {
    guard !new.isEmpty else { return nil }
    let isFirst = droppedInEpisode.isEmpty
    dropped += new
    droppedInEpisode += new
    lastDrop = now
    guard isFirst else { return nil }
    return "too many commands of [tell] wait for their turn: until there is room, the hub drops "
      + "notifications first, then new hooks"
  }

  /// Ends the episode, because no command waits any more.
  ///
  /// - Returns: a line for the log with the number of commands dropped in the episode; nil for
  /// none.
  package mutating func noteDrained() -> String? {
    guard !droppedInEpisode.isEmpty else { return nil }
    defer { droppedInEpisode = DroppedCommands() }
    return "\(droppedInEpisode.words) because too many waited; all others have started"
  }

  /// Forgets the failures and the drops of an earlier config. An episode of drops goes on.
  package mutating func forgetFailures() {
    failures = [:]
    dropped = DroppedCommands()
    lastDrop = nil
  }

  /// The last failure and the number of dropped commands, each with its time. Nil if the last
  /// command of every setting succeeded and no command was dropped.
  package var lastFailure: String? {
    let failure = failures.values.max { $0.time < $1.time }?.words
    let drops = lastDrop.map {
      String(wire: "\(dropped.words) because too many waited, the last at \($0)")
    }
    let parts = [failure, drops].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}
