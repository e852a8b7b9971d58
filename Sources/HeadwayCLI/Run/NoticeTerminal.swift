package import HeadwayModel
package import HeadwaySystem

/// The terminal that shows notifications. The environment and the settings determine which bytes it
/// gets.
package struct NoticeTerminal: Sendable {
  /// Whether the program runs inside tmux. tmux passes a sequence on only in a wrapper.
  private let isInTmux: Bool
  /// The way in which the terminal shows a notification, unless `isOwn` is true.
  private let form: TerminalNotice
  /// Whether the way depends on the terminal around tmux, which only tmux can name.
  private let isOwn: Bool

  /// Chooses the way to show a notification.
  ///
  /// - The settings decide if they name a way.
  /// - A terminal of this machine rings its bell, because notify-send(1) shows the text on the
  ///   desktop.
  /// - Over ssh, or without notifications on the desktop, the terminal shows the text if it can.
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

  /// Whether the bytes depend on tmux's answer, a ``TmuxPassage``.
  package var asksTmux: Bool { isInTmux && (isOwn || form != .bell) }

  /// Returns the bytes to write. They ring the bell if tmux passes nothing on.
  ///
  /// - Parameter passage: tmux's answer. Nil without tmux, and if tmux doesn't answer.
  package func bytes(
    for notification: NewsNotification, by passage: TmuxPassage?, isUnicode: Bool
  ) -> [UInt8] {
    guard asksTmux else { return form.bytes(for: notification, isUnicode: isUnicode) }
    guard let passage, passage.isOpen else { return TerminalNotice.bell.bytes(for: notification) }
    let form = isOwn ? Self.known(passage.terminal, passage.name) ?? .bell : form
    let bytes = form.bytes(for: notification, isUnicode: isUnicode)
    return form == .bell ? bytes : TmuxPassage.wrapped(bytes)
  }

  /// The way to show notifications on the terminal that the variables name. Nil for a terminal that
  /// isn't known to show any.
  private static func known(_ variable: (String) -> String?) -> TerminalNotice? {
    // screen(1) passes nothing on.
    if variable("STY")?.isEmpty == false { return nil }
    let program = variable("TERM_PROGRAM") ?? variable("LC_TERMINAL") ?? ""
    return known(program, variable("TERM") ?? "")
  }

  /// The way for the terminal with this program name and this name in terminfo.
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
