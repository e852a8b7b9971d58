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

  /// Reads a command line.
  ///
  /// - Parameters:
  ///   - words: The command line without the program's name.
  ///   - variable: The value of `HEADWAY_HOST`; nil if it isn't set.
  init(_ words: [String], variable: String?) throws(CommandFailure) {
    var reader = Reader()
    self.words = try reader.read(words)
    let named = reader.host ?? (variable?.isEmpty == false ? variable : nil)
    guard let named else {
      host = nil
      return
    }
    guard let host = HostName(named) else {
      throw CommandFailure(
        "\(SanitisedText(named, limit: .line)) is no name of a host; give one that ssh knows",
        status: .usage)
    }
    self.host = host
  }

  /// Makes the choice hold for this process, or runs the command on the other machine in this
  /// process's place.
  ///
  /// - Parameter words: ``words``, with the command's own name.
  func enter(_ words: [String]) throws(CommandFailure) {
    let isVariable = ProcessEnvironment.variable(Self.variable)?.isEmpty == false
    unsetenv(Self.variable)
    let command = words.first { !$0.hasPrefix("-") }
    let asksForHelp = command == "help" || command == "man" || words.contains("--help")
    guard let host, !asksForHelp else { return }
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
    case .none:
      // The variable is for all commands; the option was meant for this one.
      if isVariable { return }
      throw CommandFailure(
        "headway \(command ?? "") works on this machine only; to run it there: ssh \(host) headway "
          + (command ?? ""), status: .usage)
    }
  }

  private struct Reader {
    private(set) var host: String?

    /// Returns `words` without what names the machine.
    mutating func read(_ words: [String]) throws(CommandFailure) -> [String] {
      var kept: [String] = []
      var command: String?
      var isName = false
      for (place, word) in words.enumerated() {
        if isName {
          isName = false
          try note(word)
        } else if word == "--" || HostRoute.takesCommand(command) && !word.hasPrefix("-") {
          return kept + words[place...]
        } else if word == "--host" {
          isName = true
        } else if word.hasPrefix("--host=") {
          try note(String(word.dropFirst("--host=".count)))
        } else if let (name, task) = Self.task(word), HostRoute.namesTask(at: kept, command) {
          try note(name)
          kept.append(task)
        } else {
          if command == nil, !word.hasPrefix("-") { command = word }
          kept.append(word)
        }
      }
      if isName {
        throw CommandFailure("--host needs a name; see: headway help hosts", status: .usage)
      }
      return kept
    }

    private mutating func note(_ name: String) throws(CommandFailure) {
      if let host, host != name {
        throw CommandFailure(
          "\(SanitisedText(host, limit: .line)) and \(SanitisedText(name, limit: .line)) are two "
            + "machines; give a command for each", status: .usage)
      }
      host = name
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
  /// The hub there answers, and this process prints.
  case bridge
  /// The command runs there; its streams are this process's.
  case there
  /// The command makes no sense for another machine.
  case none

  /// The route of the command with this name. Nil is the program without a command.
  init(_ command: String?) {
    switch command {
    case "list", "show", "history", "ack", "clean", "cancel", "pause", "resume", "start",
      "answer", "wait", "restart", "priority", "switch", "wake", "group":
      self = .bridge
    case nil, "watch", "run", "submit", "attach", "send", "logs", "edit", "adopt", "doctor",
      "status":
      self = .there
    default: self = .none
    }
  }

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

  /// Whether the next word may name a task.
  ///
  /// - Parameter words: The words before it.
  static func namesTask(at words: [String], _ command: String?) -> Bool {
    switch command {
    case nil, "run", "submit", "add", "adopt", "update", "watch": return false
    // The text to type may look like a task.
    case "send": return !words.contains { !$0.hasPrefix("-") && $0 != command }
    default: break
    }
    guard let last = words.last, last.hasPrefix("-"), !last.contains("=") else { return true }
    return !valueOptions.contains(last)
  }

  /// The options whose values could be taken for a task.
  private static let valueOptions: Set = [
    "--filter", "--sort", "--columns", "--format", "--group", "-g", "--note", "--message",
    "--title",
    "--id", "--at", "--timeout", "--limit", "--signal", "-n", "--since", "--until",
  ]
}
