import ArgumentParser
import HeadwayCore
import HeadwayLink
import HeadwaySystem

/// The tasks there are, for a shell that completes a word: their numbers, with their titles where it shows
/// such. No hub is started, and what goes wrong offers nothing.
enum TaskCompletion {
  static let all = kind { _ in true }
  /// Of those that can still be stopped, answered or looked at.
  static let live = kind { $0.state != .ended }
  static let queued = kind { $0.state == .queued }
  static let ended = kind { $0.state == .ended }
  static let restartable = kind { $0.state == .ended && $0.isRestartable }

  private static func kind(
    _ isOffered: @escaping @Sendable (TaskSnapshot) -> Bool
  ) -> CompletionKind {
    .custom { line, place, prefix in
      words(from: prefix, given: Set(line.prefix(place)), isOffered)
    }
  }

  private static let patience: Duration = .milliseconds(500)

  private static func words(
    from prefix: String, given: Set<String>, _ isOffered: (TaskSnapshot) -> Bool
  ) -> [String] {
    guard let paths = try? HeadwayPaths.resolve(),
      let client = try? CommandClient(paths, start: .never, patience: patience),
      let tasks = try? client.list(all: false).filter({
        isOffered($0) && !given.contains($0.number.description)
      })
    else { return [] }
    // Those that live come first, then the latest.
    let live = tasks.filter { $0.state != .ended }
    let ended = tasks.filter { $0.state == .ended }.reversed()
    return (live + ended).filter { $0.number.description.hasPrefix(prefix) }.map(word)
  }

  /// As ArgumentParser's scripts have the shell read it: `_describe` of zsh takes what is behind a colon
  /// for the description, in which a backslash escapes (zshcompsys(1)), fish what is behind a tab, and
  /// bash has none.
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
