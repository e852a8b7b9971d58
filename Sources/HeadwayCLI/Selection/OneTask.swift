import ArgumentParser
import HeadwayLink
import HeadwayModel

/// A word of the command line that names one task, for a command that acts on a single one.
///
/// ```sh
/// headway attach last
/// ```
enum OneTask: Hashable, Sendable {
  /// A number, an identifier or a key.
  case task(TaskReference)
  /// The task with the highest number in the hub's list.
  case last

  /// Asks the hub for the task if the word alone doesn't say which it is.
  ///
  /// - Throws: `CommandFailure` if the hub can't be reached, or lists no task.
  func resolve() throws(CommandFailure) -> TaskReference {
    switch self {
    case .task(let reference): return reference
    case .last:
      let newest = try Hub.ask { client throws(LinkError) -> TaskNumber? in
        let listed = try client.list(all: false)
        guard listed.isEmpty else { return listed.map(\.number).max() }
        var ended = HistoryPosition(.everything, last: 1)
        return try client.nextPage(of: &ended).map(\.number).max()
      }
      guard let last = newest else {
        throw CommandFailure("no task is listed; see: headway history", status: .nothing)
      }
      return .number(last)
    }
  }
}

extension OneTask: ExpressibleByArgument, AllowedWords {
  static var allowedWords: String {
    String(localized: "a task's number, identifier or key, or last")
  }

  static var defaultCompletionKind: CompletionKind { TaskCompletion.liveOrLast }

  init?(argument: String) {
    if argument == "last" {
      self = .last
    } else if let reference = TaskReference(argument) {
      self = .task(reference)
    } else {
      return nil
    }
  }
}
