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
  /// The machine; nil for this one, and for several.
  let host: HostName?
  /// The machines, if the command line names several of them or `all`.
  let several: [HostName]
  /// The command line without the machine, and without the program's name.
  let words: [String]

  /// The machine that this process's command is for. Nil for this one.
  static var chosen: HostName? {
    ProcessEnvironment.variable(variable).flatMap { $0 == all ? nil : HostName($0) }
  }

  /// The machines that this process's command is for, if they are several. Nil stands for this
  /// machine, which `all` includes.
  static func severalChosen() throws(CommandFailure) -> [HostName?]? {
    guard let value = ProcessEnvironment.variable(variable) else { return nil }
    let names = value.split(separator: separator).compactMap { HostName(String($0)) }
    guard names.contains(where: { $0.name == all }) else { return names.count > 1 ? names : nil }
    let watched = try Hosts.watched().map(\.name)
    return [nil] + watched + names.filter { $0.name != all && !watched.contains($0) }
  }

  /// The name that stands for this machine and all machines of the config.
  static let all = "all"

  /// The character between several names in the variable. No name has it.
  private static let separator: Character = ","

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
      (host, several, self.words, isByOption, asksForHelp) = (nil, [], words, false, false)
      return
    }
    var reader = Reader()
    self.words = try reader.read(words, default: variable)
    (isByOption, asksForHelp) = (!reader.hosts.isEmpty, reader.asksForHelp)
    var names: [HostName] = []
    for named in reader.hosts.isEmpty ? variable.map({ [$0] }) ?? [] : reader.hosts {
      guard let name = HostName(named) else {
        throw CommandFailure(
          "\"\(SanitisedText(named, limit: .line))\" is no name of a host; give one that ssh knows",
          status: .usage)
      }
      names.append(name)
    }
    let isOne = names.count == 1 && names.first?.name != Self.all
    (host, several) = (isOne ? names.first : nil, isOne ? [] : names)
  }

  /// Makes the choice hold for this process, or runs the command on the other machine in this
  /// process's place.
  ///
  /// - Parameter words: ``words``, with the command's own name.
  func enter(_ words: [String]) throws(CommandFailure) {
    if words.first == "---completion" { return }
    unsetenv(Self.variable)
    let command = words.first { !$0.hasPrefix("-") }
    guard !asksForHelp, command != "help", command != "man" else { return }
    if !several.isEmpty {
      guard HostRoute.takesSeveral(command) else {
        // The variable is for the commands that take --host.
        if !isByOption, HostRoute(command) == .here { return }
        throw CommandFailure(
          "only list, watch, history and status take several machines; name a machine",
          status: .usage)
      }
      let value = several.map(\.name).joined(separator: String(Self.separator))
      setenv(Self.variable, value, 1)
      return
    }
    guard let host else { return }
    try FleetOption.checkIsAlone(words)
    switch HostRoute(command) {
    case .bridge: setenv(Self.variable, host.name, 1)
    case .there:
      let hasTerminal =
        HostRoute.needsTerminal(command, words)
        && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
      let machine = try Hosts.named(host)
      try FarCommand.become(
        command == "submit" ? try Self.deliver(words, to: machine) : words, on: machine,
        hasTerminal: hasTerminal)
    case .here:
      // The variable is for the commands that take --host; the option was meant for this one.
      let isEnd = words.contains(where: HostRoute.ends.contains)
      guard isByOption || command == "hub" && !isEnd else { return }
      let name = command ?? ""
      guard isByOption else {
        throw CommandFailure(
          "headway \(name) works on this machine only; unset HEADWAY_HOST", status: .usage)
      }
      throw CommandFailure(
        """
        headway \(name) works on this machine only; to run it there: ssh \(host) headway \(name)
        """, status: .usage)
    }
  }

  /// Copies the files of `--send` to the machine. Returns the words without them.
  private static func deliver(
    _ words: [String], to machine: Host
  ) throws(CommandFailure) -> [String] {
    guard words.contains(where: { $0.hasPrefix(FileDelivery.option) }) else { return words }
    let delivery = FileDelivery(words)
    if !delivery.files.isEmpty {
      try FarCommand.check(delivery.words)
      try delivery.copy(to: machine)
    }
    return delivery.words
  }

  private struct Reader {
    /// The machines, in their order and each once.
    private(set) var hosts: [String] = []
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
      if isQualified, hosts.count > 1 { throw Self.twoMachines(hosts[0], hosts[1]) }
      if let host = hosts.first, namesTaskHere, isQualified, host != named ?? variable {
        throw CommandFailure(
          """
          a task of \(SanitisedText(host, limit: .line)) and one of this machine; give a command \
          for each
          """, status: .usage)
      }
      return kept + words[place...]
    }

    /// Whether a task's name, such as `build1:7`, chose the machine.
    private var isQualified = false
    /// The machine that the last `--host` names.
    private var named: String?

    /// Reads up to the words of another program. Returns the place of those.
    private mutating func readOptions(_ words: [String]) throws(CommandFailure) -> Int {
      for (place, word) in words.enumerated() {
        if option == "--host" {
          option = nil
          note(named: word)
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
          note(named: String(word.dropFirst("--host=".count)))
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
        try note(ofTask: name)
        kept.append(task)
      } else {
        namesTaskHere = true
        kept.append(word)
      }
    }

    /// Notes a machine of `--host`.
    private mutating func note(named name: String) {
      named = name
      if !hosts.contains(name) { hosts.append(name) }
    }

    /// Notes the machine of a task.
    private mutating func note(ofTask name: String) throws(CommandFailure) {
      if let host = hosts.first(where: { $0 != name }) { throw Self.twoMachines(host, name) }
      hosts = [name]
    }

    private static func twoMachines(_ one: String, _ other: String) -> CommandFailure {
      CommandFailure(
        """
        \(SanitisedText(one, limit: .line)) and \(SanitisedText(other, limit: .line)) are two \
        machines; give a command for each
        """, status: .usage)
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
