package import HeadwayModel

/// Events in, commands out.
extension MonitorModel {
  /// Applies one event and returns the commands for the shell.
  ///
  /// Cost: a change of a card below the view takes a lookup, plus an array move when the card
  /// changes its place. Any other event also lays out the cards in view.
  package mutating func update(_ event: MonitorEvent, at now: Moment) -> [MonitorCommand] {
    update([event], at: now)
  }

  /// Applies the events that arrived together, with a single layout at the end. The shell uses this
  /// form: a hub with thousands of tasks sends many events at once.
  package mutating func update(_ events: [MonitorEvent], at now: Moment) -> [MonitorCommand] {
    let isPassing = showsWhatPasses
    let commands = events.flatMap { handle($0, at: now) } + sendDue(at: now)
    removeWhatIsOver(at: now)
    describeHeld(at: now)
    if viewport.isStale || isPassing { edition &+= 1 }
    guard viewport.isStale else { return commands }
    settle(at: now)
    settleLog()
    return commands + changedInterest() + changedOutputs() + changedMeasurement()
  }

  /// Whether something on screen has an end time: a notice, a question, or the offer to undo.
  private var showsWhatPasses: Bool {
    notice != nil || prompt != nil || !held.isEmpty
  }

  private mutating func handle(_ event: MonitorEvent, at now: Moment) -> [MonitorCommand] {
    if case .summaryChanged(let summary) = event {
      self.summary = summary
      return []
    }
    if case .taskChanged(let snapshot) = event {
      apply(snapshot, at: now)
      return []
    }
    if case .tasksStepped(let steps) = event {
      for step in steps { apply(step, at: now) }
      return []
    }
    if case .tick = event {
      viewport.isStale = viewport.isStale || showsWhatPasses || asksInView
      return []
    }
    viewport.isStale = true
    switch event {
    case .linkChanged(let link): change(link, at: now)
    case .snapshotStarted: hub.arriving = [:]
    case .snapshotEnded: finishSnapshot()
    case .taskRemoved(let key): remove(key)
    case .keyPressed(let key): return press(key, at: now)
    case .pasted(let scalar):
      return [.filter, .search, .typing].contains(mode) ? press(.character(scalar), at: now) : []
    case .mouse(let action, let row, let column):
      return point(action, row: row, column: column, at: now)
    case .resized(let size): self.size = size
    case .focusChanged(let isFocused): self.isFocused = isFocused
    case .leaving: return sendHeld()
    case .settingsChanged(let keys, let keepEnded): adopt(keys, keepEnded: keepEnded)
    case .requestFailed(let text), .returned(let text): notice = Notice(text, at: now)
    case .complained(let text): notice = Notice(text, at: now, for: .seconds(60))
    case .outputBegan(let key, let isCut): beginOutput(of: key, isCut: isCut)
    case .output(let key, let output): takeOutput(output, of: key)
    case .outputMissing(let key): noteMissingOutput(of: key)
    case .measured(let uses): adopt(uses)
    // The window may have got the focus after the hub sent the notification.
    case .told(let notification): return isFocused == true ? [] : [.tell(notification)]
    case .taskChanged, .tasksStepped, .summaryChanged, .tick: break
    }
    return []
  }

  /// Whether a card in view shows a question. The question includes the time since the stall, so
  /// its text may grow by a line.
  private var asksInView: Bool { viewport.inView.contains { cards[$0.index]?.isAsking ?? false } }

  /// Enters the new link state and drops everything that belonged to the previous connection.
  private mutating func change(_ link: LinkState, at now: Moment) {
    hub.link = link
    hub.arriving = nil
    interest = nil
    summary = nil
    hub.lostAt = link == .connected ? nil : hub.lostAt ?? now
    if link == .connected, hub.isLoaded { hub.mayBeBehindUntil = now.running + Self.timeToReturn }
  }

  /// The time that workers get to report again after a reconnect. Most look for a new hub within a
  /// second.
  private static let timeToReturn: Duration = .seconds(10)

