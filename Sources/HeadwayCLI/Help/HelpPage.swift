import ArgumentParser
import HeadwayCore

/// `headway help WORD…`, as far as the parser doesn't know it: it would show its first page.
enum HelpPage {
  /// Prints a topic. False for what the parser answers.
  static func answer(_ words: [String]) throws(CommandFailure) -> Bool {
    guard words.first == "help" else { return false }
    let names = words.dropFirst().filter { !$0.hasPrefix("-") }
    if names.count == 1, let topic = names.first.flatMap(HelpTopic.init) {
      StandardStreams.print(topic.text)
      return true
    }
    var command: any ParsableCommand.Type = HeadwayCommand.self
    for name in names { command = try subcommand(name, of: command) }
    return false
  }

  private static func subcommand(
    _ name: String, of command: any ParsableCommand.Type
  ) throws(CommandFailure) -> any ParsableCommand.Type {
    let found = command.configuration.subcommands.first { $0.configuration.commandName == name }
    if let found { return found }
    let topics = HelpTopic.allCases.map(\.rawValue).joined(separator: ", ")
    throw CommandFailure(
      "there is no command \(SanitisedText(name)); see: headway help (topics: \(topics))",
      status: .usage)
  }
}
