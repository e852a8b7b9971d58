import ArgumentParser
import HeadwayModel
import HeadwayLink
import HeadwaySystem

/// The completion of task numbers, with titles in shells that show descriptions.
///
/// The shell runs `headway` for each completion. Such a run starts no hub, waits at most half a
/// second, and offers nothing if an error occurs.
///
/// ```swift
/// @Argument(completion: TaskCompletion.live, transform: TaskReference.parse) var task: TaskReference
/// @Argument(completion: TaskCompletion.liveOrLast, transform: TaskName.parse) var tasks: [TaskName]
/// ```
enum TaskCompletion {
  static let all = kind { _ in true }
  /// The tasks that can still be stopped, answered or attached to.
  static let live = kind(isLive)
  static let queued = kind(isQueued)
  static let ended = kind(isEnded)

  /// The completions of commands that also take the word `last`.
  static let allOrLast = kind(orLast: true) { _ in true }
  static let liveOrLast = kind(orLast: true, isLive)
  static let queuedOrLast = kind(orLast: true, isQueued)
  static let endedOrLast = kind(orLast: true, isEnded)
  static let restartableOrLast = kind(orLast: true) { isEnded($0) && $0.isRestartable }

  private static let isLive: @Sendable (TaskSnapshot) -> Bool = { $0.state != .ended }
  private static let isQueued: @Sendable (TaskSnapshot) -> Bool = { $0.state == .queued }
  private static let isEnded: @Sendable (TaskSnapshot) -> Bool = { $0.state == .ended }

  /// A completion of the tasks for which `isOffered` returns true. Tasks already on the command
  /// line aren't offered again.
  private static func kind(
    orLast: Bool = false, _ isOffered: @escaping @Sendable (TaskSnapshot) -> Bool
  ) -> CompletionKind {
    .custom { line, place, prefix in
      MessageCatalog.inEnglish {
        words(for: listedTasks, orLast: orLast, typed: prefix, isOffered)
      }
      .filter { $0.completes(prefix) && !line.prefix(place).contains($0.word) }
      .compactMap(\.text)
    }
  }

  /// The words for tasks: live ones first, then ended ones with the latest first, then `last` if the
  /// newest task is among them.
  ///
  /// A single task is offered without `last` unless something is typed, so that the shell completes
  /// its number at once.
  static func words(
    for tasks: [TaskSnapshot], orLast: Bool, typed: String, _ isOffered: (TaskSnapshot) -> Bool
  ) -> [ShellCompletion] {
    let offered = tasks.filter(isOffered)
    let sorted =
      offered.filter { $0.state != .ended } + offered.filter { $0.state == .ended }.reversed()
    let numbers = sorted.map { task in
      ShellCompletion(
        task.number.description, "\(task.title) (\(task.endSentence ?? task.state.rawValue))")
    }
    guard orLast, numbers.count > 1 || !typed.isEmpty,
      let newest = tasks.max(by: { $0.number < $1.number }), isOffered(newest)
    else { return numbers }
    return numbers + [ShellCompletion("last", "the newest task: \(newest.title)")]
  }

  /// The tasks that the hub lists. Empty without a hub, and for another machine, which would be slow
  /// to ask.
  static var listedTasks: [TaskSnapshot] {
    guard HostChoice.chosen == nil, let paths = try? HeadwayPaths.resolve(),
      let client = try? CommandClient(paths, start: .never, patience: patience)
    else { return [] }
    return (try? client.list(all: false)) ?? []
  }

  /// The time to wait for the hub.
  private static let patience: Duration = .milliseconds(500)
}
