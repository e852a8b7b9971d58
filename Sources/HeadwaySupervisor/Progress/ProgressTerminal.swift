/// The support of a terminal for progress (`OSC 9;4`), judged by the environment variables that the
/// terminal sets.
///
/// The list of terminals follows that of anstyle-progress, with multiplexers added.
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
        || Self.hasProgress(features: value("TERM_FEATURES")) || Self.showsInTab(value)
      self = isShowing ? .showing : .unknown
    }
  }

  /// Whether the terminal skips a question that it doesn't know. A terminal without escape sequences
  /// prints the question.
  package static func passesOverQuestions(_ variable: (String) -> String?) -> Bool {
    let terminal = variable("TERM") ?? ""
    return !["", "dumb", "linux"].contains(terminal) && !terminal.hasPrefix("eterm")
  }

  private static func isShowing(_ program: String, version: String) -> Bool {
    switch program {
    case "WezTerm", "ghostty": true
    case "iTerm.app": isAtLeast([3, 6, 6], version)
    default: false
    }
  }

  /// Whether iTerm2 names progress (`P`) among its features. A feature is a capital letter with the
  /// small letters and digits behind it. ssh may pass the variable on.
  private static func hasProgress(features: String) -> Bool {
    var feature = ""
    for character in features + "." {
      if character.isLowercase || character.isNumber {
        feature.append(character)
      } else {
        if feature == "P" { return true }
        feature = String(character)
      }
    }
    return false
  }

  /// Whether the terminal is Konsole from 26.04 on, Ptyxis from 48 on, or another one whose tabs
  /// show what VTE 0.80 reads.
  private static func showsInTab(_ value: (String) -> String) -> Bool {
    func isAtLeast(_ least: Int, _ name: String) -> Bool {
      Int(value(name).prefix(while: \.isNumber)).map { $0 >= least } ?? false
    }
    return isAtLeast(260_400, "KONSOLE_VERSION") || isAtLeast(48, "PTYXIS_VERSION")
      || isAtLeast(8000, "VTE_VERSION")
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
