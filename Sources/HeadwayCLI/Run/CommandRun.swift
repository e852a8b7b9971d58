import Glibc
import HeadwayConfig
import HeadwayCore
import HeadwayLink
import HeadwayRecognition
import HeadwaySupervisor
import HeadwaySystem

/// What `headway run` was asked for, and the doing of it.
struct CommandRun {
  /// The command, `--` in front of it or not.
  var words: [String]
  var title: String?
  var subtitle: String?
  var identifier: String?
  var total: Int64?
  var unit: String?
  var stallPolicy = StallPolicy()
  /// Nil is the config's.
  var grace: Duration?
  var group: String?
  var sensitive = false

  /// Leaves as the command leaves; returns only by failing.
  func perform() throws {
    let command = try rawCommand()
    if ProcessEnvironment.variables["HEADWAY"] == "off" {
      throw PlainExecution.failure(of: command)
    }
    try refuseShellSyntax(command)
    let config = Self.config()
    let paths: HeadwayPaths
    do {
      paths = try HeadwayPaths.resolve()
    } catch {
      StandardStreams.complain("\(error) (the command runs without a card)")
      throw PlainExecution.failure(of: command)
    }
    let task = description(command, config)
    let link = WorkerLink(
      task: task, report: firstReport, paths: paths, isSupervisor: true, mayStartHub: true)
    let startedAt = SystemClocks.awake
    _ = link.step(now: startedAt)
    let complained = complain(of: link.trouble, isOver: false)
    var options = SupervisorOptions(command: command)
    options.environmentAdditions = [
      (name: "HEADWAY_TASK", value: RawText(task.key.description)),
      (name: "HEADWAY_SOCKET", value: RawText(paths.socket)),
    ]
    if let patience = task.stallPolicy.after { options.stallAfter = patience }
    options.rules = Self.rules(config)
    let terminal = ProgressTerminal(ProcessEnvironment.variable)
    options.tellsTerminal = config.run.terminalProgress && terminal == .showing
    options.environmentAdditions += Self.asksForProgress(of: terminal)
    if config.run.notifySocket { options.noticePath = Self.noticePath(of: task.key, in: paths) }
    options.logByteLimit = config.run.logByteLimit
    options.attachPlace = paths.attachPlace(ofKey: task.key)
    options.logPath = Self.logPath(of: task.key, in: paths)
    let status = Supervisor(options: options, hub: link).run()
    if !complained, link.number == nil {
      _ = complain(of: link.trouble, isOver: SystemClocks.awake - startedAt > .seconds(1))
    }
    Supervisor.leave(as: status)
  }

  /// Says why there is no card, in one line. No hub yet, or one that has just gone, is no trouble:
  /// one is being started.
  private func complain(of trouble: LinkError?, isOver: Bool) -> Bool {
    guard let trouble, isOver || trouble != .noHub && trouble != .connectionLost else {
      return false
    }
    StandardStreams.complain("\(trouble) (the command \(isOver ? "ran" : "runs") without a card)")
    return true
  }

  /// The command's bytes as they were given: arguments need not be UTF-8.
  private func rawCommand() throws(CommandFailure) -> [RawText] {
    let isMarked = words.first == "--"
    let words = isMarked ? words.dropFirst() : words[...]
    guard let name = words.first else {
      throw CommandFailure(
        "no command given; try: headway run -- rsync -a src/ dst/", status: .usage)
    }
    if !isMarked, name.hasPrefix("-") {
      throw CommandFailure(
        "\(SanitisedText(name)) is no option; see: headway help run (a command of that name goes "
          + "after --)", status: .usage)
    }
    return Array(OwnProcess.arguments.suffix(words.count))
  }

  private func description(_ command: [RawText], _ config: HeadwayConfig) -> TaskDescription {
    var generator = SystemRandomNumberGenerator()
    let words = command.map(\.string)
    var task = TaskDescription(
      key: .random(using: &generator),
      title: SanitisedText(title ?? words.joined(separator: " ")))
    task.identifier = identifier.map { SanitisedText($0, limit: .identifier) }
    task.command = words.map { SanitisedText($0, limit: .line) }
    task.directory = ProcessEnvironment.workingDirectory.map { SanitisedText($0, limit: .line) }
    task.parent = ProcessEnvironment.variables["HEADWAY_TASK"].flatMap { TaskKey($0) }
    task.group = group.map { SanitisedText($0, limit: .identifier) }
    task.sensitive = sensitive
    task.stallPolicy = stallPolicy
    task.grace = grace ?? config.run.grace
    task.startedAt = WallTime(
      millisecondsSinceEpoch: SystemClocks.sinceEpoch.wholeMilliseconds)
    return task
  }

  private var firstReport: WorkerReport {
    var report = WorkerReport()
    report.subtitle = subtitle.map { SanitisedText($0, limit: .line) }
    report.reading = ProgressReading(
      completed: total == nil ? nil : 0, total: total, unit: unit.map { SanitisedText($0) })
    return report
  }

  /// One word with shell syntax in it is meant for a shell.
  private func refuseShellSyntax(_ command: [RawText]) throws(CommandFailure) {
    guard command.count == 1, let word = command.first?.string,
      word.contains(where: { " |&;<>()$`".contains($0) }), access(word, X_OK) != 0
    else { return }
    throw CommandFailure(
      "\(SanitisedText(word)) looks like shell syntax; use: headway run -- sh -c '…'",
      status: .usage)
  }

  /// Cargo says how far it is by `OSC 9;4` (The Cargo Book, `term.progress.term-integration`), to
  /// terminals that it knows. The recogniser knows it too: ask, where nothing else shows of it.
  private static func asksForProgress(
    of terminal: ProgressTerminal
  ) -> [(name: String, value: RawText)] {
    let name = "CARGO_TERM_PROGRESS_TERM_INTEGRATION"
    guard terminal != .unknown, isatty(STDERR_FILENO) == 1,
      ProcessEnvironment.variable(name) == nil
    else { return [] }
    return [(name: name, value: "true")]
  }

  /// The defaults where the file is wrong: the command runs all the same.
  private static func config() -> HeadwayConfig {
    let environment = ProcessEnvironment.variables
    guard let path = HeadwayConfig.path(environment: environment) else { return HeadwayConfig() }
    do {
      return try HeadwayConfig.load(path: path)
    } catch {
      StandardStreams.complain("\(path): \(error) (the command runs with the defaults)")
      return HeadwayConfig()
    }
  }

  /// Those that can be used: the command runs all the same.
  private static func rules(_ config: HeadwayConfig) -> [RecognitionRule] {
    config.recognise.compactMap { rule in
      do throws(PatternError) {
        return try rule.compiled()
      } catch {
        StandardStreams.complain(
          "[recognise.\(rule.name)] match: \(error) (the command runs without this rule)")
        return nil
      }
    }
  }

  /// Nil where the command has somebody to notify already, or there is no place for a socket.
  private static func noticePath(of key: TaskKey, in paths: HeadwayPaths) -> String? {
    guard ProcessEnvironment.variable("NOTIFY_SOCKET") == nil,
      (try? PrivateDirectory.ensure(paths.runtimeDirectory)) != nil
    else { return nil }
    return "\(paths.runtimeDirectory)/notify-\(key)"
  }

  /// Nil where no log can be kept: the command runs all the same.
  private static func logPath(of key: TaskKey, in paths: HeadwayPaths) -> String? {
    do {
      try PrivateDirectory.ensure(paths.stateDirectory)
      try PrivateDirectory.ensure(paths.logDirectory)
      return "\(paths.logDirectory)/\(key).log"
    } catch {
      return nil
    }
  }
}
