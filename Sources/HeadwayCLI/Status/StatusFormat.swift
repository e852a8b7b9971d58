import HeadwayModel
import HeadwayLink
import HeadwayMonitor
import HeadwayWire

/// The output format of `headway status`.
///
/// ```swift
/// let format = try StatusFormat("{running} jobs")
/// format.line(message)  // 2 jobs
/// ```
enum StatusFormat {
  case plain, tmux, json, waybar, i3bar, i3statusRust
  case template(StatusTemplate)

  /// The names of the formats. A template has none.
  static let names = ["plain", "tmux", "json", "waybar", "i3bar", "i3status-rs"]

  /// Reads the name of a format, or a template. Throws if the word is neither.
  init(_ name: String) throws(StatusTemplateError) {
    switch name {
    case "plain": self = .plain
    case "tmux": self = .tmux
    case "json": self = .json
    case "waybar": self = .waybar
    case "i3bar": self = .i3bar
    case "i3status-rs": self = .i3statusRust
    default: self = .template(try StatusTemplate(name))
    }
  }

  /// The line for a summary. Nil if there is nothing to show.
  func line(_ message: SummaryMessage) -> String? {
    inLanguage {
      let line = StatusLine(message.summary)
      return line.isEmpty ? nil : text(of: line, attentionStyle: message.attentionStyle)
    }
  }

  /// The line for several machines. Nil if there is nothing to show.
  ///
  /// - Parameter unreached: The number of machines that couldn't be reached.
  func line(_ summary: HubSummary, unreached: Int, attentionStyle: String) -> String? {
    inLanguage {
      let line = StatusLine(summary, unreached: unreached)
      return line.isEmpty ? nil : text(of: line, attentionStyle: attentionStyle)
    }
  }

  /// The line for a hub that doesn't answer.
  var hubSilentLine: String {
    inLanguage {
      let line = StatusLine(notice: String(wire: "hub not answering"))
      return text(of: line, attentionStyle: "bold")
    }
  }

  /// The line for an empty status while a bar follows the output. Formats that expect an object in
  /// every line get an object without text, because an empty line would be an error or leave the
  /// old text on the bar.
  var emptyLine: String {
    switch self {
    case .plain, .tmux, .waybar, .template: ""
    case .json: StatusLine(HubSummary()).json
    case .i3bar: StatusLine(HubSummary()).i3bar
    case .i3statusRust: StatusLine(HubSummary()).i3statusRust
    }
  }

  /// The line to show after `event`, or ``emptyLine`` for an empty status. Nil if the event doesn't
  /// change the line.
  func text(after event: MonitorLink.Event) -> String? {
    switch event {
    case .summary(let summary): line(summary) ?? emptyLine
    case .disconnected: emptyLine
    case .silenced: hubSilentLine
    case .connected, .failing, .unreachable, .greeted, .resumed, .changed, .stepped, .snapshotEnded,
      .removed,
      .requestFailed, .told, .settingsChanged:
      nil
    }
  }

  /// Makes a line in the language of this format. The plain line is for a person at a terminal. All
  /// others are English, because bars and scripts read them.
  private func inLanguage<Line>(_ makeLine: () -> Line) -> Line {
    if case .plain = self { return makeLine() }
    return MessageCatalog.inEnglish(makeLine)
  }

  /// The line in this format.
  private func text(of line: StatusLine, attentionStyle: String) -> String {
    switch self {
    case .plain: line.plain
    case .tmux: line.tmux(attentionStyle: attentionStyle)
    case .json: line.json
    case .waybar: line.waybar
    case .i3bar: line.i3bar
    case .i3statusRust: line.i3statusRust
    case .template(let template): line.filling(template)
    }
  }
}
