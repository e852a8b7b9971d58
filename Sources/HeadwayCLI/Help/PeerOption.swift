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
    (command == "submit" ? ofSubmit[name] : nil) ?? ofAll[name]
  }

  private static let ofAll = [
    "--config": "the config is headway/config.toml in the folder that XDG_CONFIG_HOME names",
    "--profile": "a second hub has its own HEADWAY_SOCKET, XDG_STATE_HOME and XDG_CONFIG_HOME",
    "--set_logdir": "the logs are in the folder that XDG_STATE_HOME names",
  ]

  private static let ofSubmit = [
    "--label": "--title here", "-l": "--title here", "-L": "--title here",
    "--stashed": "--hold here", "-s": "--hold here", "-i": "--immediate here",
    "--delay": "--at here, such as --at +3h or --at 'tomorrow 9:00'",
    "-d": "--after-any last for tsp's -d, --at +3h for pueue's",
    "-w": "--directory here", "--working-directory": "--directory here",
    "-o": "--priority here", "-D": "--after-any here", "-W": "--after here",
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
