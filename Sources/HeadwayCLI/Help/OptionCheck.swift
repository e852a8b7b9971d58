import FoundationEssentials
import HeadwayModel

/// The search for a misspelt option, once ArgumentParser has refused a command line.
///
/// ArgumentParser validates a command before it looks at the words that it couldn't use, so it may
/// complain about something else than the option.
///
/// ```swift
/// OptionCheck(dump: HeadwayCommand._dumpHelp())?.unknownOption(in: ["wait", "--al"])
/// // unknown option --al (--all?)
/// ```
struct OptionCheck {
  private let program: CommandDescription

  /// Reads ArgumentParser's description of all commands. Nil if it isn't one.
  init?(dump: String) {
    let tool = try? JSONDecoder().decode(CommandDescription.Tool.self, from: Data(dump.utf8))
    guard let tool else { return nil }
    program = tool.command
  }

  /// The complaint about the first option that the command doesn't have. Nil if it has all of them.
  ///
  /// - Parameter words: the command line without the program's name.
  func unknownOption(in words: [String]) -> String? {
    var rest = words[...]
    var command = program
    while let word = rest.first,
      let inner = command.subcommands?.first(where: { $0.commandName == word })
    {
      command = inner
      rest = rest.dropFirst()
    }
    if let usual = command.defaultSubcommand {
      command = command.subcommands?.first { $0.commandName == usual } ?? command
    }
    let names = Names(command)
    // A priority below 0 is a word of its own, and so is a number of slots, which is refused there.
    let takesNumbers = ["priority", "slots"].contains(command.commandName)
    var isValue = false
    for word in rest {
      if word == "--" { return nil }
      if isValue {
        isValue = false
      } else if word.hasPrefix("-"), word.count > 1, !takesNumbers || Double(word) == nil {
        let name = String(word.prefix { $0 != "=" })
        guard names.knows(name) else {
          return Self.complaint(name, names.all, of: command.commandName)
        }
        isValue = names.withValue.contains(name) && !word.contains("=")
      } else if names.takesCommand {
        return nil
      }
    }
    return nil
  }

  private static func complaint(
    _ name: String, _ known: [String], of command: String
  ) -> String {
    switch PeerOption.hint(for: name, of: command) {
    case .named(let words):
      return String(localized: "unknown option \(SanitisedText(name)): \(words) here")
    case .other(let advice):
      return String(localized: "unknown option \(SanitisedText(name)): \(advice.text)")
    case nil: break
    }
    // Every letter is near every other one.
    let meant = name.count > 2 ? known.nearest(to: name).map { " (\($0)?)" } ?? "" : ""
    return String(localized: "unknown option \(SanitisedText(name))\(meant)")
  }

  /// The names of a command's options.
  private struct Names {
    /// The names of all options and flags, and of `--help`.
    var all = ["--help", "-h", "--version"]
    /// The names of the options that take a value.
    var withValue: Set<String> = []
    /// Whether the command's words are another program's command line. Its options are no concern
    /// of this check.
    var takesCommand = false

    /// Whether the command has the option, or all short options of a group such as `-fq`.
    func knows(_ name: String) -> Bool {
      if all.contains(name) { return true }
      return !name.hasPrefix("--") && name.dropFirst().allSatisfy { all.contains("-\($0)") }
    }

    init(_ command: CommandDescription) {
      let first = (command.arguments ?? []).first { $0.kind == .positional }
      takesCommand = first?.valueName == "command"
      for argument in command.arguments ?? [] {
        let words = (argument.names ?? []).map(\.word)
        switch argument.kind {
        case .positional: break
        case .flag: all += words
        case .option:
          all += words
          withValue.formUnion(words)
        }
      }
    }
  }
}
