/// What became of a program that was to tell somebody.
package enum TellingOutcome: Hashable, Sendable {
  /// As a shell has it: 128 + signal for one that was killed.
  case ended(status: Int32)
  /// It was killed after so long.
  case overdue(Duration)
  /// For this reason it wasn't run, or nobody knows how it ended.
  case unknown(String)

  /// Nil for a success.
  package var problem: String? {
    switch self {
    case .ended(status: 0): nil
    case .ended(status: 126): "exit code 126, a command in it can't be run"
    case .ended(status: 127): "exit code 127, a command in it was not found"
    case .ended(let status): "exit code \(status)"
    case .overdue(let limit): "stopped after \(limit.spoken)"
    case .unknown(let reason): reason
    }
  }
}

/// Which commands of `[tell]` failed when they last ran: one failure of each setting, until it works
/// again.
package struct TellingWatch: Hashable, Sendable {
  private struct Failure: Hashable {
    var text: String
    var time: WallTime
  }

  private var failures: [HookCommand.Setting: Failure] = [:]

  package init() {}

  /// The failure in words; nil for none.
  package mutating func note(
    _ outcome: TellingOutcome, of hook: HookCommand, at now: WallTime
  ) -> String? {
    guard let problem = outcome.problem else {
      failures[hook.setting] = nil
      return nil
    }
    let task = hook.task.map { " for task \($0)" } ?? ""
    let text = "\(hook.setting.rawValue) of [tell] failed\(task): \(problem)"
    failures[hook.setting] = Failure(text: text, time: now)
    return text
  }

  /// The last, with its time; nil where all that ran works.
  package var lastFailure: String? {
    failures.values.max { $0.time < $1.time }.map { "\($0.text) (\($0.time))" }
  }
}
