import ArgumentParser
import Glibc
import HeadwayCore
import HeadwaySystem

/// A command as it stands at the end of a command line, `--` in front of it or not.
enum CommandWords {
  /// Passing all on, the parser passes on its own flags too.
  static func answerFlags(_ words: [String], of command: any ParsableCommand) throws {
    switch words.first {
    case "-h", "--help": throw CleanExit.helpRequest(command)
    case "--version": throw CleanExit.message(HeadwayCommand.configuration.version)
    default: break
    }
  }

  /// The words behind `headway NAME`, where they begin with the command or with `--`; nil for anything
  /// that has to be parsed.
  static func withoutOptions(_ arguments: [String], of name: String) -> [String]? {
    guard arguments.count > 2, arguments[1] == name,
      arguments[2] == "--" || !arguments[2].hasPrefix("-")
    else { return nil }
    return Array(arguments.dropFirst(2))
  }

  /// Its bytes as they were given: arguments need not be UTF-8. `name` is what it was given to.
  static func command(_ words: [String], of name: String) throws(CommandFailure) -> [RawText] {
    let isMarked = words.first == "--"
    let words = isMarked ? words.dropFirst() : words[...]
    guard let first = words.first else {
      throw CommandFailure(
        "no command given; try: headway \(name) -- rsync -a src/ dst/", status: .usage)
    }
    if !isMarked, first.hasPrefix("-") {
      throw CommandFailure(
        "\(SanitisedText(first)) is no option; see: headway help \(name) (a command of that name "
          + "goes after --)", status: .usage)
    }
    return Array(OwnProcess.arguments.suffix(words.count))
  }

  /// What is queued fails only when its turn comes: an empty name, as of a variable that isn't set,
  /// is told at once.
  static func refuseNoName(_ command: [RawText], of name: String) throws(CommandFailure) {
    guard command.first?.bytes.isEmpty == true else { return }
    throw CommandFailure(
      "the command's name is empty; try: headway \(name) -- rsync -a src/ dst/", status: .usage)
  }

  /// One word with shell syntax in it is meant for a shell.
  static func refuseShellSyntax(
    _ command: [RawText], of name: String
  ) throws(CommandFailure) {
    guard command.count == 1, let word = command.first?.string,
      word.contains(where: { " |&;<>()$`".contains($0) }), access(word, X_OK) != 0
    else { return }
    throw CommandFailure(
      "\(SanitisedText(word)) looks like shell syntax; use: headway \(name) -- sh -c '…'",
      status: .usage)
  }
}
