import Glibc
import HeadwayConfig
import HeadwayModel
import HeadwayRecognition
import HeadwaySupervisor
import HeadwaySystem

/// A command with everything that its supervisor takes from the environment and the config.
/// `headway run` and the fork server use it.
struct SupervisedCommand {
  let command: [RawText]
  let task: TaskDescription
  let paths: HeadwayPaths
  let config: HeadwayConfig

  /// The options for the supervisor.
  var options: SupervisorOptions {
    var options = SupervisorOptions(command: command)
    options.environmentAdditions = [
      (name: "HEADWAY_TASK", value: RawText(task.key.description)),
      (name: "HEADWAY_SOCKET", value: RawText(paths.socket)),
    ]
    let trace = TraceContext(
      of: task.key, launch: task.launch, within: ProcessEnvironment.variable("TRACEPARENT"))
    options.environmentAdditions.append((name: "TRACEPARENT", value: RawText(trace.description)))
    // The state belongs to the trace that it came with.
    if !trace.isInherited { options.environmentRemovals.append("TRACESTATE") }
    if let patience = task.stallPolicy.after { options.stallAfter = patience }
    (options.timeLimit, options.grace) = (task.timeLimit, task.grace)
    options.rules = rules
    let terminal = ProgressTerminal(ProcessEnvironment.variable)
    options.tellsTerminal = config.run.terminalProgress && terminal == .showing
    options.tellsStatus =
      config.run.terminalProgress && ProcessEnvironment.variable("HEADWAY_TASK") == nil
      && ProgressTerminal.passesOverQuestions { ProcessEnvironment.variable($0) }
    options.environmentAdditions += Self.asksForProgress(of: terminal)
    if config.run.notifySocket { options.noticePath = noticePath }
    options.backgroundNiceness = config.background.niceness
    options.raisesSelected = config.background.raisesSelected
    options.scopeKey = task.key.description
    if config.tmux.pane { options.errandOnceLeft = paneErrand }
    options.logByteLimit = config.run.logByteLimit
    options.attachPlace = paths.attachPlace(ofKey: task.key)
    options.logPath = logPath
    options.progressPath = options.logPath.map { $0 + HeadwayPaths.progressSuffix }
    return options
  }

  /// The script that opens a small pane in the surrounding tmux once the job has lost its terminal.
  /// A failure appears as the subtitle of the card, for readers of any language, so it is English
  /// here. Nil outside of tmux.
  private var paneErrand: [String]? {
    guard ProcessEnvironment.variable("TMUX") != nil,
      let program = ProcessEnvironment.executablePath
    else { return nil }
    let script =
      #"words=$(LANGUAGE=en "$1" tmux pane 2>&1) || exec "$1" update --task "$2" --subtitle "$words""#
    return ["sh", "-c", script, "sh", program, task.key.description]
  }

  /// The variable that makes Cargo report progress by `OSC 9;4` (The Cargo Book,
  /// `term.progress.term-integration`). Cargo does so only for terminals it knows, but the
  /// recogniser reads the sequence on any of them.
  ///
  /// Empty if the user has set the variable, if standard error isn't a terminal, or if the terminal
  /// might show the sequence as a message.
  private static func asksForProgress(
    of terminal: ProgressTerminal
  ) -> [(name: String, value: RawText)] {
    let name = "CARGO_TERM_PROGRESS_TERM_INTEGRATION"
    guard terminal != .unknown, isatty(STDERR_FILENO) == 1,
      ProcessEnvironment.variable(name) == nil
    else { return [] }
    return [(name: name, value: "true")]
  }

  /// The config, or the defaults with a complaint if the file is wrong: the command runs either
  /// way.
  static func config() -> HeadwayConfig {
    UserConfig.loadOrDefaults(String(localized: "the command runs with the defaults")).config
  }

  /// The user's recognition rules that compile. Complains about the others and goes on without
  /// them.
  private var rules: [RecognitionRule] {
    config.recognise.compactMap { rule in
      do throws(PatternError) {
        return try rule.compiled()
      } catch {
        StandardStreams.complain(
          String(
            localized: """
              [recognise.\(rule.name)] match: \(error) (the command runs without this rule)
              """))
        return nil
      }
    }
  }

  /// The path of the socket for sd_notify(3) messages. Nil if the command already has one, or if
  /// there is no directory for it.
  private var noticePath: String? {
    guard ProcessEnvironment.variable("NOTIFY_SOCKET") == nil,
      (try? PrivateDirectory.ensure(paths.runtimeDirectory)) != nil
    else { return nil }
    return "\(paths.runtimeDirectory)/notify-\(task.key)"
  }

  /// The path of the log. Nil if no log can be kept; the command runs without one.
  var logPath: String? {
    do {
      try PrivateDirectory.ensure(paths.stateDirectory)
      try PrivateDirectory.ensure(paths.logDirectory)
      return paths.log(ofKey: task.key, launch: task.launch)
    } catch {
      return nil
    }
  }
}
