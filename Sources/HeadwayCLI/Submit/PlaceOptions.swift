import ArgumentParser
import HeadwayModel
import HeadwayWire

/// The options of `submit` and `edit` that change the environment and the directory of the command.
struct PlaceOptions: ParsableArguments {
  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Set a variable of the environment. Can be repeated.", valueName: "name=value"))
  var env: [String] = []

  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Remove a variable of the environment. Can be repeated.", valueName: "name"))
  var unset: [String] = []

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Run the command in this directory.", valueName: "dir"),
    completion: .directory)
  var directory: String?

  /// Whether there is nothing to change.
  var areEmpty: Bool { env.isEmpty && unset.isEmpty && directory == nil }

  /// Checks the form of the variables.
  mutating func validate() throws {
    if let wrong = env.first(where: { $0.first == "=" || !$0.contains("=") }) {
      throw ValidationError(localized: "--env \(SanitisedText(wrong)) must be NAME=VALUE")
    }
    if let wrong = unset.first(where: { $0.isEmpty || $0.contains("=") }) {
      throw ValidationError(
        localized: "--unset \(SanitisedText(wrong)) must be the name of a variable")
    }
  }

  /// The changes of a payload. Throws for anything that isn't a directory.
  func patch() throws(CommandFailure) -> PayloadPatch {
    var patch = PayloadPatch()
    patch.variables = variables
    patch.directory = try directory.map(TaskChange.directory)
    return patch
  }

  /// The variables to set, and then those to remove, in the form of a ``PayloadPatch``.
  var variables: [[UInt8]] { (env + unset).map { Array($0.utf8) } }
}
