import HeadwayCore

extension MonitorModel {
  var areas: ScreenAreas {
    ScreenAreas(size: size, density: settings.density, footerLines: footerLines)
  }

  /// None where the footer has nothing to ask or to say.
  private var footerLines: Int {
    let notice = FooterView(model: self).noticeLines.count
    let isAsking = prompt != nil || mode == .filter || mode == .search
    return max(notice, isAsking ? 1 : 0)
  }

  func cardLayout(at now: Moment) -> CardLayout {
    let areas = areas
    let time = shownTime(now)
    let view = { (index: Int) in cardView(index, areas: areas, at: time) }
    return CardLayout(
      count: cards.count, rows: areas.body.count, height: { view($0)?.height ?? 0 },
      gapBefore: { index in
        guard areas.density == .full else { return 0 }
        if cards.heading(at: index) != nil { return 1 }
        return [index - 1, index].allSatisfy { view($0)?.isOneLine ?? true } ? 0 : 1
      })
  }

  /// The card at `index` as it is drawn at `time`.
  func cardView(_ index: Int, areas: ScreenAreas, at time: Moment) -> CardView? {
    guard let card = cards[index] else { return nil }
    var context = CardContext(
      columns: areas.cardColumns.count, density: areas.density, glyphs: settings.glyphs,
      numberWidth: cards.numberWidth, isSelected: card.key == selection,
      isExpanded: expanded.contains(card.key), isMarked: marked.contains(card.key),
      heading: heading(at: index), depth: cards.depth(at: index),
      parts: cards.tally(ofPartsOf: card.key),
      isFolded: cards.arrangement.folded.contains(card.key))
    if card.isAsking {
      context.continueKey = settings.keys.key(of: .continue)
      context.stopKey = settings.keys.key(of: .stop)
    }
    if context.isExpanded { addDetails(of: card, to: &context) }
    return CardView(card, context, at: time)
  }

  private func addDetails(of card: Card, to context: inout CardContext) {
    context.rates = rates[card.key] ?? RateCourse()
    context.output = outputs[card.key]?.last(Self.glimpseLineCount) ?? []
    if context.isSelected { context.buttons = buttons }
    context.parent = card.task.parent.flatMap { cards[$0]?.task }.map {
      "\($0.number) \($0.title)"
    }
  }

  private var buttons: [CardButton] {
    settings.keys.buttons(of: self).compactMap { row in
      row.keys.first.map { CardButton(key: $0, label: row.footerLabel?(self) ?? row.label) }
    }
  }

  /// `ml · 3`, above the first card of a group.
  private func heading(at index: Int) -> String? {
    guard let group = cards.heading(at: index) else { return nil }
    let name = group.isEmpty ? "no group" : group
    return "\(name)\(settings.glyphs.separator)\(cards.count(ofGroup: group))"
  }

  /// The tasks in view, and at both ends the one that a step brings in, so that it comes as it is. What
  /// comes from further away is told of once it is in view.
  var keysInView: [TaskKey] {
    guard let first = inView.first?.index, let last = inView.last?.index else { return [] }
    return (first - 1...last + 1).compactMap { cards[$0]?.key }
  }
}
