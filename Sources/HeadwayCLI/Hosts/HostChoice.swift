import ArgumentParser
import Glibc
import HeadwayLink
import HeadwayModel
import HeadwaySystem

/// The machine that a command line is for, taken out of its words.
///
/// `--host build1`, `HEADWAY_HOST=build1` and a task's name such as `build1:7` choose it.
///
/// ```swift
/// try HostChoice(["cancel", "build1:7"], variable: nil).words   // ["cancel", "7"]
/// ```
struct HostChoice {
  /// The machine; nil for this one.
  let host: HostName?
  /// The command line without the machine, and without the program's name.
  let words: [String]

  /// The machine that this process's command is for. Nil for this one.
  static var chosen: HostName? {
    ProcessEnvironment.variable(variable).flatMap { HostName($0) }
  }

  /// Whether the command is for all machines of the config.
  static var isAll: Bool { ProcessEnvironment.variable(variable) == all }

  /// The name that stands for all machines.
  private static let all = "all"

  /// The variable that names the machine. A command line with another machine sets it.
  static let variable = "HEADWAY_HOST"

  /// Whether `--host` or a task's name chose the machine, rather than the variable.
  private let isByOption: Bool
  /// Whether the command line asks for help.
  let asksForHelp: Bool

  /// Reads a command line.
  ///
  /// - Parameters:
  ///   - words: The command line without the program's name.
  ///   - variable: The value of `HEADWAY_HOST`; nil if it isn't set.
  init(_ words: [String], variable: String?) throws(CommandFailure) {
    let variable = variable?.isEmpty == false ? variable : nil
    // The description of all commands, which the reader needs, takes longer than most commands.
    guard variable != nil || words.contains(where: Reader.mayNameHost) else {
      (host, self.words, isByOption, asksForHelp) = (nil, words, false, false)
      return
    }
    var reader = Reader()
    self.words = try reader.read(words, default: variable)
    (isByOption, asksForHelp) = (reader.host != nil, reader.asksForHelp)
    guard let named = reader.host ?? variable else {
      host = nil
      return
    }
    guard let host = HostName(named) else {
      throw CommandFailure(
        "\"\(SanitisedText(named, limit: .line))\" is no name of a host; give one that ssh knows",
        status: .usage)
    }
    self.host = host
  }

  /// Makes the choice hold for this process, or runs the command on the other machine in this
  /// process's place.
  ///
  /// - Parameter words: ``words``, with the command's own name.
  func enter(_ words: [String]) throws(CommandFailure) {
    if words.first == "---completion" { return }
    unsetenv(Self.variable)
    let command = words.first { !$0.hasPrefix("-") }
    guard let host, !asksForHelp, command != "help", command != "man" else { return }
    if host.name == Self.all, command != "list" {
      throw CommandFailure("only headway list takes --host all; name a machine", status: .usage)
    }
    switch HostRoute(command) {
    case .bridge: setenv(Self.variable, host.name, 1)
    case .there:
      let hasTerminal =
        HostRoute.needsTerminal(command, words)
        && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
      try FarCommand.become(words, on: try Hosts.named(host), hasTerminal: hasTerminal)
    case .here:
      // The variable is for the commands that take --host; the option was meant for this one.
      let isEnd = words.contains(where: HostRoute.ends.contains)
      guard isByOption || command == "hub" && !isEnd else { return }
      throw CommandFailure(
        "headway \(command ?? "") works on this machine only; "
          + (isByOption
            ? "to run it there: ssh \(host) headway \(command ?? "")" : "unset HEADWAY_HOST"),
        status: .usage)
    }
  }

  private struct Reader {
    private(set) var host: String?
    private(set) var asksForHelp = false
    /// Whether a word names a task without a machine.
    private var namesTaskHere = false
    private var kept: [String] = []
    private var command: String?
    /// The option whose value comes next; nil if none does.
    private var option: String?

    /// Returns `words` without what names the machine.
    ///
    /// - Parameter variable: The machine of the tasks that are named without one.
    mutating func read(
      _ words: [String], default variable: String?
    ) throws(CommandFailure) -> [String] {
      let place = try readOptions(words)
      if let host, namesTaskHere, isQualified, host != named ?? variable {
        throw CommandFailure(
          "a task of \(SanitisedText(host, limit: .line)) and one of this machine; give a command "
            + "for each", status: .usage)
      }
      return kept + words[place...]
    }

    /// Whether a task's name, such as `build1:7`, chose the machine.
    private var isQualified = false
    /// The machine that `--host` names.
    private var named: String?

