package import HeadwayModel

/// The terminal that is to tell its user: by what it says of itself, and by what the settings say.
package struct NoticeTerminal: Sendable {
  /// A server in between asks for its own way through.
  private let isInTmux: Bool
  private let form: TerminalNotice
  /// Whether the terminal is the program's own, and not that of a tmux around it.
  private let isOwn: Bool

  /// Unless `settings` say so, a terminal of this machine rings its bell: notify-send(1) says the
  /// rest, where the desktop is told at all. Over ssh that doesn't get through.
  package init(_ settings: TellingSettings, _ variable: (String) -> String?) {
    func isSet(_ name: String) -> Bool { variable(name)?.isEmpty == false }
    isInTmux = isSet("TMUX")
    let isAlone = isSet("SSH_CONNECTION") || isSet("SSH_TTY") || settings.desktop == false
    if let form = settings.terminalForm {
      (self.form, isOwn) = (form, false)
    } else if isInTmux {
      (form, isOwn) = (.bell, isAlone)
    } else {
      (form, isOwn) = (isAlone ? Self.known(variable) ?? .bell : .bell, false)
    }
  }

  /// Whether what ``TmuxPassage`` says counts.
  package var asksTmux: Bool { isInTmux && (isOwn || form != .bell) }

  /// Returns the bytes to write.
  ///
  /// - Parameter passage: The answer of tmux; nil without tmux.
  package func bytes(
    for notification: NewsNotification, by passage: TmuxPassage?, isUnicode: Bool
  ) -> [UInt8] {
    guard asksTmux else { return form.bytes(for: notification, isUnicode: isUnicode) }
    guard let passage, passage.isOpen else { return TerminalNotice.bell.bytes(for: notification) }
    let form = isOwn ? Self.known(passage.terminal, passage.name) ?? .bell : form
    let bytes = form.bytes(for: notification, isUnicode: isUnicode)
    return form == .bell ? bytes : TmuxPassage.wrapped(bytes)
  }

  /// Returns the sequence of a known terminal; nil for a terminal that isn't known to show
  /// notifications.
  private static func known(_ variable: (String) -> String?) -> TerminalNotice? {
    // screen(1) passes nothing on.
    if variable("STY")?.isEmpty == false { return nil }
    let program = variable("TERM_PROGRAM") ?? variable("LC_TERMINAL") ?? ""
    return known(program, variable("TERM") ?? "")
  }

  private static func known(_ program: String, _ name: String) -> TerminalNotice? {
    let words = [program, name].map { $0.lowercased() }
    let forms: [(String, TerminalNotice)] = [
      ("kitty", .osc99), ("ghostty", .osc777), ("wezterm", .osc777), ("foot", .osc777),
      ("iterm", .osc9),
    ]
    return forms.first { terminal, _ in
      words.contains { $0.hasPrefix(terminal) || $0.hasPrefix("xterm-\(terminal)") }
    }?.1
  }
}

/// Whether tmux lets a program's sequences through to the terminal around it, and which that is
/// (tmux(1), allow-passthrough).
package struct TmuxPassage: Hashable, Sendable {
  package let isOpen: Bool
  /// The outer terminal's own name and version; empty if it gives none.
  package let terminal: String
  /// The outer terminal's name in terminfo.
  package let name: String

  /// The format to ask for with `display-message -p`.
  package static let format =
    "#{allow-passthrough} #{window_active} #{client_termname} #{client_termtype}"

  /// Reads an answer to ``format``; nil for any other text.
  package init?(_ answer: String) {
    let words = answer.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    guard words.count >= 3 else { return nil }
    // With `on` only what is in sight gets through.
    isOpen = words[0] == "all" || ["on", "1"].contains(words[0]) && words[1] == "1"
    name = String(words[2])
    terminal = words.count > 3 ? String(words[3]) : ""
  }

  /// Wraps the bytes so that tmux passes them on.
  static func wrapped(_ bytes: [UInt8]) -> [UInt8] {
    let escape: UInt8 = 0x1B
    let doubled = bytes.flatMap { $0 == escape ? [escape, escape] : [$0] }
    return Array("\u{1B}Ptmux;".utf8) + doubled + Array("\u{1B}\\".utf8)
  }
}
