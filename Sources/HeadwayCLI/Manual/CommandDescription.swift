/// A command as ArgumentParser describes it to other tools (its `ToolInfo`), without the fields
/// that a manual doesn't need.
struct CommandDescription: Decodable {
  var commandName: String
  var abstract: String?
  var discussion: String?
  var subcommands: [CommandDescription]?
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

    enum Kind: String, Decodable { case positional, option, flag }
  }

  /// A name of an option or flag.
  struct Name: Decodable {
    var kind: String
    var name: String

    /// The name with its dashes: `--title`, `-n`.
    var word: String { kind == "long" ? "--\(name)" : "-\(name)" }
  }

  /// The arguments that the manual shows. It leaves out `--help` and `--version`, which every
  /// command has.
  var shownArguments: [ArgumentDescription] {
    (arguments ?? []).filter { argument in
      argument.shouldDisplay
        && argument.names?.contains { ["help", "version"].contains($0.name) } != true
    }
  }
}
