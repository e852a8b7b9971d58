import ArgumentParser
import HeadwayCore

/// The names of commands in a command line: the parser would take one that there isn't for an argument.
enum CommandNames {
  /// Refuses the first word, and one behind a command that has others, where it names none.
  static func check(_ words: [String]) throws(CommandFailure) {
    if words.first == "help" { return }
    var command: any ParsableCommand.Type = HeadwayCommand.self
    for word in words {
      guard !word.hasPrefix("-"), !command.configuration.subcommands.isEmpty else { return }
      command = try find(word, in: command)
    }
  }

  static func find(
    _ name: String, in command: any ParsableCommand.Type
  ) throws(CommandFailure) -> any ParsableCommand.Type {
    let commands = command.configuration.subcommands
    if let found = commands.first(where: { $0.configuration.commandName == name }) { return found }
    let names = commands.compactMap { $0.configuration.commandName }
    let meant = names.nearest(to: name).map { " (\($0)?)" } ?? ""
    throw CommandFailure(
      "there is no command \(SanitisedText(name))\(meant); see: headway help \(advice(on: command))",
      status: .usage)
  }

  private static func advice(on command: any ParsableCommand.Type) -> String {
    if command != HeadwayCommand.self, let name = command.configuration.commandName { return name }
    return "(topics: \(HelpTopic.allCases.map(\.rawValue).joined(separator: ", ")))"
  }
}
