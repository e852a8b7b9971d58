import Glibc
import HeadwayConfig
import HeadwayCore
import HeadwayRecognition
import HeadwaySupervisor
import HeadwaySystem

/// A command that is to be supervised, and all that its supervisor takes from the surroundings.
struct SupervisedCommand {
  let command: [RawText]
  let task: TaskDescription
  let paths: HeadwayPaths
  let config: HeadwayConfig

  var options: SupervisorOptions {
    var options = SupervisorOptions(command: command)
    options.environmentAdditions = [
      (name: "HEADWAY_TASK", value: RawText(task.key.description)),
      (name: "HEADWAY_SOCKET", value: RawText(paths.socket)),
    ]
    if let patience = task.stallPolicy.after { options.stallAfter = patience }
    options.rules = rules
    let terminal = ProgressTerminal(ProcessEnvironment.variable)
    options.tellsTerminal = config.run.terminalProgress && terminal == .showing
    options.environmentAdditions += Self.asksForProgress(of: terminal)
    if config.run.notifySocket { options.noticePath = noticePath }
    options.backgroundNiceness = config.background.niceness
    options.raisesSelected = config.background.raisesSelected
    options.scopeKey = task.key.description
    if config.tmux.pane { options.errandOnceLeft = paneErrand }
    options.logByteLimit = config.run.logByteLimit
    options.attachPlace = paths.attachPlace(ofKey: task.key)
    options.logPath = logPath
    return options
  }

  /// Opens the small pane in the tmux that the job was started in. What keeps it from opening is said on
  /// the card; nil where there is no tmux.
  private var paneErrand: [String]? {
    guard ProcessEnvironment.variable("TMUX") != nil,
      let program = ProcessEnvironment.executablePath
    else { return nil }
    let script =
      #"words=$("$1" tmux pane 2>&1) || exec "$1" update --task "$2" --subtitle "$words""#
    return ["sh", "-c", script, "sh", program, task.key.description]
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
  static func config() -> HeadwayConfig {
    UserConfig.loadOrDefaults("the command runs with the defaults").config
  }

  /// Those that can be used: the command runs all the same.
  private var rules: [RecognitionRule] {
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
  private var noticePath: String? {
    guard ProcessEnvironment.variable("NOTIFY_SOCKET") == nil,
      (try? PrivateDirectory.ensure(paths.runtimeDirectory)) != nil
    else { return nil }
    return "\(paths.runtimeDirectory)/notify-\(task.key)"
  }

  /// Nil where no log can be kept: the command runs all the same.
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
