import ArgumentParser

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
      "answer", "wait", "restart", "priority", "switch", "wake", "group", "watch", nil:
      self = .bridge
    case "run", "submit", "attach", "send", "logs", "edit", "doctor", "status":
      self = .there
    default: self = .here
    }
  }

  /// Whether the command puts the answers of several machines together. Nil is the program without a
  /// command, the monitor.
  static func takesSeveral(_ command: String?) -> Bool {
    [nil, "watch", "list", "history", "status"].contains(command)
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
