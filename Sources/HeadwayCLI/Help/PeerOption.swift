import HeadwayModel

/// The options of pueue, tsp and nq that have another name here, or nothing with the same meaning.
///
/// ```swift
/// PeerOption.hint(for: "--label", of: "submit")  // .named("--title")
/// ```
enum PeerOption {
  /// Returns what to use instead of an option that a command doesn't have. Nil if no peer has it.
  ///
  /// - Parameters:
  ///   - name: the option with its hyphens.
  ///   - command: the name of the command, or of the program for an option before a command.
  static func hint(for name: String, of command: String) -> Hint? {
    if command == "headway", name.count == 2, name.first == "-" {
      return .other(Phrase("for the options of tsp see headway help task-spooler"))
    }
    return ofCommands[command]?[name] ?? ofAll[name]
  }

  /// The thing to use instead.
  enum Hint {
    /// An option, or a command line, with the same meaning.
    case named(String)
    /// A sentence on what to do.
    case other(Phrase)
  }

  private static let ofAll: [String: Hint] = [
    "--config": .other(
      Phrase("the config is headway/config.toml in the folder that XDG_CONFIG_HOME names")),
    "--profile": .other(
      Phrase("a second hub has its own HEADWAY_SOCKET, XDG_STATE_HOME and XDG_CONFIG_HOME")),
    "--set_logdir": .other(Phrase("the logs are in the folder that XDG_STATE_HOME names")),
  ]

  private static let ofCommands: [String: [String: Hint]] = [
    "submit": ofSubmit,
    "logs": ["-l": .named("-n"), "--lines": .named("-n"), "-a": .named("--all")],
    "wait": ["-s": .named("--state"), "--status": .named("--state")],
    "restart": [
      "-i": .other(Phrase("headway restart keeps the number; --as-new makes a new task")),
      "--in-place": .other(Phrase("headway restart keeps the number; --as-new makes a new task")),
      "-a": .named("--failed"), "--all-failed": .named("--failed"), "-e": .named("--edit"),
      "-k": .other(Phrase("headway restart waits in the queue; headway start 7 starts it now")),
    ],
    "resume": ["--delay": .named("headway edit 7 --at +3h")],
    "clean": ["-s": .named("--successful"), "--successful-only": .named("--successful")],
    "cancel": ["-a": .named("--all"), "-s": .named("--signal")],
    "add": ["-p": .named("--slots"), "--parallel": .named("--slots")],
    "status": ["--json": .named("headway list --json"), "-j": .named("headway list --json")],
    "edit": [
      "--label": .named("--title"), "--path": .named("--directory"),
      "--hold": .other(Phrase("headway pause 7 puts it on hold")),
    ],
  ]

  private static let ofSubmit: [String: Hint] = [
    "--label": .named("--title"), "-l": .named("--title"), "-L": .named("--title"),
    "--stashed": .named("--hold"), "-s": .named("--hold"), "-i": .named("--immediate"),
    "--delay": .other(Phrase("--at here, such as --at +3h or --at 'tomorrow 9:00'")),
    "-a": .named("--after"), "-nf": .named("headway run --queue -- sh -c 'CMD >/dev/null 2>&1'"),
    "-d": .other(Phrase("--after last for tsp's -d, --at +3h for pueue's")),
    "-w": .named("--directory"), "--working-directory": .named("--directory"),
    "-o": .named("--priority"), "-D": .named("--after"), "-W": .named("--after"),
    "-N": .named("--slots"), "-G": .named("--needs gpu"), "--gpu_indices": .named("--gpus"),
    "-E": .named("--separate-stderr"), "-m": .named("--notify"),
    "-f": .named("headway run --queue -- CMD"), "--follow": .named("headway run --queue -- CMD"),
    "-p": .other(Phrase("without a terminal headway submit prints only the number")),
    "--print-task-id": .other(Phrase("without a terminal headway submit prints only the number")),
    "-n": .named("headway submit -- sh -c 'CMD >/dev/null 2>&1'"),
    "-O": .other(
      Phrase("headway show has the path of the log; or headway submit -- sh -c 'CMD >FILE'")),
    "-z": .named("headway logs --raw 7 | gzip >FILE"),
    "--escape": .other(Phrase("headway submit runs the words as they are, without a shell")),
  ]
}
