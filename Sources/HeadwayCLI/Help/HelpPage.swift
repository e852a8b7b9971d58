import ArgumentParser
import HeadwayModel

/// The command `headway help WORD…` for topics and misspelt commands. ArgumentParser would show its
/// first page for both.
///
/// ```sh
/// headway help queue   # the topic
/// headway help submit  # ArgumentParser's page of the command
/// headway help run     # the topic, then ArgumentParser's page of the command
/// ```
enum HelpPage {
  /// Prints the page of a topic and returns true. Returns false if ArgumentParser must answer, also
  /// below a topic that has the name of a command. Throws if a word names neither a command nor a
  /// topic.
  static func answer(_ words: [String]) throws(CommandFailure) -> Bool {
    guard words.first == "help" else { return false }
    let names = words.dropFirst().filter { !$0.hasPrefix("-") }
    if names.count == 1, let topic = names.first.flatMap(HelpTopic.init(named:)) {
      let commands = HeadwayCommand.configuration.subcommands
      let isCommand = commands.contains { $0.configuration.commandName == topic.rawValue }
      StandardStreams.print(isCommand ? topic.text + "\n" : topic.text)
      return !isCommand
    }
    var command: any ParsableCommand.Type = HeadwayCommand.self
    for name in names { command = try CommandNames.find(name, in: command) }
    return false
  }
}

/// The check of subcommand names before parsing. ArgumentParser would take a misspelt command for
/// an argument and complain about something else.
enum CommandNames {
  /// Throws if the first word, or a word after a command with subcommands, names no command.
  static func check(_ words: [String]) throws(CommandFailure) {
    if words.first == "help" { return }
    var command: any ParsableCommand.Type = HeadwayCommand.self
    for word in words {
      guard !word.hasPrefix("-"), !command.configuration.subcommands.isEmpty else { return }
      command = try find(word, in: command)
    }
  }

  /// The subcommand with that name. Throws a failure that suggests the nearest name.
  static func find(
    _ name: String, in command: any ParsableCommand.Type
  ) throws(CommandFailure) -> any ParsableCommand.Type {
    let commands = command.configuration.subcommands
    if let found = commands.first(where: { $0.configuration.commandName == name }) { return found }
    let names = commands.compactMap { $0.configuration.commandName }
    let meant = names.nearest(to: name).map { " (\($0)?)" } ?? ""
    let wrong = "\(SanitisedText(name))\(meant)"
    guard command == HeadwayCommand.self else {
      let page = command.configuration.commandName ?? ""
      throw CommandFailure(
        "there is no command \(wrong); see: headway help \(page)", status: .usage)
    }
    let topics = HelpTopic.allCases.map(\.rawValue).joined(separator: ", ")
    throw CommandFailure(
      "there is no command \(wrong); see: headway help (topics: \(topics))", status: .usage)
  }
}
