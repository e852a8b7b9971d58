package import HeadwayModel

/// The division of the screen, and the inputs of each card's view.
extension MonitorModel {
  /// Whether the job of another engine does the work of the task.
  package func hasJob(_ key: CardKey) -> Bool { cards[key]?.task.job != nil }

  /// Whether the footer has room for hardly more than a word and the names of keys.
  var isNarrow: Bool { size.columns < 30 }

  /// The rows of header, cards and footer for the current size.
  var areas: ScreenAreas {
    ScreenAreas(
      size: size, density: settings.density, footerLines: footerLines,
      isSplit: isSplit && areCardsShown && !cards.isEmpty)
  }

  /// The number of lines that the footer needs for a notice or a question. 0 means that a small
  /// screen may leave the footer out.
  private var footerLines: Int {
    let notice = FooterView(model: self).noticeLines.count
    let isAsking = [.prompt, .filter, .typing, .search].contains(mode)
    return max(notice, isAsking ? 1 : 0)
  }

  /// A layout that measures cards at `now`. Cards with several lines have a blank row between them
  /// at full density, one-line cards don't.
  func cardLayout(at now: Moment) -> CardLayout {
    let areas = areas
    let view = { (index: Int) in cardView(index, areas: areas, at: now) }
    return CardLayout(
      count: cards.count, rows: areas.body.count,
      height: { cards.machine(at: $0) == nil ? view($0)?.height ?? 0 : 1 },
      gapBefore: { index in
        guard areas.density == .full else { return 0 }
        if cards.machine(at: index) != nil {
          return cards.machine(at: index - 1) == nil ? 1 : 0
        }
        if cards.machine(at: index - 1) != nil { return 0 }
        if cards.heading(at: index) != nil { return 1 }
        return [index - 1, index].allSatisfy { view($0)?.isOneLine ?? true } ? 0 : 1
      })
  }

  /// The heading of a machine.
  func hostHeading(_ host: HostPlace, at now: Moment) -> HostHeading {
    HostHeading(
      host: self[host], ownName: settings.machineName, tally: tally(of: host),
      isFolded: cards.arrangement.foldedHosts.contains(host),
      isSelected: selectedHost == host, glyphs: settings.glyphs,
      lostTime: self[host].lostAt.map { settings.timeOfDay($0.wall) }, now: now)
  }

  /// The view of the card at `index`, drawn at `now` or as of the time when its machine was lost.
  /// There is none outside the list, and for a heading.
  func cardView(_ index: Int, areas: ScreenAreas, at now: Moment) -> CardView? {
    guard let card = cards[index] else { return nil }
    let time = shownTime(now, of: card.host)
    var context = CardContext(
      columns: areas.cardColumns.count, density: areas.density, glyphs: settings.glyphs,
      numberWidth: nameWidth, isSelected: card.key == selection,
      isExpanded: expanded.contains(card.key), isMarked: marked.contains(card.key),
      heading: heading(at: index), depth: cards.depth(at: index),
      subtasks: cards.tally(ofSubtasksOf: card.key),
      isFolded: cards.arrangement.folded.contains(card.key))
    if self[card.host].isPast { context.pastTime = settings.timeOfDay(time.wall) }
    if namesHosts, let name = self[card.host].name { context.host = name.name }
    if card.isAsking {
      context.continueKey = settings.keys.key(of: .continue)
      context.stopKey = settings.keys.key(of: .stop)
    }
    if card.task.state == .cancelling, context.isSelected {
      context.killKey = settings.keys.key(of: .kill)
    }
    if cards.arrangement.order == .processor {
      context.processorWords = use(of: card)?.percentWords.map { "\($0) CPU" }
    }
    if let fold = cards.fold(of: card.key) {
      switch fold {
      case .group(let group):
        context.foldLine = foldLine(of: group, heading: context.heading)
        context.heading = nil
      case .array(let array): context.foldLine = foldLine(ofArray: array)
      }
      (context.isExpanded, context.isMarked, context.depth) = (false, false, 0)
    }
    if context.isExpanded { addDetails(of: card, to: &context) }
    return CardView(card, context, at: time)
  }

  /// Adds the inputs that only an expanded card needs: rates, output, buttons and the parent's
  /// name.
  private func addDetails(of card: Card, to context: inout CardContext) {
    context.rates = rates[card.key] ?? RateCourse()
    context.use = use(of: card)
    if card.key != keyBesideList {
      context.output = taskOutput.texts[card.key]?.last(Self.glimpseLineCount) ?? []
    }
    if context.isSelected { context.buttons = buttons }
    context.parent = card.parent.flatMap { cards[$0]?.task }.map {
      "\($0.number) \($0.title)"
    }
  }

  /// The actions of the selected card as buttons for the mouse.
  private var buttons: [CardButton] {
    settings.keys.buttons(of: self).compactMap { row in
      row.keys.first.map { CardButton(key: $0, label: row.shortLabel(in: self)) }
    }
  }

