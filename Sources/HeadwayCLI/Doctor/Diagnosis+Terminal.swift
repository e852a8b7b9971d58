internal import HeadwayModel

/// The abilities of the terminal in which doctor runs.
package struct TerminalCondition: Hashable, Sendable {
  /// The value of `TERM`. Nil if the variable isn't set.
  package var name: String?
  /// The number of colours according to terminfo. Nil for a terminal that terminfo doesn't know.
  package var colours: Int?
  package var isUTF8: Bool

  package init(name: String?, colours: Int?, isUTF8: Bool) {
    self.name = name
    self.colours = colours
    self.isUTF8 = isUTF8
  }
}

/// The condition of tmux.
package enum TmuxCondition: Hashable, Sendable {
  case missing
  /// tmux is installed. `version` is the text that tmux prints: `tmux 3.3a`. `showsStatus` tells
  /// whether the status line shows Headway. Nil if no tmux runs.
  case installed(version: String, showsStatus: Bool?)
  /// Another user's directory, socket or server is in the place where this user's should be.
  /// Headway doesn't use it.
  case strange(version: String, reason: String, advice: String)
}

extension Diagnosis {
  /// The result for the terminal.
  ///
  /// - Parameter terminal: nil if standard output isn't a terminal.
  package static func terminal(_ terminal: TerminalCondition?) -> Diagnosis {
    guard let terminal else {
      return Diagnosis(
        "terminal", .ok, String(localized: "no terminal here: headway prints lists and plain lines")
      )
    }
    guard let name = terminal.name, !name.isEmpty, name != "dumb" else {
      return Diagnosis(
        "terminal", .warning,
        terminal.name.map {
          String(localized: "TERM is \($0), so the monitor can only append lines")
        } ?? String(localized: "TERM is not set, so the monitor can only append lines"),
        advice: String(localized: "set TERM to the name of your terminal"))
    }
    guard let colours = terminal.colours else {
      return Diagnosis(
        "terminal", .warning,
        String(localized: "terminfo doesn't know \(name): the monitor uses xterm-256color"),
        advice: String(localized: "install ncurses-term, or the terminal's own description"))
    }
    let text =
      colours <= 1
      ? String(localized: "\(name), no colours") : String(localized: "\(name), \(colours) colours")
    guard terminal.isUTF8 else {
      return Diagnosis(
        "terminal", .warning,
        String(localized: "\(text), but the locale isn't UTF-8: cards are drawn in ASCII"),
        advice: "export LC_ALL=C.UTF-8")
    }
    return Diagnosis("terminal", .ok, "\(text), UTF-8")
  }

  /// The result for tmux.
  package static func tmux(_ tmux: TmuxCondition) -> Diagnosis {
    switch tmux {
    case .missing: Diagnosis("tmux", .ok, String(localized: "not installed"))
    case .strange(let version, let reason, let advice):
      Diagnosis(
        "tmux", .warning, String(localized: "\(version), which Headway doesn't use: \(reason)"),
        advice: advice)
    case .installed(let version, nil): Diagnosis("tmux", .ok, version)
    case .installed(let version, true?):
      Diagnosis("tmux", .ok, String(localized: "\(version), and its status line shows headway"))
    case .installed(let version, false?):
      Diagnosis(
        "tmux", .ok, String(localized: "\(version), and its status line doesn't show headway"),
        advice: String(
          localized: "to show it: set -g status-right '#(headway status --follow --format tmux)'"))
    }
  }

  /// The result for the environment.
  ///
  /// - Parameter isOff: whether `HEADWAY=off` is set.
  package static func environment(isOff: Bool) -> Diagnosis {
    isOff
      ? Diagnosis(
        "environment", .warning, String(localized: "HEADWAY=off: tasks started here have no card"),
        advice: "unset HEADWAY")
      : Diagnosis("environment", .ok, String(localized: "tasks started here have a card"))
  }
}
