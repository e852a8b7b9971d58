/// A command as ArgumentParser describes it to other tools (its `ToolInfo`), as far as a manual says it.
struct CommandDescription: Decodable {
  var commandName: String
  var abstract: String?
  var discussion: String?
  var subcommands: [CommandDescription]?
  var arguments: [ArgumentDescription]?

  /// The outermost object.
  struct Tool: Decodable {
    var command: CommandDescription
  }

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

  struct Name: Decodable {
    var kind: String
    var name: String

    /// `--title`, `-n`.
    var word: String { kind == "long" ? "--\(name)" : "-\(name)" }
  }

  /// Those that a manual shows; every command has --help and --version.
  var shownArguments: [ArgumentDescription] {
    (arguments ?? []).filter { argument in
      argument.shouldDisplay
        && argument.names?.contains { ["help", "version"].contains($0.name) } != true
    }
  }
}
