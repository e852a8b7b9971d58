/// The tmux pane in whose terminal a process runs.
///
/// ```swift
/// let pane = TmuxPane(terminal: "/dev/pts/3")
/// pane?.isShown(within: .milliseconds(200))  // false while no client shows the pane
/// ```
package struct TmuxPane: Sendable {
  private let socket: TmuxSocket
  private let name: String
  private let terminal: String

  /// Finds the pane that the variables `TMUX` and `TMUX_PANE` name. Nil outside of tmux, and for the
  /// server of another user.
  ///
  /// - Parameter terminal: the path of the process's terminal. A terminal emulator that was started
  ///   in a pane inherits the variables, but has another terminal than the pane.
  package init?(
    terminal: String, _ variable: (String) -> String? = ProcessEnvironment.variable
  ) {
    guard let name = variable("TMUX_PANE"), Self.isName(name),
      TmuxSocket.pathAround(variable) != nil, let socket = try? TmuxSocket.around(variable)
    else { return nil }
    (self.socket, self.name, self.terminal) = (socket, name, terminal)
  }

  /// Whether a client shows the pane. Nil if tmux doesn't answer within `patience`, and if the pane
  /// has another terminal than the process.
  package func isShown(within patience: Duration) -> Bool? {
    let words = ["display-message", "-p", "-t", name, Self.format]
    guard let run = socket.run(words, within: patience), run.succeeded else { return nil }
    return Self.isShown(run.line, terminal: terminal)
  }

  /// The facts about a pane that ``isShown(_:terminal:)`` reads (tmux(1), FORMATS). Versions before
  /// 3.1 leave the last one empty.
  private static let format =
    "#{pane_tty} #{session_attached} #{window_active} #{window_zoomed_flag} #{pane_active} "
    + "#{window_active_clients}"

  /// Reads tmux's answer. Nil for an answer that isn't understood, and for another terminal.
  static func isShown(_ answer: String, terminal: String) -> Bool? {
    let fields = answer.split(separator: " ")
    let numbers = fields.dropFirst().compactMap { Int($0) }
    guard fields.first.map(String.init) == terminal, numbers.count == fields.count - 1,
      numbers.count >= 4
    else { return nil }
    let (sessionClients, isCurrent) = (numbers[0], numbers[1] > 0)
    let isBehindZoomed = numbers[2] > 0 && numbers[3] == 0
    let clients = numbers.count > 4 ? numbers[4] : isCurrent ? sessionClients : 0
    return clients > 0 && !isBehindZoomed
  }

  /// Whether a text is the name of a pane, such as `%12`. Anything else could be an option of tmux.
  private static func isName(_ text: String) -> Bool {
    text.hasPrefix("%") && text.utf8.count <= 12
      && text.dropFirst().allSatisfy { $0.isASCII && $0.isNumber } && text.count > 1
  }
}
