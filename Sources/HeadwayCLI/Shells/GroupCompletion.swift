import ArgumentParser
import HeadwayConfig
import HeadwayModel
import HeadwayLink
import HeadwaySystem

/// The completion of `--group`: the groups of listed tasks and those of the config.
///
/// ```swift
/// @Option(completion: GroupCompletion.kind) var group: String?
/// ```
enum GroupCompletion {
  static let kind = CompletionKind.custom { _, _, prefix in
    MessageCatalog.inEnglish {
      groups(ofTasks: TaskCompletion.listedTasks, inConfig: configuredGroups)
    }
    .filter { $0.completes(prefix) }.compactMap(\.text)
  }

  /// The groups in alphabetical order, each with the number of its live tasks and its slots.
  static func groups(
    ofTasks tasks: [TaskSnapshot], inConfig terms: [String: GroupTerms]
  ) -> [ShellCompletion] {
    let live = Dictionary(
      tasks.compactMap { task in task.group.map { ($0.string, task.state == .ended ? 0 : 1) } },
      uniquingKeysWith: +)
    return Set(live.keys).union(terms.keys).sorted().map { name in
      let count = live[name] ?? 0
      let tasks = count == 1 ? "1 live task" : "\(count) live tasks"
      let limit = terms[name]?.slots.map { ", \($0.words)" } ?? ""
      return ShellCompletion(name, tasks + limit)
    }
  }

  /// The groups of the config with their slots. Empty for a wrong config, because a completion
  /// reports nothing.
  private static var configuredGroups: [String: GroupTerms] {
    (try? UserConfig.load())?.groups ?? [:]
  }
}
