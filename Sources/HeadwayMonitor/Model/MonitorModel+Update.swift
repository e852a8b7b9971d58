package import HeadwayCore

extension MonitorModel {
  /// Takes `event` in, and says what the shell is to do.
  ///
  /// A change below what is in view costs a lookup, and an array's move where a card changes its
  /// place; any other event costs a layout of what is in view besides.
  package mutating func update(_ event: MonitorEvent, at now: Moment) -> [MonitorCommand] {
    update([event], at: now)
  }

  /// Takes in what came at once, with one layout for all of it.
  package mutating func update(_ events: [MonitorEvent], at now: Moment) -> [MonitorCommand] {
    let isPassing = showsWhatPasses
    let commands = events.flatMap { handle($0, at: now) } + sendDue(at: now)
    removeWhatIsOver(at: now)
    if isLayoutStale || isPassing { edition &+= 1 }
    guard isLayoutStale else { return commands }
    settle(at: now)
    settleLog()
    return commands + changedInterest() + changedOutputs()
  }

  /// Something is there, or can be done, for a time.
  private var showsWhatPasses: Bool {
    notice != nil || prompt != nil || !heldCancels.isEmpty || !lastDismissed.isEmpty
  }

  private mutating func handle(_ event: MonitorEvent, at now: Moment) -> [MonitorCommand] {
    if case .summaryChanged(let summary) = event {
      self.summary = summary
      return []
    }
    if case .taskChanged(let snapshot) = event {
      take(snapshot, at: now)
      return []
    }
    if case .tasksStepped(let steps) = event {
      for step in steps { take(step, at: now) }
      return []
    }
    if case .tick = event {
      isLayoutStale = isLayoutStale || showsWhatPasses || asksInView
      return []
    }
    isLayoutStale = true
    switch event {
    case .linkChanged(let link): change(link, at: now)
    case .snapshotStarted: arriving = [:]
    case .snapshotEnded: finishSnapshot()
    case .taskRemoved(let key): remove(key)
    case .keyPressed(let key): return press(key, at: now)
    case .pasted(let scalar):
      return mode == .filter || mode == .search ? press(.character(scalar), at: now) : []
    case .mouse(let action, let row, let column):
      return point(action, row: row, column: column, at: now)
    case .resized(let size): self.size = size
    case .focusChanged(let isFocused): self.isFocused = isFocused
    case .leaving: return sendHeld()
    case .requestFailed(let text), .returned(let text): notice = Notice(text, at: now)
    case .complained(let text): notice = Notice(text, at: now, for: .seconds(60))
    case .outputBegan(let key, let isCut): beginOutput(of: key, isCut: isCut)
    case .output(let key, let output): takeOutput(output, of: key)
    case .outputMissing(let key): noteMissingOutput(of: key)
    // The focus may have come since the hub asked.
    case .told(let notification): return isFocused == true ? [] : [.tell(notification)]
    case .taskChanged, .tasksStepped, .summaryChanged, .tick: break
    }
    return []
  }

  /// A question that is shown says how long it has stood: its words may take another line.
  private var asksInView: Bool { inView.contains { cards[$0.index]?.isAsking ?? false } }

  private mutating func change(_ link: LinkState, at now: Moment) {
    self.link = link
    arriving = nil
    interest = nil
    summary = nil
    lostAt = link == .connected ? nil : lostAt ?? now
    if link == .connected, isLoaded { mayBeBehindUntil = now.continuous + Self.timeToReturn }
  }

  /// For workers to be back: mostly they look for a hub within a second.
  private static let timeToReturn: Duration = .seconds(10)

  private mutating func finishSnapshot() {
    guard let arrived = arriving else { return }
    arriving = nil
    isLoaded = true
    dismissed = dismissed.filter { arrived[$0] != nil }
    lastDismissed.removeAll { arrived[$0.key] == nil }
    cards = CardList(
      arrived.values.filter { !dismissed.contains($0.key) }, cards.arrangement)
    expanded = expanded.filter { cards[$0] != nil }
    marked = marked.filter { cards[$0] != nil }
    rates = rates.filter { cards[$0.key] != nil }
  }

  private mutating func take(_ snapshot: TaskSnapshot, at now: Moment) {
    if arriving == nil, let shown = cards[snapshot.key]?.snapshot,
      let step = snapshot.step(from: shown)
    {
      take(step, at: now)
    } else {
      takeWhole(snapshot, at: now)
    }
  }

  private mutating func take(_ step: TaskStep, at now: Moment) {
    guard let shown = arriving?[step.key] ?? cards[step.key] else { return }
    let step = believed(step, after: shown, at: now)
    guard arriving == nil, let card = cards.advance(step, at: now) else {
      return takeWhole(shown.snapshot.taking(step), at: now)
    }
    noteRate(of: card)
    // The rate may be a line of its own.
    isLayoutStale = isLayoutStale || expanded.contains(card.key)
  }

  private mutating func takeWhole(_ snapshot: TaskSnapshot, at now: Moment) {
    let snapshot = withoutStepBack(snapshot, at: now)
    noteFailure(of: snapshot, at: now)
    take(Card(snapshot, at: now, keepEnded: settings.keepEnded))
    edition &+= 1
  }

