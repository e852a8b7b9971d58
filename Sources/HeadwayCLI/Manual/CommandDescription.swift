import FoundationEssentials

/// A command as ArgumentParser describes it to other tools (its `ToolInfo`), without the fields
/// that manual and completion don't need.
struct CommandDescription: Decodable {
  var commandName: String
  var shouldDisplay: Bool?
  var abstract: String?
  var discussion: String?
  var subcommands: [CommandDescription]?
  /// The subcommand that is meant if none is named.
  var defaultSubcommand: String?
  var arguments: [ArgumentDescription]?

  /// The outermost object of the description.
  struct Tool: Decodable {
    var command: CommandDescription
  }

  /// An argument, option or flag.
  struct ArgumentDescription: Decodable {
    var kind: Kind
    var shouldDisplay: Bool
    var isOptional: Bool
    var isRepeating: Bool
    var names: [Name]?
    var valueName: String?
    var abstract: String?
    var defaultValue: String?

    enum Kind: String, Decodable { case positional, option, flag }
  }

  /// A name of an option or flag.
  struct Name: Decodable {
    var kind: String
    var name: String

    /// The name with its dashes: `--title`, `-n`.
    var word: String { kind == "long" ? "--\(name)" : "-\(name)" }
  }

  /// Reads a description. Nil if `dump` isn't one.
  ///
  /// ```swift
  /// CommandDescription(dump: HeadwayCommand._dumpHelp())
  /// ```
  init?(dump: String) {
    let tool = try? JSONDecoder().decode(Tool.self, from: Data(dump.utf8))
    guard let tool else { return nil }
    self = tool.command
  }

  /// The arguments that the manual shows. It leaves out `--help` and `--version`, which every
  /// command has.
  var shownArguments: [ArgumentDescription] {
    (arguments ?? []).filter { argument in
      argument.shouldDisplay
        && argument.names?.contains { ["help", "version"].contains($0.name) } != true
    }
  }

  /// The subcommands without ArgumentParser's own `help`, and without those for programs alone.
  var shownSubcommands: [CommandDescription] {
    (subcommands ?? []).filter { $0.commandName != "help" && $0.shouldDisplay != false }
  }

  /// The names of the options that take a value: `--title`, `-n`.
  var optionsWithValue: [String] {
    (arguments ?? []).filter { $0.kind == .option }.flatMap { ($0.names ?? []).map(\.word) }
  }

  /// The subcommand that the words lead to: `["hub", "start"]`. Nil if a word names none.
  func subcommand(_ words: some Collection<String>) -> CommandDescription? {
    words.reduce(self) { command, word in
      command?.shownSubcommands.first { $0.commandName == word }
    }
  }
}