  /// Replaces all cards by those of the snapshot, keeping what a person chose: expanded, marked and
  /// dismissed tasks.
  private mutating func finishSnapshot() {
    guard let arrived = hub.arriving else { return }
    hub.arriving = nil
    hub.isLoaded = true
    dismissed = dismissed.filter { arrived[$0] != nil }
    cards = CardList(
      arrived.values.filter { !dismissed.contains($0.key) }, cards.arrangement)
    expanded = expanded.filter { cards[$0] != nil }
    marked = marked.filter { cards[$0] != nil }
    rates = rates.filter { cards[$0.key] != nil }
  }

  /// Applies a snapshot. A snapshot that differs in progress alone takes the cheaper way of a step.
  private mutating func apply(_ snapshot: TaskSnapshot, at now: Moment) {
    if hub.arriving == nil, let shown = cards[snapshot.key]?.snapshot,
      let step = snapshot.step(from: shown)
    {
      apply(step, at: now)
    } else {
      applyWhole(snapshot, at: now)
    }
  }

  /// Applies a step. The whole card is built again when the step adds or removes a line of the
  /// card.
  private mutating func apply(_ step: TaskStep, at now: Moment) {
    guard let shown = hub.arriving?[step.key] ?? cards[step.key] else { return }
    let step = believed(step, after: shown, at: now)
    guard hub.arriving == nil, let card = cards.advance(step, at: now) else {
      return applyWhole(shown.snapshot.taking(step), at: now)
    }
    noteRate(of: card)
    // The first rate adds a line to an expanded card.
    viewport.isStale = viewport.isStale || expanded.contains(card.key)
  }

  private mutating func applyWhole(_ snapshot: TaskSnapshot, at now: Moment) {
    let snapshot = withoutStepBack(snapshot, at: now)
    noteFailure(of: snapshot, at: now)
    apply(Card(snapshot, at: now, keepEnded: settings.keepEnded))
    edition &+= 1
  }

  /// The snapshot. While the hub may be behind, progress within a phase doesn't go back.
  private func withoutStepBack(_ snapshot: TaskSnapshot, at now: Moment) -> TaskSnapshot {
    guard snapshot.state != .ended, mayBeBehind(at: now), let shown = cards[snapshot.key] else {
      return snapshot
    }
    var snapshot = snapshot
    snapshot.progress = snapshot.progress.notBehind(shown.progress)
    return snapshot
  }

  /// The step. While the hub may be behind, progress within a phase doesn't go back.
  private func believed(_ step: TaskStep, after shown: Card, at now: Moment) -> TaskStep {
    guard mayBeBehind(at: now) else { return step }
    let progress = step.progress.notBehind(shown.progress)
    return TaskStep(
      key: step.key, subtitle: step.subtitle, progress: progress, elapsed: step.elapsed)
  }

  /// Whether the hub may have lost progress in a crash. During this time a card's progress doesn't
  /// go back. At any other time a lower value is correct, for example when work begins again.
  private func mayBeBehind(at now: Moment) -> Bool {
    hub.mayBeBehindUntil.map { now.running < $0 } ?? false
  }

  /// Adds or replaces a card. The layout becomes stale only when the card, its former place or the
  /// parent that counts it is in view.
  private mutating func apply(_ card: Card) {
    if hub.arriving != nil {
      hub.arriving?[card.key] = card
    } else if !dismissed.contains(card.key) {
      noteRate(of: card)
      let old = cards.index(of: card.key)
      // The parent's card shows the counts of its subtasks.
      let parent = card.task.parent ?? card.key
      let former = cards.tally(ofSubtasksOf: parent)
      cards.put(card)
      let whole = former == cards.tally(ofSubtasksOf: parent) ? nil : cards.index(of: parent)
      let places = [old, cards.index(of: card.key), whole].compactMap { $0 }
      // A change may make room for one more card at the end.
      let last = (viewport.inView.last?.index ?? 0) + 1
      viewport.isStale = viewport.isStale || places.contains { $0 <= last }
    }
  }

  private mutating func noteRate(of card: Card) {
    let progress = card.progress
    guard card.task.state == .running, let rate = progress.rate else { return }
    rates[card.key, default: RateCourse()].note(
      rate, of: progress.unit, at: card.receivedAt.running)
  }

  private mutating func remove(_ key: TaskKey) {
    hub.arriving?[key] = nil
    dismissed.remove(key)
    forgetDismissal(of: key)
    discard(key)
  }

