/// The support of a terminal for progress (`OSC 9;4`), judged by the environment variables that the
/// terminal sets.
///
/// The list of terminals follows cargo's, with multiplexers added.
///
/// ```swift
/// let terminal = ProgressTerminal { ProcessEnvironment.variable($0) }
/// if terminal == .showing { options.tellsTerminal = true }
/// ```
package enum ProgressTerminal: Hashable, Sendable {
  /// The terminal shows progress.
  case showing
  /// The terminal skips sequences that it doesn't know, as tmux before 3.7 does.
  case ignoring
  /// The terminal may do anything; some show OSC 9 as a message to the user.
  case unknown

  /// Judges by `variable`, which returns the value of an environment variable, or nil.
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

  /// Whether this version of tmux shows progress. Versions look like `3.7`, `3.7a` and `next-3.8`.
  private static func isTmuxShowing(_ version: String) -> Bool {
    isAtLeast([3, 7], version.split(separator: "-").last ?? "")
  }

  private static func isAtLeast(_ least: [Int], _ version: some StringProtocol) -> Bool {
    let numbers = version.split(separator: ".").map { Int($0.prefix(while: \.isNumber)) ?? 0 }
    return !numbers.lexicographicallyPrecedes(least)
  }
}