  private func withoutStepBack(_ snapshot: TaskSnapshot, at now: Moment) -> TaskSnapshot {
    guard snapshot.state != .ended, mayBeBehind(at: now), let shown = cards[snapshot.key] else {
      return snapshot
    }
    var snapshot = snapshot
    snapshot.progress = snapshot.progress.notBehind(shown.progress)
    return snapshot
  }

  private func believed(_ step: TaskStep, after shown: Card, at now: Moment) -> TaskStep {
    guard mayBeBehind(at: now) else { return step }
    let progress = step.progress.notBehind(shown.progress)
    return TaskStep(
      key: step.key, subtitle: step.subtitle, progress: progress, elapsed: step.elapsed)
  }

  /// What a card once showed of a live task isn't taken back because its hub crashed. At any other time
  /// the hub is right: a total was lowered, or work was begun anew.
  private func mayBeBehind(at now: Moment) -> Bool {
    mayBeBehindUntil.map { now.continuous < $0 } ?? false
  }

  private mutating func take(_ card: Card) {
    if arriving != nil {
      arriving?[card.key] = card
    } else if !dismissed.contains(card.key) {
      noteRate(of: card)
      let old = cards.index(of: card.key)
      // The card that counts it.
      let parent = card.task.parent ?? card.key
      let former = cards.tally(ofPartsOf: parent)
      cards.put(card)
      let whole = former == cards.tally(ofPartsOf: parent) ? nil : cards.index(of: parent)
      let places = [old, cards.index(of: card.key), whole].compactMap { $0 }
      // There may be room for one more.
      let last = (inView.last?.index ?? 0) + 1
      isLayoutStale = isLayoutStale || places.contains { $0 <= last }
    }
  }

  private mutating func noteRate(of card: Card) {
    let progress = card.progress
    guard card.task.state == .running, let rate = progress.rate else { return }
    rates[card.key, default: RateCourse()].note(
      rate, of: progress.unit, at: card.receivedAt.continuous)
  }

  private mutating func remove(_ key: TaskKey) {
    arriving?[key] = nil
    dismissed.remove(key)
    lastDismissed.removeAll { $0.key == key }
    discard(key)
  }

  mutating func discard(_ key: TaskKey) {
    cards.remove(key)
    expanded.remove(key)
    marked.remove(key)
    rates[key] = nil
    if !cards.arrangement.folded.isEmpty { cards.arrangement.folded.remove(key) }
    isLayoutStale = true
  }

  private mutating func removeWhatIsOver(at now: Moment) {
    while let card = cards.nextToLeave, let leavesAt = card.leavesAt, leavesAt <= now.continuous {
      discard(card.key)
    }
    if let notice, notice.until <= now.continuous { self.notice = nil }
    prompt = prompt?.filter { cards[$0]?.task.isAlive ?? false }
    if let card = lastDismissed.first?.leavesAt, card <= now.continuous { lastDismissed = [] }
  }

  /// Keeps the selection on its task, and the selected card where it is on the screen: only at the
  /// very top do cards that come in push it down, so that a new question is seen. Where nobody chose
  /// it, it doesn't follow a task that ended, but returns to the first card.
  private mutating func settle(at now: Moment) {
    if let index = selection.flatMap({ cards.index(of: $0) }), isSelectionChosen || !hasEnded(index)
    {
      if top > 0 { top += index - selectedIndex }
      selectedIndex = index
    } else {
      selectedIndex = isSelectionChosen ? max(0, min(selectedIndex, cards.count - 1)) : 0
      selection = cards[selectedIndex]?.key
    }
    let layout = cardLayout(at: now)
    top = layout.settledTop(top, selected: selectedIndex)
    let excess = layout.excess(of: selectedIndex)
    rowsAbove = min(rowsAbove, excess)
    rowsBelow = excess - rowsAbove
    inView = layout.placements(from: top, rowsAbove: rowsAbove)
    isLayoutStale = false
  }

  private func hasEnded(_ index: Int) -> Bool { cards[index]?.task.state == .ended }

  private mutating func changedInterest() -> [MonitorCommand] {
    guard link == .connected, arriving == nil else { return [] }
    let wanted = MonitorInterest(view: keysInView, selected: selection, isFocused: isFocused)
    guard wanted != interest ?? MonitorInterest() else { return [] }
    interest = wanted
    return [.setInterest(wanted)]
  }
}

extension MonitorModel {
  /// How long the shell may sleep without any event; nil as long as it likes.
  package func nextTick(at now: Moment) -> Duration? {
    let ends = [cards.nextToLeave?.leavesAt, notice?.until, nextDue, failureShownUntil(now)]
      .compactMap { $0 }
      .map { max(.zero, $0 - now.continuous) }
    let second = showsTime ? [untilNextSecond(now.continuous)] : []
    return (ends + second).min()
  }

  private var nextDue: Duration? { link == .connected ? heldCancels.first?.due : nil }

  private var showsTime: Bool {
    guard lostAt == nil, areCardsShown else { return false }
    return inView.contains { cards[$0.index]?.showsTime ?? false }
  }

  private func untilNextSecond(_ time: Duration) -> Duration {
    let fraction = max(0, time.components.attoseconds)
    return .seconds(1) - Duration(secondsComponent: 0, attosecondsComponent: fraction)
  }
}
