import HeadwayModel
import HeadwaySystem
import HeadwayTerminal

/// The notifications that the monitor's terminal shows. Inside tmux it first asks which sequences
/// tmux passes on.
struct TerminalNotifier {
  private let terminal: NoticeTerminal
  private let isUnicode: Bool

  /// The time to wait for tmux. A hung server has no display to show anything on.
  private static let patience: Duration = .milliseconds(300)

  init(_ settings: TellingSettings, isUnicode: Bool) {
    terminal = NoticeTerminal(settings, ProcessEnvironment.variable)
    self.isUnicode = isUnicode
  }

  /// Sends the notification to the terminal.
  func tell(_ notification: NewsNotification, on screen: Screen) {
    let passage = terminal.asksTmux ? passage : nil
    screen.send(terminal.bytes(for: notification, by: passage, isUnicode: isUnicode))
  }

  /// The sequences that tmux passes on. Nil if tmux doesn't answer.
  private var passage: TmuxPassage? {
    let pane = ProcessEnvironment.variable("TMUX_PANE").map { ["-t", $0] } ?? []
    let words = ["display-message", "-p"] + pane + [TmuxPassage.format]
    return (try? TmuxSocket.around())?.run(words, within: Self.patience).flatMap {
      $0.succeeded ? TmuxPassage($0.line) : nil
    }
  }
}
