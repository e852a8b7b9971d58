import ArgumentParser
import Glibc
import HeadwayModel
import HeadwaySystem

/// The command at the end of a command line, with or without a leading `--`.
enum CommandWords {
  /// Answers `--help` and `--version`. For a captured command, ArgumentParser doesn't do so: it
  /// treats all words as the command's own.
  static func answerFlags(_ words: [String], of command: any ParsableCommand) throws {
    switch words.first {
    case "-h", "--help": throw CleanExit.helpRequest(command)
    case "--version": throw CleanExit.message(HeadwayCommand.configuration.version)
    default: break
    }
  }

  /// The words after `headway NAME` if they start with the command or with `--`. Nil if there are
  /// options to parse.
  static func withoutOptions(_ arguments: [String], of name: String) -> [String]? {
    guard arguments.count > 2, arguments[1] == name,
      arguments[2] == "--" || !arguments[2].hasPrefix("-")
    else { return nil }
    return Array(arguments.dropFirst(2))
  }

  /// The command as the bytes that the process received, because arguments need not be UTF-8.
  /// `name` is the subcommand, for messages. Throws if there is no command or it looks like an
  /// option.
  static func command(_ words: [String], of name: String) throws(CommandFailure) -> [RawText] {
    let isMarked = words.first == "--"
    let words = isMarked ? words.dropFirst() : words[...]
    if !isMarked, let mark = words.firstIndex(of: "--"), mark > words.startIndex,
      words[..<mark].allSatisfy({ Int($0) != nil })
    {
      throw CommandFailure(
        "several tasks of --after stand in one word: --after 3,4; see: headway help \(name)",
        status: .usage)
    }
    guard let first = words.first else {
      throw CommandFailure(
        "no command given; try: headway \(name) -- rsync -a src/ dst/", status: .usage)
    }
    if !isMarked, first.hasPrefix("-") {
      let check = OptionCheck(dump: HeadwayCommand._dumpHelp())
      let complaint =
        check?.unknownOption(in: [name, first])
        ?? String(localized: "unknown option \(SanitisedText(first))")
      throw CommandFailure(
        "\(complaint); see: headway help \(name) (a command with this name goes after --)",
        status: .usage)
    }
    return Array(OwnProcess.arguments.suffix(words.count))
  }

  /// Throws for an empty command name, usually an unset shell variable. A queued command would
  /// otherwise fail much later.
  static func refuseNoName(_ command: [RawText], of name: String) throws(CommandFailure) {
    guard command.first?.bytes.isEmpty == true else { return }
    throw CommandFailure(
      "the command's name is empty; try: headway \(name) -- rsync -a src/ dst/", status: .usage)
  }

  /// Throws if the command is a single word with shell syntax in it and isn't a program: the user
  /// forgot `sh -c`.
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
