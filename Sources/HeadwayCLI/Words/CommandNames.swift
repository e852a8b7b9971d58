import ArgumentParser
import HeadwayModel

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
    throw CommandFailure(
      "there is no command \(SanitisedText(name))\(meant); see: headway help \(advice(on: command))",
      status: .usage)
  }

  /// The page of help to suggest.
  private static func advice(on command: any ParsableCommand.Type) -> String {
    if command != HeadwayCommand.self, let name = command.configuration.commandName { return name }
    return "(topics: \(HelpTopic.allCases.map(\.rawValue).joined(separator: ", ")))"
  }
}
