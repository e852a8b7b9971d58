internal import HeadwayConfig
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire

/// A visit to the terminal of a task, for `headway attach` and the monitor's attach key.
///
/// ```swift
/// let visit = Attachment(key: task.key, name: "7", paths: try Hub.paths(), keys: .standard)
/// print(try visit.perform().line)
/// ```
struct Attachment {
  let key: TaskKey
  /// The task's name in messages, which is its number.
  let name: String
  let paths: HeadwayPaths
  let keys: DetachKeys

  /// The end of a visit.
  struct Result {
    /// The line for the person.
    let line: String
    /// The exit status: 0 after a detach, otherwise the status of the task.
    let status: CInt
    /// The signal that this process must die of. Nil if there was none.
    var signal: CInt?
  }

  /// Shows the task's terminal on this terminal until the visit ends. Throws a failure if the task
  /// has no terminal or doesn't answer.
  func perform() throws(CommandFailure) -> Result {
    do {
      let connection = try AttachConnection(to: paths.attachPlace(ofKey: key))
      return result(try AttachLoop(connection, keys: keys).run(saying: greeting))
    } catch {
      throw Self.failure(error, of: name)
    }
  }

  /// The first line on screen. It names the detach keys, because a person who doesn't know them
  /// can't leave the task's terminal.
  private var greeting: String {
    String(localized: "[attached to \(name); \(keys) detaches]")
  }

  /// The line and status for an outcome.
  private func result(_ outcome: AttachLoop.Outcome) -> Result {
    switch outcome {
    case .detached: Result(line: detachedLine, status: 0)
    case .ended(let ending):
      Result(
        line: String(localized: "task \(name) \(localizing: ending.sentence)"),
        status: ending.status?.shellCode ?? HeadwayProgram.ExitStatus.failure.rawValue)
    case .lost:
      Result(
        line: String(
          localized: "the supervisor of task \(name) is gone, outcome unknown; see: headway list"),
        status: HeadwayProgram.ExitStatus.failure.rawValue)
    case .signalled(let signal):
      Result(line: detachedLine, status: 128 + signal, signal: signal)
    }
  }

  private var detachedLine: String {
    String(localized: "detached from \(name); the task goes on")
  }

  /// The failure for an error of the connection.
  static func failure(_ error: any Error, of name: String) -> CommandFailure {
    guard let error = error as? AttachError else {
      return CommandFailure("\(error); try another terminal", status: .failure)
    }
    switch error {
    case .noTerminal: return .noTerminal(of: name)
    case .silent:
      return CommandFailure(
        "task \(name) is stopped and doesn't answer; continue it in its own terminal: fg",
        status: .nothing)
    case .foreign(let user):
      return CommandFailure(
        "the socket of task \(name) belongs to user \(user), not to you; attach as that user",
        status: .notPermitted)
    case .directory(let error): return CommandFailure("\(error)", status: .notPermitted)
    case .system(let error): return CommandFailure("\(error); try again", status: .failure)
    case .malformed:
      return CommandFailure(
        "the answer of task \(name) was not understood; update headway", status: .failure)
    case .refused(let reason):
      return CommandFailure("task \(name): \(localizing: reason)", status: .nothing)
    }
  }
}

extension CommandFailure {
  /// The failure for a task without a terminal of its own.
  static func noTerminal(of name: String) -> CommandFailure {
    CommandFailure(
      """
      task \(name) has no terminal of its own: only headway submit and headway run on a terminal \
      give it one
      """,
      status: .nothing)
  }
}