  /// The heading above the first card of a group: `ml · 3`. Nil for every other card.
  private func heading(at index: Int) -> String? {
    guard let group = cards.heading(at: index) else { return nil }
    let name = group.isEmpty ? String(localized: "no group") : group
    return "\(name)\(settings.glyphs.separator)\(cards.count(ofGroup: group))"
  }

  /// The line of a folded group: `▸ ml · 3`, or `▸ 2 more` below a card of the group that needs a
  /// person.
  private func foldLine(of group: String, heading: String?) -> String {
    let hidden = cards.hiddenCount(of: .group(group))
    return "\(settings.glyphs.folded) \(heading ?? String(localized: "\(hidden) more"))"
  }

  /// The line of a folded job array: `▸ 12-111  align  57%, 57 of 100 done, 8 running`.
  private func foldLine(ofArray key: ArrayKey) -> String? {
    let name = namesHosts ? self[key.host].name.map { "\($0):" } ?? "" : ""
    return cards.array(key).map { array in
      "\(settings.glyphs.folded) \(name)\(array.numbers)  \(array.title)  \(array.percent)%, \(array.words)"
    }
  }

  /// The tasks in view plus one neighbour at either end. The hub reports these tasks in full, so a
  /// card that one step brings in appears up to date. Cards from further away are updated once they
  /// are in view.
  var keysInView: [CardKey] {
    guard let first = viewport.inView.first?.index, let last = viewport.inView.last?.index else {
      return []
    }
    return (first - 1...last + 1).compactMap { cards[$0]?.key }
  }

  /// The width of the numbers of cards, with the machine where cards name theirs.
  private var nameWidth: Int {
    guard namesHosts else { return cards.numberWidth }
    let longest = shownHosts.compactMap { self[$0].name?.name.utf8.count }.max() ?? 0
    return min(longest + 1, Self.hostWidthLimit) + cards.numberWidth
  }

  /// The greatest width of a machine's name for which other cards are indented.
  private static let hostWidthLimit = 16

  /// Whether each card names its machine: in a list that mixes the cards of several.
  private var namesHosts: Bool { hasHosts && cards.arrangement.order != .host }
}

/// Scrolling. An expanded card may be taller than the view, so a step moves through the selected
/// card first, and to the next card at its end.
extension MonitorModel {
  /// Moves by `cards`, or by as many rows inside the selected card.
  mutating func move(by cards: Int) {
    if !scrollCard(by: cards) { select(selectedIndex + cards) }
  }

  /// Moves by `pages`. A page keeps one card, or one row of a tall card, of the previous page for
  /// orientation.
  mutating func movePage(by pages: Int) {
    let rows = max(1, areas.body.count - 1)
    if !scrollCard(by: pages * rows) {
      select(selectedIndex + pages * max(1, viewport.inView.count - 1))
    }
  }

  /// Scrolls inside the selected card. Returns false where no more rows are hidden in that
  /// direction.
  private mutating func scrollCard(by rows: Int) -> Bool {
    let rows = max(-viewport.rowsAbove, min(rows, viewport.rowsBelow))
    viewport.rowsAbove += rows
    viewport.rowsBelow -= rows
    return rows != 0
  }
}

/// The progress of all tasks together, for terminals that show one in their tab or task bar.
extension MonitorModel {
  /// The state of the terminal's progress sign at `now`. `.nothing` means that no task runs, or
  /// that the hub is unreachable.
  package func overallProgress(at now: Moment) -> TerminalProgress.Shown {
    guard let summary = wholeSummary else { return .nothing }
    let percent = summary.fraction.map(wholePercent)
    if failureShownUntil(now) != nil { return .failed(percent) }
    if summary.needsYou > 0 || summary.running == 0 && summary.paused > 0 {
      return .paused(percent)
    }
    guard summary.running > 0 else { return .nothing }
    return percent.map { .measured($0) } ?? .indeterminate
  }

  /// The summaries of all hubs that answer, together. Nil without one.
  private var wholeSummary: HubSummary? {
    let all = shownHosts.filter { self[$0].isConnected }.compactMap { self[$0].summary }
    return all.count > 1 ? .sum(of: all) : all.first
  }

  /// The time for which the sign shows a failure.
  static let failureTime: Duration = .seconds(30)

  /// The continuous time until which the sign shows the last failure. Nil when no failure is shown.
  func failureShownUntil(_ now: Moment) -> RunningTime? {
    let end = lastFailureAt.map { $0.running + Self.failureTime }
    return end.flatMap { $0 > now.running ? $0 : nil }
  }

  /// Remembers a failure of a task that was alive while the monitor watched. A task that had failed
  /// before is old news.
  mutating func noteFailure(of snapshot: TaskSnapshot, _ key: CardKey, at now: Moment) {
    guard snapshot.ending?.reason.isFailure == true, !dismissed.contains(key) else { return }
    let wasAlive = cards[key]?.task.isAlive ?? (self[key.host].arriving == nil)
    if wasAlive { lastFailureAt = now }
  }
}
