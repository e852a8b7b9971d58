/// The sequence by which a terminal is asked to notify its user. The raw values are the words of
/// the config.
public enum TerminalNotice: String, Hashable, Sendable, CaseIterable {
  /// BEL. What becomes of it is the user's choice; tmux marks the window.
  case bell
  /// iTerm2's documentation, "Proprietary Escape Codes".
  case osc9
  /// rxvt-unicode's `notify`; Ghostty, WezTerm and foot know it.
  case osc777
  /// kitty's documentation, "Desktop notifications".
  case osc99

  /// Returns the bytes to write. Nothing in the notification's text acts as a control sequence.
  ///
  /// - Parameter isUnicode: False if the terminal would misread UTF-8.
  public func bytes(for notification: NewsNotification, isUnicode: Bool = true) -> [UInt8] {
    let (title, body) = (
      Self.plain(notification.summary, isUnicode), Self.plain(notification.bodyLine, isUnicode)
    )
    let text =
      switch self {
      case .bell: "\u{7}"
      // Begun with a number it could be another command of the same code: OSC 9;4.
      case .osc9: Self.osc("9;Headway: \(Self.plain(notification.line, isUnicode))")
      case .osc777: Self.osc("777;notify;\(Self.field(title));\(Self.field(body))")
      case .osc99:
        Self.osc("99;i=headway:d=0:o=unfocused:u=\(notification.isUrgent ? 2 : 1);\(title)")
          + Self.osc("99;i=headway:p=body;\(body)")
      }
    return Array(text.utf8)
  }

  private static func osc(_ text: String) -> String { "\u{1B}]\(text)\u{1B}\\" }

  private static func plain(_ text: String, _ isUnicode: Bool) -> String {
    let text = SanitisedText(text, limit: .line).string
    guard !isUnicode else { return text }
    return String(
      String.UnicodeScalarView(text.unicodeScalars.map { $0.isASCII ? $0 : "?" }))
  }

  /// Returns the text without the character that would end the field.
  private static func field(_ text: String) -> String { text.replacing([";": ","]) }
}

extension NewsNotification {
  fileprivate var bodyLine: String {
    body.split(separator: "\n").joined(separator: " · ")
  }
}
