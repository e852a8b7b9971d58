import HeadwayCore

/// The mouse does what keys do: what is clicked is pressed, and the wheel moves.
extension MonitorModel {
  mutating func point(
    _ action: MouseAction, row: Int, column: Int, at now: Moment
  ) -> [MonitorCommand] {
    switch action {
    case .wheelUp: return turn(by: -1, at: now)
    case .wheelDown: return turn(by: 1, at: now)
    case .press: return press(row: row, column: column, at: now)
    }
  }

  /// A card, or a line of one that is taller than the view, or three lines elsewhere, for each notch.
  private mutating func turn(by notches: Int, at now: Moment) -> [MonitorCommand] {
    switch mode {
    case .cards, .filter: move(by: notches)
    case .log, .search: return perform(LogAction.move(3 * notches), at: now)
    case .help: scrollHelp(by: 3 * notches)
    case .prompt: break
    }
    return []
  }

  private mutating func press(row: Int, column: Int, at now: Moment) -> [MonitorCommand] {
    let areas = areas
    if areas.footer.contains(row) {
      let lines = FooterView(model: self).lines
      let line = lines.dropFirst(row - areas.footer.lowerBound).first
      return line?.key(at: column, in: 0..<size.columns).map { press($0, at: now) } ?? []
    }
    guard areas.body.contains(row) else { return [] }
    switch mode {
    case .cards: return pressCard(row: row - areas.body.lowerBound, column: column, at: now)
    case .log: pressLog(row: row - areas.body.lowerBound)
    case .prompt, .filter, .help, .search: break
    }
    return []
  }

  /// A card is selected first; once it is, its buttons are pressed, or else it opens and closes.
  private mutating func pressCard(row: Int, column: Int, at now: Moment) -> [MonitorCommand] {
    let areas = areas
    guard let place = inView.last(where: { $0.row <= row }), let card = cards[place.index],
      let view = cardView(place.index, areas: areas, at: shownTime(now)),
      row < place.row + view.height
    else { return [] }
    guard card.key == selection else {
      select(place.index)
      return []
    }
    let line = view.lines[row - place.row]
    if let key = line.key(at: column, in: areas.cardColumns) { return press(key, at: now) }
    let title = place.row + view.headingLines.count
    return row == title ? press(.details, at: now) : []
  }

  private mutating func press(_ action: KeyAction, at now: Moment) -> [MonitorCommand] {
    settings.keys.key(of: action).map { press($0, at: now) } ?? []
  }

  private mutating func pressLog(row: Int) {
    guard let top = log?.top else { return }
    log?.move(to: top + row)
  }
}
