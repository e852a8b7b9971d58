package import HeadwayModel

/// The state of the hub as one line for a status bar: "1 needs you · 2 running 63%".
///
/// Each bar has its own format and its own escaping. Titles are text from outside, so every format
/// escapes them for its bar.
///
/// ```swift
/// StatusLine(summary).plain                                  // 1 needs you · 2 running 63%
/// StatusLine(summary).tmux(attentionStyle: "fg=red,bold")    // for #() in tmux
/// ```
package struct StatusLine: Hashable, Sendable {
  private let summary: HubSummary
  /// The number of machines that couldn't be reached. Nil for the line of one machine.
  private let unreached: Int?
  /// The text in place of the counts. Nil for a line of counts.
  private let notice: String?

  /// A part of the line, such as "2 queued".
  package struct Part: Hashable, Sendable {
    package var text: String
    package var needsAttention = false
  }

  /// Creates the line from the hub's counts. Counts of 0 are left out.
  ///
  /// - Parameter unreached: The number of machines whose counts are missing, for the line of
  ///   several machines: the last part is `+1?`. Nil for the line of one machine.
  package init(_ summary: HubSummary, unreached: Int? = nil) {
    (self.summary, self.unreached, notice) = (summary, unreached, nil)
  }

  /// Creates a line that shows `notice` because there are no counts, for example when the hub
  /// doesn't answer.
  ///
  /// - Parameter notice: The text in English.
  package init(notice: String) { (summary, unreached, self.notice) = (HubSummary(), nil, notice) }

  /// The parts of the line, the most important first. A bar cuts off the least important ones.
  package var parts: [Part] {
    if let notice { return [Part(text: String(localizing: notice), needsAttention: true)] }
    let percent = summary.fraction.map { " \(wholePercent($0))%" } ?? ""
    var parts: [Part] = []
    func add(_ count: Int, _ tasks: CountedTasks, _ end: String = "", attention: Bool = false) {
      guard count > 0 else { return }
      parts.append(Part(text: tasks.words(count) + end, needsAttention: attention))
    }
    add(summary.needsYou, .needsAnswer, attention: true)
    add(summary.failed, .failed, attention: true)
    add(summary.running, .running, percent)
    add(summary.cancelling, .cancelling)
    add(summary.queued, .queued)
    add(summary.paused, .paused)
    if let unreached, unreached > 0 { parts.append(Part(text: "+\(unreached)?")) }
    return parts
  }

  /// Whether the line shows nothing: no task runs, waits or needs a person.
  package var isEmpty: Bool { parts.isEmpty }

  /// The line as plain text, in the language of the reader.
  package var plain: String { parts.map(\.text).joined(separator: " · ") }

  /// The line for the output of `#()` in a tmux format, where tmux expands `#[]` and `#{}`.
  /// `push-default` restores the bar's own style after a part in `attentionStyle` (tmux(1),
  /// STYLES).
  package func tmux(attentionStyle: String) -> String {
    parts.map { part in
      let text = part.text.tmuxEscaped
      return part.needsAttention
        ? "#[push-default,\(attentionStyle)]\(text)#[default,pop-default]" : text
    }.joined(separator: " · ")
  }

  /// The line for a program, which may look into it.
  private var english: String { MessageCatalog.inEnglish { plain } }

  /// A JSON object with the counts and the plain text in English. Unknown values are null. The line
  /// of several machines has the number of machines that couldn't be reached.
  package var json: String {
    let missing: [(String, JSONLine.Value)] = unreached.map { [("unreached", .number($0))] } ?? []
    return JSONLine(
      [
        ("text", .text(english)), ("running", .number(summary.running)),
        ("queued", .number(summary.queued)), ("paused", .number(summary.paused)),
        ("cancelling", .number(summary.cancelling)), ("failed", .number(summary.failed)),
        ("needsYou", .number(summary.needsYou)), ("percent", percent),
        ("top", top),
      ] + missing
    ).text
  }

  /// A JSON object for a custom module of waybar with `return-type: json` (waybar-custom(5)). The
  /// text is Pango markup.
  package var waybar: String {
    JSONLine([
      ("text", .text(plain.pangoEscaped)), ("alt", .text(level.rawValue)),
      ("tooltip", .text((topLine ?? plain).pangoEscaped)), ("class", .text(level.rawValue)),
      ("percentage", percent),
    ]).text
  }

  /// A block of the i3bar protocol.
  package var i3bar: String {
    JSONLine([
      ("full_text", .text(plain)), ("short_text", .text(parts.first?.text ?? "")),
      ("urgent", .flag(level == .attention)),
    ]).text
  }

  /// A JSON object for the custom block of i3status-rust with `json = true`.
  package var i3statusRust: String {
    let state =
      switch level {
      case .idle: "Idle"
      case .running: "Info"
      case .attention: "Warning"
      }
    return JSONLine([
      ("icon", .text("tasks")), ("state", .text(state)), ("text", .text(plain)),
      ("short_text", .text(parts.first?.text ?? "")),
    ]).text
  }

  /// The user's template with all fields filled in. An unknown value is empty, or null if the
  /// template expects a JSON value. The text is in English.
  package func filling(_ template: StatusTemplate) -> String {
    template.filled { field in
      switch field {
      case .text: .text(english)
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

  /// The urgency of the line. Its raw values are CSS classes for waybar.
  private enum Level: String { case idle, running, attention }

  private var level: Level {
    if parts.contains(where: \.needsAttention) { return .attention }
    let isIdle = parts.count == (unreached ?? 0 > 0 ? 1 : 0)
    return isIdle ? .idle : .running
  }

  private var percent: JSONLine.Value {
    summary.fraction.map { .number(wholePercent($0)) } ?? .null
  }

  /// The title of the most important task. Nil if that task is sensitive, because a status bar is
  /// visible to everybody who looks at the screen.
  private var topTitle: String? {
    summary.top.flatMap { $0.sensitive ? nil : $0.title.string }
  }

  /// The most important task in words: "Nightly backup: 42%". Nil for a sensitive task.
  private var topLine: String? {
    guard let top = summary.top, let title = topTitle else { return nil }
    return "\(title): \(top.words)"
  }

  /// The number of the most important task. Null for several machines, whose numbers are not the
  /// same tasks'.
  private var top: JSONLine.Value {
    if unreached != nil { return .null }
    return summary.top.map { .number($0.number.value) } ?? .null
  }
}

extension HubSummary.Top {
  /// The state of the task in a word or two.
  fileprivate var words: String {
    if needsAnswer { return String(localized: "needs you", context: "state") }
    return switch state {
    case .ended: EndWord.failed.words
    case .running: fraction.map { "\(wholePercent($0))%" } ?? state.words
    case .queued, .starting, .paused, .suspended, .cancelling: state.words
    }
  }
}
