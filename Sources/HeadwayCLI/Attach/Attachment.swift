import HeadwayCore
import HeadwayLink
import HeadwaySystem
import HeadwayWire

/// A task whose terminal somebody wants, and the going there.
struct Attachment {
  let key: TaskKey
  /// As people name it: its number.
  let name: String
  let paths: HeadwayPaths
  let keys: DetachKeys

  /// What came of it.
  struct Result {
    /// One line for the person.
    let line: String
    /// 0 after a detach, else the task's own.
    let status: CInt
    /// This process is to die of it.
    var signal: CInt?
  }

  /// Shows the task's terminal on this one until either ends.
  func perform() throws(CommandFailure) -> Result {
    do {
      let connection = try AttachConnection(to: paths.attachPlace(ofKey: key))
      return result(try AttachLoop(connection, keys: keys).run(saying: greeting))
    } catch {
      throw Self.failure(error, of: name)
    }
  }

  /// Above what the task shows: who doesn't know the keys doesn't get away.
  private var greeting: String { "[attached to \(name); \(keys) detaches]" }

  private func result(_ outcome: AttachLoop.Outcome) -> Result {
    switch outcome {
    case .detached: Result(line: "detached from \(name); it goes on", status: 0)
    case .ended(let ending):
      Result(
        line: "task \(name) \(ending.sentence)",
        status: ending.status?.shellCode ?? HeadwayProgram.ExitStatus.failure.rawValue)
    case .lost:
      Result(
        line: "the supervisor of task \(name) is gone: its outcome is unknown; see: headway list",
        status: HeadwayProgram.ExitStatus.failure.rawValue)
    case .signalled(let signal):
      Result(line: "detached from \(name); it goes on", status: 128 + signal, signal: signal)
    }
  }

  static func failure(_ error: any Error, of name: String) -> CommandFailure {
    guard let error = error as? AttachError else {
      return CommandFailure("\(error); look at this terminal", status: .failure)
    }
    switch error {
    case .noTerminal: return .noTerminal(of: name)
    case .silent:
      return CommandFailure(
        "task \(name) is stopped, and doesn't answer; continue it where it was started: fg",
        status: .nothing)
    case .foreign(let user):
      return CommandFailure(
        "the socket of task \(name) belongs to user \(user), not to you", status: .notPermitted)
    case .directory(let error): return CommandFailure("\(error)", status: .notPermitted)
    case .system(let error): return CommandFailure("\(error); try again", status: .failure)
    case .malformed:
      return CommandFailure(
        "what task \(name) says was not understood; update headway", status: .failure)
    case .refused(let reason): return CommandFailure("task \(name): \(reason)", status: .nothing)
    }
  }
}

extension CommandFailure {
  static func noTerminal(of name: String) -> CommandFailure {
    CommandFailure(
      "task \(name) has no terminal of its own: it wasn't started by headway run on one",
      status: .nothing)
  }
}
