import HeadwayModel

/// The mouse, as a second way to the actions of keys. A click presses the key of the clicked label,
/// and the wheel moves.
extension MonitorModel {
  /// Performs the action at `row` and `column`, counted from 0 at the top left of the screen.
  mutating func point(
    _ action: MouseAction, row: Int, column: Int, at now: Moment
  ) -> [MonitorCommand] {
    switch action {
    case .wheelUp: return turn(by: -1, at: now)
    case .wheelDown: return turn(by: 1, at: now)
    case .press: return press(row: row, column: column, at: now)
    }
  }

  /// Moves by `notches` of the wheel. One notch is one card (one line of a card taller than the
  /// view) in the list, and three lines elsewhere.
  private mutating func turn(by notches: Int, at now: Moment) -> [MonitorCommand] {
    switch mode {
    case .cards, .filter, .typing: move(by: notches)
    case .log, .search: return perform(LogAction.move(3 * notches), at: now)
    case .help: scrollHelp(by: 3 * notches)
    case .prompt: break
    }
    return []
  }

  /// Handles a click by the area it hits: the footer, a card, or a line of the output.
  private mutating func press(row: Int, column: Int, at now: Moment) -> [MonitorCommand] {
    let areas = areas
    if areas.footer.contains(row) {
      let lines = FooterView(model: self).lines
      let line = lines.dropFirst(row - areas.footer.lowerBound).first
      return line?.key(at: column, in: 0..<size.columns).map { press($0, at: now) } ?? []
    }
    guard areas.body.contains(row) else { return [] }
    switch mode {
    case .cards where areas.panel?.contains(column) == true: return press(.output, at: now)
    case .cards: return pressCard(row: row - areas.body.lowerBound, column: column, at: now)
    case .log: pressLog(row: row - areas.body.lowerBound)
    case .prompt, .filter, .typing, .help, .search: break
    }
    return []
  }

  /// Handles a click on a card. The first click selects the card. A click on the selected card
  /// presses the button under the pointer, or opens and closes the card at its title. A click on a
  /// heading folds or unfolds the group.
  private mutating func pressCard(row: Int, column: Int, at now: Moment) -> [MonitorCommand] {
    let areas = areas
    guard let place = viewport.inView.last(where: { $0.row <= row }) else { return [] }
    if let host = cards.machine(at: place.index) {
      guard row == place.row else { return [] }
      if selectedHost == host { return openHost(host, at: now) }
      select(place.index)
      return []
    }
    guard let card = cards[place.index],
      let view = cardView(place.index, areas: areas, at: now),
      row < place.row + view.height
    else { return [] }
    if row < place.row + view.headingCount, let group = cards.group(of: card.key) {
      toggle(.group(group))
      return []
    }
    if let fold = cards.fold(of: card.key) {
      toggle(fold)
      return []
    }
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
