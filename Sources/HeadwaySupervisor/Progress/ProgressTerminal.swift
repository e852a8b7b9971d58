/// Which terminals show `OSC 9;4`, by the variables that they set; as cargo decides, and with the
/// multiplexers in between.
package enum ProgressTerminal: Hashable, Sendable {
  /// It shows progress.
  case showing
  /// It passes over what it doesn't know: tmux before 3.7.
  case ignoring
  /// Some take OSC 9 for a message to the user.
  case unknown

  package init(_ variable: (String) -> String?) {
    func value(_ name: String) -> String { variable(name) ?? "" }
    let terminal = value("TERM")
    if ["", "dumb", "linux"].contains(terminal) {
      self = .unknown
    } else if !value("TMUX").isEmpty {
      self = Self.isTmuxShowing(value("TERM_PROGRAM_VERSION")) ? .showing : .ignoring
    } else if !value("STY").isEmpty || terminal.hasPrefix("screen") || terminal.hasPrefix("tmux") {
      self = .unknown
    } else {
      let isShowing =
        !value("WT_SESSION").isEmpty || value("ConEmuANSI") == "ON" || terminal == "xterm-ghostty"
        || Self.isShowing(value("TERM_PROGRAM"), version: value("TERM_PROGRAM_VERSION"))
      self = isShowing ? .showing : .unknown
    }
  }

  private static func isShowing(_ program: String, version: String) -> Bool {
    switch program {
    case "WezTerm", "ghostty": true
    case "iTerm.app": isAtLeast([3, 6, 6], version)
    default: false
    }
  }

  /// `3.7`, `3.7a`, `next-3.8`.
  private static func isTmuxShowing(_ version: String) -> Bool {
    isAtLeast([3, 7], version.split(separator: "-").last ?? "")
  }

  private static func isAtLeast(_ least: [Int], _ version: some StringProtocol) -> Bool {
    let numbers = version.split(separator: ".").map { Int($0.prefix(while: \.isNumber)) ?? 0 }
    return !numbers.lexicographicallyPrecedes(least)
  }
}