  /// Removes the card and everything remembered about it.
  mutating func discard(_ key: TaskKey) {
    cards.remove(key)
    expanded.remove(key)
    marked.remove(key)
    if markRange?.start == key { markRange = nil }
    rates[key] = nil
    if !cards.arrangement.folded.isEmpty { cards.arrangement.folded.remove(key) }
    viewport.isStale = true
  }

  /// Removes ended cards whose time is up, an expired notice, and questions that no longer make
  /// sense.
  private mutating func removeWhatIsOver(at now: Moment) {
    while let card = cards.nextToLeave, let leavesAt = card.leavesAt, leavesAt <= now.running {
      discard(card.key)
    }
    if let key = typing?.key, cards[key]?.task.isAlive != true { typing = nil }
    if let notice, notice.until <= now.running { self.notice = nil }
    if let prompt {
      self.prompt = prompt.filter { key in
        cards[key].map { prompt.applies(to: $0.task) } ?? false
      }
    }
  }

  /// Lays out the cards in view and keeps the selection stable.
  ///
  /// - A selected card stays where it is on the screen when cards above it come or go.
  /// - At the very top new cards push the selection down, so that a new question is visible.
  /// - A selection that nobody chose returns to the first card when its task ends.
  private mutating func settle(at now: Moment) {
    if let index = selection.flatMap({ cards.index(of: $0) }), isSelectionChosen || !hasEnded(index)
    {
      if viewport.top > 0 { viewport.top += index - selectedIndex }
      selectedIndex = index
    } else {
      selectedIndex = isSelectionChosen ? max(0, min(selectedIndex, cards.count - 1)) : 0
      selection = cards[selectedIndex]?.key
    }
    let layout = cardLayout(at: now)
    viewport.top = layout.settledTop(viewport.top, selected: selectedIndex)
    let excess = layout.excess(of: selectedIndex)
    viewport.rowsAbove = min(viewport.rowsAbove, excess)
    viewport.rowsBelow = excess - viewport.rowsAbove
    viewport.inView = layout.placements(from: viewport.top, rowsAbove: viewport.rowsAbove)
    viewport.isStale = false
  }

  private func hasEnded(_ index: Int) -> Bool { cards[index]?.task.state == .ended }

  /// Returns a command when the tasks in view, the selection or the focus changed since the last
  /// report.
  private mutating func changedInterest() -> [MonitorCommand] {
    guard hub.link == .connected, hub.arriving == nil else { return [] }
    let wanted = MonitorInterest(view: keysInView, selected: selection, isFocused: isFocused)
    guard wanted != interest ?? MonitorInterest() else { return [] }
    interest = wanted
    return [.setInterest(wanted)]
  }
}

/// The monitor's only timer.
extension MonitorModel {
  /// The longest time that the shell may sleep before it sends ``MonitorEvent/tick``. Nil means
  /// that nothing on screen changes by time, so the shell sleeps until the next event.
  package func nextTick(at now: Moment) -> Duration? {
    let ends = [
      cards.nextToLeave?.leavesAt, notice?.until, nextHeldChange(now), failureShownUntil(now),
    ]
    .compactMap { $0 }
    .map { max(.zero, $0 - now.running) }
    let second = showsTime ? [untilNextSecond(now.running)] : []
    return (ends + second).min()
  }

  /// The continuous time at which the next withheld action goes out, or at which the footer's
  /// countdown changes. Nil without a connection.
  private func nextHeldChange(_ now: Moment) -> RunningTime? {
    guard hub.link == .connected else { return nil }
    return held.map { $0.nextChange(after: now.running) }.min()
  }

  /// Whether a card in view shows a running clock.
  private var showsTime: Bool {
    guard hub.lostAt == nil, areCardsShown else { return false }
    return viewport.inView.contains { cards[$0.index]?.showsTime ?? false }
  }

  /// The time until the continuous clock reaches a whole second. All clocks on screen step
  /// together, once a second.
  private func untilNextSecond(_ time: RunningTime) -> Duration {
    let fraction = max(0, time.sinceOrigin.components.attoseconds)
    return .seconds(1) - Duration(secondsComponent: 0, attosecondsComponent: fraction)
  }
}
