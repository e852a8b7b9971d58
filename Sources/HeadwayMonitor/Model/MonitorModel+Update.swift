package import HeadwayCore

extension MonitorModel {
  /// Takes `event` in, and says what the shell is to do.
  ///
  /// The cost doesn't depend on the number of tasks, but for an array's move where a card changes
  /// its place.
  package mutating func update(_ event: MonitorEvent, at now: Moment) -> [MonitorCommand] {
    var commands: [MonitorCommand] = []
    switch event {
    case .linkChanged(let link): change(link, at: now)
    case .snapshotStarted: arriving = [:]
    case .snapshotEnded: finishSnapshot()
    case .taskChanged(let snapshot): take(Card(snapshot, at: now, keepEnded: settings.keepEnded))
    case .taskRemoved(let key): remove(key)
    case .keyPressed(let key): commands = press(key, at: now)
    case .resized(let size): self.size = size
    case .tick: break
    case .requestFailed(let text): notice = Notice(text, at: now)
    }
    removeWhatIsOver(at: now)
    settle(at: now)
    return commands + changedInterest(at: now)
  }

  private mutating func change(_ link: LinkState, at now: Moment) {
    self.link = link
    arriving = nil
    interest = []
    lostAt = link == .connected ? nil : lostAt ?? now
  }

  private mutating func finishSnapshot() {
    guard let arrived = arriving else { return }
    arriving = nil
    isLoaded = true
    dismissed = dismissed.filter { arrived[$0] != nil }
    cards = CardList(arrived.values.filter { !dismissed.contains($0.key) })
    expanded = expanded.filter { cards[$0] != nil }
  }

  private mutating func take(_ card: Card) {
    if arriving != nil {
      arriving?[card.key] = card
    } else if !dismissed.contains(card.key) {
      cards.put(card)
    }
  }

  private mutating func remove(_ key: TaskKey) {
    arriving?[key] = nil
    dismissed.remove(key)
    discard(key)
  }

  mutating func discard(_ key: TaskKey) {
    cards.remove(key)
    expanded.remove(key)
  }

  private mutating func removeWhatIsOver(at now: Moment) {
    while let card = cards.firstEnded, let leavesAt = card.leavesAt, leavesAt <= now.continuous {
      discard(card.key)
    }
    if let notice, notice.until <= now.continuous { self.notice = nil }
    if let prompt, cards[prompt.key]?.snapshot.state ?? .ended == .ended { self.prompt = nil }
  }

  /// Keeps the selection on its task, and the selected card where it is on the screen: only at the
  /// very top do cards that come in push it down, so that a new question is seen.
  private mutating func settle(at now: Moment) {
    if let index = selection.flatMap({ cards.index(of: $0) }) {
      if top > 0 { top += index - selectedIndex }
      selectedIndex = index
    } else {
      selectedIndex = max(0, min(selectedIndex, cards.count - 1))
      selection = cards[selectedIndex]?.key
    }
    top = cardLayout(at: now).settledTop(top, selected: selectedIndex)
  }

  private mutating func changedInterest(at now: Moment) -> [MonitorCommand] {
    guard link == .connected, arriving == nil else { return [] }
    let wanted = keysInView(at: now)
    guard wanted != interest else { return [] }
    interest = wanted
    return [.setInterest(wanted)]
  }
}

extension MonitorModel {
  /// How long the shell may sleep without any event; nil as long as it likes.
  package func nextTick(at now: Moment) -> Duration? {
    let ends = [cards.firstEnded?.leavesAt, notice?.until].compactMap { $0 }
      .map { max(.zero, $0 - now.continuous) }
    let second = showsTime(at: now) ? [untilNextSecond(now.continuous)] : []
    return (ends + second).min()
  }

  private func showsTime(at now: Moment) -> Bool {
    guard lostAt == nil, !isHelpShown else { return false }
    return placements(at: now).contains { cards[$0.index]?.showsTime ?? false }
  }

  private func untilNextSecond(_ time: Duration) -> Duration {
    let fraction = max(0, time.components.attoseconds)
    return .seconds(1) - Duration(secondsComponent: 0, attosecondsComponent: fraction)
  }
}
