import HeadwayCore
import HeadwayLink
import HeadwayMonitor
import HeadwayWire

/// How `headway status` prints.
enum StatusFormat {
  case plain, tmux, json, waybar, i3bar, i3statusRust
  case template(StatusTemplate)

  /// Fails for a word that is neither a format nor a template.
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

  /// Nil when there is nothing to show.
  func line(_ message: SummaryMessage) -> String? {
    let line = StatusLine(message.summary)
    return line.isEmpty ? nil : text(of: line, attentionStyle: message.attentionStyle)
  }

  /// What is shown of a hub that hangs.
  var hubSilentLine: String {
    text(of: StatusLine(notice: "hub not answering"), attentionStyle: "bold")
  }

  /// What is shown of nothing, for as long as somebody reads. Where every line is taken for an object,
  /// an empty one would be an error, or leave there what it showed before.
  var emptyLine: String {
    switch self {
    case .plain, .tmux, .waybar, .template: ""
    case .json: StatusLine(HubSummary()).json
    case .i3bar: StatusLine(HubSummary()).i3bar
    case .i3statusRust: StatusLine(HubSummary()).i3statusRust
    }
  }

  /// What is to be shown from then on; ``emptyLine`` for nothing, nil for no change.
  func text(after event: MonitorLink.Event) -> String? {
    switch event {
    case .summary(let summary): line(summary) ?? emptyLine
    case .disconnected: emptyLine
    case .silenced: hubSilentLine
    case .connected, .failing, .resumed, .changed, .stepped, .snapshotEnded, .removed,
      .requestFailed, .told:
      nil
    }
  }

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
