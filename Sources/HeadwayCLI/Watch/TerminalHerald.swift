import HeadwayCore
import HeadwaySystem
import HeadwayTerminal

/// Has the monitor's terminal tell its user. It decides nothing but asks tmux what it lets through.
struct TerminalHerald {
  private let terminal: NoticeTerminal
  private let isUnicode: Bool

  /// A server that hangs has nothing to show.
  private static let patience: Duration = .milliseconds(300)

  init(_ settings: TellingSettings, isUnicode: Bool) {
    terminal = NoticeTerminal(settings, ProcessEnvironment.variable)
    self.isUnicode = isUnicode
  }

  func tell(_ notification: NewsNotification, on screen: Screen) {
    let passage = terminal.asksTmux ? passage : nil
    screen.send(terminal.bytes(for: notification, by: passage, isUnicode: isUnicode))
  }

  private var passage: TmuxPassage? {
    let pane = ProcessEnvironment.variable("TMUX_PANE").map { ["-t", $0] } ?? []
    let words = ["display-message", "-p"] + pane + [TmuxPassage.format]
    return (try? TmuxSocket.around())?.run(words, within: Self.patience).flatMap {
      $0.succeeded ? TmuxPassage($0.line) : nil
    }
  }
}
