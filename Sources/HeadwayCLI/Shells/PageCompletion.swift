import ArgumentParser

/// The completion of the words after `headway man` and `headway help`: commands, subcommands and,
/// after `help`, topics.
enum PageCompletion {
  /// The completion for ArgumentParser. The scripts of the shells use it for `help` too.
  static let kind = CompletionKind.custom { line, place, prefix in
    words(in: line, place).filter { $0.completes(prefix) }.compactMap(\.text)
  }

  /// The words that can stand at `place` of the command line.
  ///
  /// - Parameter line: the command line with the program's name: `["headway", "help", "hub", ""]`.
  static func words(in line: [String], _ place: Int) -> [ShellCompletion] {
    var commands = HeadwayCommand.configuration.subcommands
    let given = line.prefix(place).dropFirst(2).filter { !$0.hasPrefix("-") }
    for word in given {
      let command = commands.first { $0.configuration.commandName == word }
      commands = command?.configuration.subcommands ?? []
    }
    let shown = commands.filter { $0.configuration.shouldDisplay }
    let names = shown.map { command in
      ShellCompletion(command.configuration.commandName ?? "", command.configuration.abstract)
    }
    let isHelp = line.dropFirst().first == "help"
    let topics = isHelp && given.isEmpty ? HelpTopic.allCases : []
    let subjects = topics.filter { topic in !names.contains { $0.word == topic.rawValue } }
      .map { ShellCompletion($0.rawValue, $0.summary) }
    return names + subjects
  }
}
