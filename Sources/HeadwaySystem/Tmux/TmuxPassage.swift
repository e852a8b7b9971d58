internal import HeadwayModel

/// The terminal around tmux, and whether tmux passes sequences on to it (tmux(1),
/// allow-passthrough).
package struct TmuxPassage: Hashable, Sendable {
  /// Whether tmux passes sequences on now.
  package let isOpen: Bool
  /// Whether tmux passes sequences on at any time, also from a pane that nobody sees.
  package let isAlwaysOpen: Bool
  /// The name and version that the outer terminal gives. Empty if it gives none.
  package let terminal: String
  /// The outer terminal's name in terminfo.
  package let name: String

  /// The format to ask for with `display-message -p`.
  package static let format =
    "#{allow-passthrough} #{window_active} #{client_termname} #{client_termtype}"

  /// Reads an answer to ``format``. Nil for any other text.
  package init?(_ answer: String) {
    let words = answer.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    guard words.count >= 3 else { return nil }
    isAlwaysOpen = words[0] == "all"
    // With `on`, tmux passes sequences on only from a window in sight.
    isOpen = isAlwaysOpen || ["on", "1"].contains(words[0]) && words[1] == "1"
    name = String(words[2])
    terminal = words.count > 3 ? String(words[3]) : ""
  }

  /// Asks the tmux around this process. Nil outside of tmux, and if tmux doesn't answer within
  /// `limit`.
  package static func ask(within limit: Duration) -> TmuxPassage? {
    guard TmuxSocket.pathAround(ProcessEnvironment.variable) != nil else { return nil }
    let pane = ProcessEnvironment.variable("TMUX_PANE").map { ["-t", $0] } ?? []
    let words = ["display-message", "-p"] + pane + [format]
    return (try? TmuxSocket.around())?.run(words, within: limit).flatMap {
      $0.succeeded ? TmuxPassage($0.line) : nil
    }
  }

  /// Whether the status (OSC 7501) may be told through tmux.
  ///
  /// The outer terminal isn't asked: tmux would give its answer as keys to whichever pane is active
  /// then. It must be one that is known to show the status. tmux must pass sequences on at any time:
  /// else a status that isn't true any more would stand while another window is in sight.
  package var carriesStatus: Bool {
    let words = [terminal, name].map { $0.lowercased() }
    return isAlwaysOpen
      && TerminalStatus.terminals.contains { known in words.contains { $0.contains(known) } }
  }

  /// Wraps the bytes so that tmux passes them on.
  package static func wrapped(_ bytes: [UInt8]) -> [UInt8] {
    let escape: UInt8 = 0x1B
    let doubled = bytes.flatMap { $0 == escape ? [escape, escape] : [$0] }
    return Array("\u{1B}Ptmux;".utf8) + doubled + Array("\u{1B}\\".utf8)
  }
}
