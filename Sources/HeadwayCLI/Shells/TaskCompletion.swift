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
/// @Argument(completion: TaskCompletion.live) var task: TaskReference
/// ```
enum TaskCompletion {
  static let all = kind { _ in true }
  /// The tasks that can still be stopped, answered or attached to.
  static let live = kind { $0.state != .ended }
  static let queued = kind { $0.state == .queued }
  static let ended = kind { $0.state == .ended }
  static let restartable = kind { $0.state == .ended && $0.isRestartable }

  /// A completion of the tasks for which `isOffered` returns true. Tasks already on the command
  /// line aren't offered again.
  private static func kind(
    _ isOffered: @escaping @Sendable (TaskSnapshot) -> Bool
  ) -> CompletionKind {
    .custom { line, place, prefix in
      words(from: prefix, given: Set(line.prefix(place)), isOffered)
    }
  }

  /// The time to wait for the hub.
  private static let patience: Duration = .milliseconds(500)

  /// The matching tasks: live ones first, then ended ones with the latest first.
  private static func words(
    from prefix: String, given: Set<String>, _ isOffered: (TaskSnapshot) -> Bool
  ) -> [String] {
    guard let paths = try? HeadwayPaths.resolve(),
      let client = try? CommandClient(paths, start: .never, patience: patience),
      let tasks = try? client.list(all: false).filter({
        isOffered($0) && !given.contains($0.number.description)
      })
    else { return [] }
    // Live tasks come first, then the latest ended ones.
    let live = tasks.filter { $0.state != .ended }
    let ended = tasks.filter { $0.state == .ended }.reversed()
    return (live + ended).filter { $0.number.description.hasPrefix(prefix) }.map(word)
  }

  /// The word in the form that ArgumentParser's script for the shell expects. zsh's `_describe`
  /// separates the description by a colon and reads backslashes as escapes (zshcompsys(1)). fish
  /// separates it by a tab. bash has no descriptions.
  private static func word(_ task: TaskSnapshot) -> String {
    let number = task.number.description
    let description = "\(task.title) (\(task.endSentence ?? task.state.rawValue))"
    switch CompletionShell.requesting {
    case .zsh?: return "\(number):\(description.replacing("\\", with: "\\\\"))"
    case .fish?: return "\(number)\t\(description)"
    default: return number
    }
  }
}