    /// Reads up to the words of another program. Returns the place of those.
    private mutating func readOptions(_ words: [String]) throws(CommandFailure) -> Int {
      for (place, word) in words.enumerated() {
        if option == "--host" {
          option = nil
          named = word
          try note(word)
        } else if let option {
          if HostRoute.taskOptions.contains(option), Self.task(word) != nil {
            throw CommandFailure(
              "\(option) names tasks of the same machine; give their numbers", status: .usage)
          }
          self.option = nil
          kept.append(word)
        } else if word == "--" {
          return place
        } else if word == "--host" {
          option = word
        } else if word.hasPrefix("--host=") {
          named = String(word.dropFirst("--host=".count))
          try note(named ?? "")
        } else if word.hasPrefix("-"), word.count > 1 {
          asksForHelp = asksForHelp || word == "--help" || word == "-h"
          if HostRoute.optionsWithValue(of: command).contains(word) { option = word }
          kept.append(word)
        } else if command == nil {
          command = word
          kept.append(word)
        } else if HostRoute.takesCommand(command) {
          return place
        } else {
          try readWord(word)
        }
      }
      if option == "--host" {
        throw CommandFailure("--host needs a name; see: headway help hosts", status: .usage)
      }
      return words.count
    }

    private mutating func readWord(_ word: String) throws(CommandFailure) {
      guard HostRoute.takesTask(command, after: kept) else { return kept.append(word) }
      if let (name, task) = Self.task(word) {
        isQualified = true
        try note(name)
        kept.append(task)
      } else {
        namesTaskHere = true
        kept.append(word)
      }
    }

    private mutating func note(_ name: String) throws(CommandFailure) {
      if let host, host != name {
        throw CommandFailure(
          "\(SanitisedText(host, limit: .line)) and \(SanitisedText(name, limit: .line)) are two "
            + "machines; give a command for each", status: .usage)
      }
      host = name
    }

    /// Whether a word could name a machine.
    static func mayNameHost(_ word: String) -> Bool {
      word == "--host" || word.hasPrefix("--host=") || task(word) != nil
    }

    /// The machine and the task of a word such as `build1:7`, `build1:61-70` or `build1:last`.
    private static func task(_ word: String) -> (host: String, task: String)? {
      guard let colon = word.lastIndex(of: ":") else { return nil }
      let (name, task) = (String(word[..<colon]), String(word[word.index(after: colon)...]))
      let isTask =
        task == "last"
        || task.first?.isASCIIDigit == true
          && task.allSatisfy { $0.isASCIIDigit || $0 == "-" }
      return isTask && HostName(name) != nil ? (name, task) : nil
    }
  }
}

/// The way in which a command for another machine is carried out.
enum HostRoute: Equatable {
  /// The hub there is asked, and this process prints the answer.
  case bridge
  /// The command runs there; its streams are this process's.
  case there
  /// The command makes sense for this machine only.
  case here

  /// The route of the command with this name. Nil is the program without a command.
  init(_ command: String?) {
    switch command {
    case "list", "show", "history", "ack", "clean", "cancel", "pause", "resume", "start",
      "answer", "wait", "restart", "priority", "switch", "wake", "group":
      self = .bridge
    case nil, "watch", "run", "submit", "attach", "send", "logs", "edit", "doctor", "status":
      self = .there
    default: self = .here
    }
  }

  /// The subcommands of `hub` that ssh runs on the far side, where the variable may be set too.
  static let ends: Set = ["connect", "words"]

  /// Whether the command gets a terminal there, if this process has one.
  static func needsTerminal(_ command: String?, _ words: [String]) -> Bool {
    switch command {
    case "submit", "send", "doctor", "status": false
    case "logs": words.contains("--follow") || words.contains("-f")
    default: true
    }
  }

  /// Whether the words behind the command's options are a command line of another program.
  static func takesCommand(_ command: String?) -> Bool {
    command == "run" || command == "submit" || command == "add"
  }

  /// Whether the next word of the command, which is no option and no option's value, names a task.
  ///
  /// - Parameter words: The words before it.
  static func takesTask(_ command: String?, after words: [String]) -> Bool {
    switch command {
    case "show", "cancel", "kill", "pause", "resume", "start", "wait", "restart", "rerun", "edit",
      "switch", "ack", "clean", "logs", "log", "tail", "follow", "attach":
      true
    // The words behind the task may look like one: a text to type, an answer, a number.
    case "send", "answer", "priority": words.count { !$0.hasPrefix("-") } == 1
    default: false
    }
  }

  /// The options whose values name tasks.
  static let taskOptions: Set = ["--after", "--after-any", "--after-all", "--while"]

  /// The options of a command that take a value.
  static func optionsWithValue(of command: String?) -> Set<String> {
    let words = command.map { CommandAlias($0)?.command ?? $0 }
    return Set(program?.subcommand(words.map { [$0] } ?? [])?.optionsWithValue ?? [])
  }

  private static let program = CommandDescription(dump: HeadwayCommand._dumpHelp())
}
