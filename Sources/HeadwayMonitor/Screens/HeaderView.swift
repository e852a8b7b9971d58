import HeadwayModel

/// The header: `Headway  2 running · 1 needs you`. The right side shows a problem of the
/// connection, or else filter, order and the visible part of a long list.
struct HeaderView {
  let model: MonitorModel

  /// The longest form of the header that fits the width.
  var line: Line {
    let separator = model.settings.glyphs.separator
    let long = counts(separator) { $0.tasks.words($0.count) }
    let short = counts("  ") { "\($0.mark)\($0.count)" }
    let choices = [
      Line(left: name + long, right: right), Line(left: name + short, right: right),
      Line(left: short, right: right),
    ]
    return choices.first { $0.width <= model.size.columns } ?? Line(left: short, right: warning)
  }

  /// A count in words and as a mark.
  private struct Count {
    var count: Int
    var tasks: CountedTasks
    var mark: String
    var role: StyleRole
  }

  private var name: [Span] {
    [Span("Headway", .heading)] + (model.currentTally.total == 0 ? [] : [Span("  ")])
  }

  /// The counts above 0, with separators.
  private func counts(_ separator: String, _ text: (Count) -> String) -> [Span] {
    let shown = all.filter { $0.count > 0 }.map { [Span(text($0), $0.role)] }
    return Array(shown.joined(separator: [Span(separator, .faint)]))
  }

  /// All counts, the most important first.
  private var all: [Count] {
    let tally = model.currentTally
    let marks = model.settings.glyphs.marks
    return [
      Count(count: tally.running, tasks: .running, mark: marks.running, role: .plain),
      Count(
        count: tally.needsAnswer, tasks: .needsAnswer, mark: marks.needsAnswer, role: .attention),
      Count(count: tally.paused, tasks: .paused, mark: marks.paused, role: .plain),
      Count(count: tally.queued, tasks: .queued, mark: marks.queued, role: .plain),
      Count(count: tally.cancelling, tasks: .cancelling, mark: marks.cancelling, role: .warning),
      Count(count: tally.failed, tasks: .failed, mark: marks.failed, role: .failure),
      Count(count: tally.ended - tally.failed, tasks: .ended, mark: marks.completed, role: .faint),
    ]
  }

  /// The right side of the header.
  private var right: [Span] {
    guard let only else {
      let parts = [missing, marks, arrangement, range].filter { !$0.isEmpty }
      return Array(parts.joined(separator: [Span("  ")]))
    }
    guard only.isConnected else { return warning }
    let parts = [marks, arrangement, range].filter { !$0.isEmpty }
    return Array(parts.joined(separator: [Span("  ")]))
  }

  /// The view of this machine, if no other one is shown. Nil with headings, which show the states.
  private var only: HostView? {
    model.cards.arrangement.headings.isEmpty ? model[.first] : nil
  }

  /// The number of machines that can't be reached. Empty for none.
  private var missing: [Span] {
    let count = model.missingHosts
    if count == 0 { return [] }
    let words = String(
      localized: count, one: "\(count) machine missing", many: "\(count) machines missing")
    return [Span(words, .warning)]
  }

  /// The number of marked cards. Empty without any.
  private var marks: [Span] {
    let count = model.marked.count
    return count == 0 ? [] : [Span(String(localized: "\(count) marked"), .selection)]
  }

  /// The settings that hide or reorder cards. Empty for the default list.
  private var arrangement: [Span] {
    let arrangement = model.cards.arrangement
    let filter = arrangement.query.isEmpty ? nil : "/" + arrangement.query.text
    let hidesEnded = !arrangement.listsEnded && model.hasEndedCards
    let ended = hidesEnded ? String(localized: "ended hidden") : nil
    let order = arrangement.order.words(hasHosts: !arrangement.headings.isEmpty)
    let words = [filter, order, ended].compactMap { $0 }
    return words.isEmpty ? [] : [Span(words.joined(separator: "  "), .warning)]
  }

  /// The problem of the connection. Empty while connected.
  private var warning: [Span] {
    switch only?.link ?? .connected {
    case .connecting: [Span(String(localized: "connecting"), .faint)]
    case .connected: []
    case .silent: [Span(String(localized: "hub not answering"), .warning)]
    case .reconnecting: [Span(String(localized: "hub gone, reconnecting"), .warning)]
    case .failing: [Span(String(localized: "the hub dies at start, see: headway doctor"), .warning)]
    case .goodbye: [Span(String(localized: "hub stopped"), .warning)]
    case .refused(let reason), .unreachable(let reason), .loginNeeded(let reason):
      [Span(reason.localized, .warning)]
    }
  }

  /// The cards in view: `3-9 of 120`. Empty if all are visible.
  private var range: [Span] {
    guard let first = model.viewport.inView.first?.index,
      let last = model.viewport.inView.last?.index,
      last - first + 1 < model.cards.count
    else { return [] }
    let words = String(localized: "\(first + 1)-\(last + 1) of \(model.cards.count)")
    return [Span(words, .faint)]
  }
}
