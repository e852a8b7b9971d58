/// The options of pueue, tsp and nq that have another name here, or nothing with the same meaning.
///
/// ```swift
/// PeerOption.hint(for: "--label", of: "submit")  // --title here
/// ```
enum PeerOption {
  /// Returns what to use instead of an option that a command doesn't have. Nil if no peer has it.
  ///
  /// - Parameters:
  ///   - name: the option with its hyphens.
  ///   - command: the name of the command, or of the program for an option before a command.
  static func hint(for name: String, of command: String) -> String? {
    if command == "headway", name.count == 2, name.first == "-" {
      return "for the options of tsp see headway help task-spooler"
    }
    return ofCommands[command]?[name] ?? ofAll[name]
  }

  private static let ofAll = [
    "--config": "the config is headway/config.toml in the folder that XDG_CONFIG_HOME names",
    "--profile": "a second hub has its own HEADWAY_SOCKET, XDG_STATE_HOME and XDG_CONFIG_HOME",
    "--set_logdir": "the logs are in the folder that XDG_STATE_HOME names",
  ]

  private static let ofCommands = [
    "submit": ofSubmit,
    "logs": ["-l": "-n here", "--lines": "-n here", "-a": "--all here"],
    "wait": ["-s": "--state here", "--status": "--state here"],
    "restart": [
      "-i": "headway restart keeps the number; --as-new makes a new task",
      "--in-place": "headway restart keeps the number; --as-new makes a new task",
      "-a": "--failed here", "--all-failed": "--failed here", "-e": "--edit here",
      "-k": "headway restart waits in the queue; headway start 7 starts it now",
    ],
    "resume": ["--delay": "headway edit 7 --at +3h here"],
    "clean": ["-s": "--successful here", "--successful-only": "--successful here"],
    "cancel": ["-a": "--all here", "-s": "--signal here"],
    "add": ["-p": "--slots here", "--parallel": "--slots here"],
    "status": ["--json": "headway list --json here", "-j": "headway list --json here"],
    "edit": [
      "--label": "--title here", "--path": "--directory here",
      "--hold": "headway pause 7 puts it on hold",
    ],
  ]

  private static let ofSubmit = [
    "--label": "--title here", "-l": "--title here", "-L": "--title here",
    "--stashed": "--hold here", "-s": "--hold here", "-i": "--immediate here",
    "--delay": "--at here, such as --at +3h or --at 'tomorrow 9:00'",
    "-a": "--after here", "-nf": "headway run --queue -- sh -c 'CMD >/dev/null 2>&1' here",
    "-d": "--after last for tsp's -d, --at +3h for pueue's",
    "-w": "--directory here", "--working-directory": "--directory here",
    "-o": "--priority here", "-D": "--after here", "-W": "--after here",
    "-N": "--slots here", "-G": "--needs gpu here", "--gpu_indices": "--gpus here",
    "-E": "--separate-stderr here", "-m": "--notify here",
    "-f": "headway run --queue -- CMD here", "--follow": "headway run --queue -- CMD here",
    "-p": "without a terminal headway submit prints only the number",
    "--print-task-id": "without a terminal headway submit prints only the number",
    "-n": "headway submit -- sh -c 'CMD >/dev/null 2>&1' here",
    "-O": "headway show has the path of the log; or headway submit -- sh -c 'CMD >FILE'",
    "-z": "headway logs --raw 7 | gzip >FILE here",
    "--escape": "headway submit runs the words as they are, without a shell",
  ]
}
