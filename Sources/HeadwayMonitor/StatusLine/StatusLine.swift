package import HeadwayCore

/// The hub in one line for a status bar: "2 running 63% · 1 needs you".
package struct StatusLine: Hashable, Sendable {
  /// The parts in their order; what needs a person last and marked.
  package let parts: [Part]
  private let summary: HubSummary

  /// One part of the line.
  package struct Part: Hashable, Sendable {
    package var text: String
    package var needsAttention = false
  }

  package init(_ summary: HubSummary) {
    self.summary = summary
    let percent = summary.fraction.map { " \(wholePercent($0))%" } ?? ""
    var parts: [Part] = []
    func add(_ count: Int, _ words: String, attention: Bool = false) {
      if count > 0 { parts.append(Part(text: "\(count) \(words)", needsAttention: attention)) }
    }
    add(summary.running, "running\(percent)")
    add(summary.queued, "queued")
    add(summary.paused, "paused")
    add(summary.cancelling, "cancelling")
    add(summary.failed, "failed", attention: true)
    add(summary.needsYou, summary.needsYou == 1 ? "needs you" : "need you", attention: true)
    self.parts = parts
  }

  /// A line that says `notice` in place of counts nobody could give.
  package init(notice: String) {
    summary = HubSummary()
    parts = [Part(text: notice, needsAttention: true)]
  }

  /// Nothing to show.
  package var isEmpty: Bool { parts.isEmpty }

  package var plain: String { parts.map(\.text).joined(separator: " · ") }

  /// For the output of `#()` in a tmux format, where `#[]` and `#{}` are expanded. Behind what needs
  /// attention the style of before goes on (STYLES in tmux(1), `push-default`).
  package func tmux(attentionStyle: String) -> String {
    parts.map { part in
      let text = part.text.tmuxEscaped
      return part.needsAttention
        ? "#[push-default,\(attentionStyle)]\(text)#[default,pop-default]" : text
    }.joined(separator: " · ")
  }

  /// One object with the counts and the text.
  package var json: String {
    JSONLine([
      ("text", .text(plain)), ("running", .number(summary.running)),
      ("queued", .number(summary.queued)), ("paused", .number(summary.paused)),
      ("cancelling", .number(summary.cancelling)), ("failed", .number(summary.failed)),
      ("needsYou", .number(summary.needsYou)), ("percent", percent),
      ("top", top),
    ]).text
  }

  /// waybar's custom module with `return-type: json`; the text is Pango markup.
  package var waybar: String {
    JSONLine([
      ("text", .text(plain.pangoEscaped)), ("alt", .text(level.rawValue)),
      ("tooltip", .text((topLine ?? plain).pangoEscaped)), ("class", .text(level.rawValue)),
      ("percentage", percent),
    ]).text
  }

  /// A block of i3bar's protocol.
  package var i3bar: String {
    JSONLine([
      ("full_text", .text(plain)), ("short_text", .text(parts.last?.text ?? "")),
      ("urgent", .flag(level == .attention)),
    ]).text
  }

  /// i3status-rust's custom block with `json = true`.
  package var i3statusRust: String {
    let state =
      switch level {
      case .idle: "Idle"
      case .running: "Info"
      case .attention: "Warning"
      }
    return JSONLine([
      ("icon", .text("tasks")), ("state", .text(state)), ("text", .text(plain)),
      ("short_text", .text(parts.last?.text ?? "")),
    ]).text
  }

  /// A value that isn't known is empty; where a JSON value stands, null.
  package func filling(_ template: StatusTemplate) -> String {
    template.filled { field in
      switch field {
      case .text: .text(plain)
      case .running: .number(summary.running)
      case .queued: .number(summary.queued)
      case .paused: .number(summary.paused)
      case .cancelling: .number(summary.cancelling)
      case .failed: .number(summary.failed)
      case .needs: .number(summary.needsYou)
      case .percent: .number(summary.fraction.map(wholePercent))
      case .title: .text(topTitle ?? "")
      }
    }
  }

  private enum Level: String { case idle, running, attention }

  private var level: Level {
    if parts.contains(where: \.needsAttention) { return .attention }
    return parts.isEmpty ? .idle : .running
  }

  private var percent: JSONLine.Value {
    summary.fraction.map { .number(wholePercent($0)) } ?? .null
  }

  private var topTitle: String? {
    summary.top.flatMap { $0.sensitive ? nil : $0.title.string }
  }

  /// "Nightly backup: 42%"; nil for one whose title is nobody's business here.
  private var topLine: String? {
    guard let top = summary.top, let title = topTitle else { return nil }
    return "\(title): \(top.words)"
  }

  private var top: JSONLine.Value {
    summary.top.map { .number($0.number.value) } ?? .null
  }
}

extension HubSummary.Top {
  /// How it stands, in a word or two.
  fileprivate var words: String {
    if needsAnswer { return "needs you" }
    return switch state {
    case .ended: "failed"
    case .running: fraction.map { "\(wholePercent($0))%" } ?? "running"
    case .queued, .starting, .paused, .suspended, .cancelling: state.rawValue
    }
  }
}
