import ArgumentParser
import Glibc
import HeadwayModel

/// The commands of pueue, tsp, nq and at that have another name here.
///
/// ```sh
/// headway kill 7   # headway: kill is called cancel here
/// ```
enum CommandAlias: Equatable {
  /// A command with the same meaning, and the options that it needs for that.
  case same(String)
  /// Nothing with the same meaning. The text ends the line that names the right commands.
  case other(Phrase)

  /// The alias with this name. Nil for the name of a command, and for any other word.
  init?(_ name: String) {
    let commands = HeadwayCommand.configuration.subcommands
    let isCommand = commands.contains { $0.configuration.commandName == name }
    guard !isCommand, let alias = Self.table[name] else { return nil }
    self = alias
  }

  /// The name of the command that the alias stands for; nil if it stands for none.
  var command: String? {
    if case .same(let words) = self {
      words.split(separator: " ").first.map(String.init)
    } else {
      nil
    }
  }

  private static let removing = Phrase(
    "to delete an ended task: headway clean 7; to stop a live one: headway cancel 7")

  private static let table: [String: CommandAlias] = [
    "abort": .same("cancel"),
    "at": .other(Phrase("to start a command at a time: headway submit --at 22:00 -- CMD")),
    "atq": .same("list"),
    "atrm": .same("cancel"),
    "batch": .other(Phrase("to queue the commands of a file: headway submit --batch FILE")),
    "delete": .other(removing),
    "fq": .same("logs --follow"),
    "ls": .same("list"),
    "rerun": .same("restart"),
    "stat": .same("status"),
    "stop": .other(Phrase("to stop a task: headway cancel 7; to stop the hub: headway hub stop")),
    "tail": .same("logs --follow"),
    "add": .same("submit"),
    "enqueue": .same("resume"),
    "follow": .same("logs --follow"),
    "kill": .same("cancel"),
    "log": .same("logs"),
    "ps": .same("list"),
    "rm": .other(removing),
    "remove": .other(removing),
    "env": .other(
      Phrase("to change the environment of a queued task: headway edit 7 --env NAME=VALUE")),
    "parallel": .other(Phrase("for four tasks at once: headway group slots default 4")),
    "reset": .other(
      Phrase("to end and forget all: headway cancel --all, and then headway clean --all")),
    "shutdown": .other(Phrase("to stop the hub: headway hub stop; tasks that run go on")),
    "stash": .other(
      Phrase("to put a task on hold: headway pause 7; a new one: headway submit --hold")),
    "up": .other(Phrase("to queue the commands of a file: headway submit --batch FILE")),
  ]

  /// Replaces an alias by the name of the command, also behind `help` and `man`. Other command lines
  /// are returned unchanged.
  ///
  /// A person at a terminal is told the name. Throws for an alias without the same meaning.
  ///
  /// - Parameter words: the command line without the program's name.
  static func replaced(in words: [String]) throws(CommandFailure) -> [String] {
    let place = ["help", "man"].contains(words.first) ? 1 : 0
    guard words.indices.contains(place), let alias = CommandAlias(words[place]) else {
      return words
    }
    switch alias {
    case .same(let name):
      if isatty(STDERR_FILENO) == 1 {
        StandardStreams.complain(String(localized: "\(words[place]) is called \(name) here"))
      }
      let meant = name.split(separator: " ").map(String.init)
      var replaced = words
      replaced.replaceSubrange(place...place, with: place == 0 ? meant : Array(meant.prefix(1)))
      return replaced
    case .other(let advice):
      throw CommandFailure(
        "there is no command \(words[place]); \(advice.text)", status: .usage)
    }
  }
}
