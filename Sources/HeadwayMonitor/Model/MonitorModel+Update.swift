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
    var commands = events.flatMap { handle($0, at: now) }
    applyPaste()
    commands += sendDue(at: now)
    showArrivals()
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
    if needsCards(event) { showArrivals() }
    if case .pasted = event {} else { applyPaste() }
    switch event {
    case .summaryChanged(let summary, let host):
      change(host) { $0.summary = summary }
      return []
    case .taskChanged(let snapshot, let host):
      apply(snapshot, of: host, at: now)
      return []
    case .tasksStepped(let steps, let host):
      for step in steps { apply(step, of: host, at: now) }
      return []
    default: break
    }
    if case .tick = event {
      viewport.isStale = viewport.isStale || showsWhatPasses || asksInView
      return []
    }
    viewport.isStale = true
    switch event {
    case .hostFound(let name): add(name)
    case .hostForgotten(let host): forget(host)
    case .linkChanged(let link, let host): change(link, of: host, at: now)
    case .greeted(let version, let host):
      let isOther = version.string != settings.version
      change(host) { $0.otherVersion = isOther ? version : nil }
    case .snapshotStarted(let host): change(host) { $0.arriving = [:] }
    case .snapshotEnded(let host): finishSnapshot(of: host)
    case .taskRemoved(let key): remove(key)
    case .keyPressed(let key): return press(key, at: now)
    case .pasted(let scalar): paste(scalar)
    case .mouse(let action, let row, let column):
      return point(action, row: row, column: column, at: now)
    case .resized(let size): self.size = size
    case .ambiguousIsWide: avoidAmbiguousGlyphs()
    case .focusChanged(let isFocused): self.isFocused = isFocused
    case .leaving: return sendHeld()
    case .settingsChanged(let keys, let keepEnded): adopt(keys, keepEnded: keepEnded)
    case .requestFailed(let text), .returned(let text):
      notice = Notice(SanitisedText(text.localized, limit: .line), at: now)
    case .complained(let text):
      notice = Notice(SanitisedText(text.localized, limit: .line), at: now, for: .seconds(60))
    case .outputBegan(let key, let isCut): beginOutput(of: key, isCut: isCut)
    case .output(let key, let output): takeOutput(output, of: key)
    case .outputMissing(let key): noteMissingOutput(of: key)
    case .outputRefused(let key, let words): taskOutput.refusals[key] = words
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

  /// The time that workers get to report again after a reconnect. Most look for a new hub within a
  /// second.
  static let timeToReturn: Duration = .seconds(10)

  /// Notes that the snapshot of a machine is complete. The snapshots of many machines may end
  /// together, and their cards are sorted once.
  private mutating func finishSnapshot(of host: HostPlace) {
    guard let arrived = self[host].arriving else { return }
    change(host) { ($0.arriving, $0.isLoaded) = (nil, true) }
    arrivals[host] = arrived
  }

  /// Whether an event is about cards that are shown, so that they must be up to date.
  private func needsCards(_ event: MonitorEvent) -> Bool {
    guard !arrivals.isEmpty else { return false }
    return switch event {
    case .hostFound, .linkChanged, .greeted, .summaryChanged: false
    case .snapshotStarted(let host), .snapshotEnded(let host): arrivals[host] != nil
    case .taskChanged(_, let host): self[host].arriving == nil
    default: true
    }
  }

  /// Replaces all cards of the machines whose snapshots have ended, keeping what a person chose:
  /// expanded, marked and dismissed tasks.
  private mutating func showArrivals() {
    guard !arrivals.isEmpty else { return }
    let arrived = arrivals
    arrivals = [:]
    if !isSelectionChosen { (selection, viewport.top) = (nil, 0) }
    dismissed = dismissed.filter { key in arrived[key.host].map { $0[key] != nil } ?? true }
    let shown = arrived.values.flatMap { $0.values.filter { !dismissed.contains($0.key) } }
    cards = cards.replacing(Set(arrived.keys), with: shown)
    expanded = expanded.filter { cards[$0] != nil }
    marked = marked.filter { cards[$0] != nil }
    rates = rates.filter { cards[$0.key] != nil }
  }

  /// Applies a snapshot. A snapshot that differs in progress alone takes the cheaper way of a step.
  private mutating func apply(_ snapshot: TaskSnapshot, of host: HostPlace, at now: Moment) {
    if self[host].arriving == nil, let shown = cards[CardKey(snapshot.key, of: host)]?.snapshot,
      let step = snapshot.step(from: shown)
    {
      apply(step, of: host, at: now)
    } else {
      applyWhole(snapshot, of: host, at: now)
    }
  }

  /// Applies a step. The whole card is built again when the step adds or removes a line of the
  /// card.
  private mutating func apply(_ step: TaskStep, of host: HostPlace, at now: Moment) {
    let key = CardKey(step.key, of: host)
    guard let shown = self[host].arriving?[key] ?? cards[key] else { return }
    let step = believed(step, after: shown, at: now)
    guard self[host].arriving == nil, let card = cards.advance(step, of: host, at: now) else {
      return applyWhole(shown.snapshot.taking(step), of: host, at: now)
    }
    noteRate(of: card)
    // The first rate adds a line to an expanded card.
    viewport.isStale = viewport.isStale || expanded.contains(card.key)
  }

  private mutating func applyWhole(_ snapshot: TaskSnapshot, of host: HostPlace, at now: Moment) {
    let key = CardKey(snapshot.key, of: host)
    // The key of a heading, which only a hub that lies gives to a task.
    if key.isHeading { return }
    let snapshot = withoutStepBack(snapshot, of: key, at: now)
    noteFailure(of: snapshot, key, at: now)
    apply(Card(snapshot, of: host, at: now, keepEnded: settings.keepEnded))
    edition &+= 1
  }

  /// The snapshot. While the hub may be behind, progress within a phase doesn't go back.
  private func withoutStepBack(
    _ snapshot: TaskSnapshot, of key: CardKey, at now: Moment
  ) -> TaskSnapshot {
    guard snapshot.state != .ended, mayBeBehind(key.host, at: now), let shown = cards[key] else {
      return snapshot
    }
    var snapshot = snapshot
    snapshot.progress = snapshot.progress.notBehind(shown.progress)
    return snapshot
  }

  /// The step. While the hub may be behind, progress within a phase doesn't go back.
  private func believed(_ step: TaskStep, after shown: Card, at now: Moment) -> TaskStep {
    guard mayBeBehind(shown.host, at: now) else { return step }
    let progress = step.progress.notBehind(shown.progress)
    return TaskStep(
      key: step.key, subtitle: step.subtitle, progress: progress, elapsed: step.elapsed)
  }

  /// Whether a hub may have lost progress in a crash. During this time a card's progress doesn't go
  /// back. At any other time a lower value is correct, for example when work begins again.
  private func mayBeBehind(_ host: HostPlace, at now: Moment) -> Bool {
    self[host].mayBeBehindUntil.map { now.running < $0 } ?? false
  }

  /// Adds or replaces a card. The layout becomes stale only when the card, its former place or the
  /// parent that counts it is in view.
  private mutating func apply(_ card: Card) {
    if self[card.host].arriving != nil {
      change(card.host) { $0.arriving?[card.key] = card }
    } else if !dismissed.contains(card.key) {
      noteRate(of: card)
      let old = cards.index(of: card.key)
      // The parent's card shows the counts of its subtasks.
      let parent = card.parent ?? card.key
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

  private mutating func remove(_ key: CardKey) {
    change(key.host) { $0.arriving?[key] = nil }
    dismissed.remove(key)
    forgetDismissal(of: key)
    discard(key)
  }

  /// Removes the card and everything remembered about it.
  mutating func discard(_ key: CardKey) {
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
  /// - A selection that nobody chose returns to the first card when its task ends, and from a heading.
  private mutating func settle(at now: Moment) {
    if let index = selection.flatMap({ cards.index(of: $0) }),
      isSelectionChosen || isLive(index)
    {
      if viewport.top > 0 { viewport.top += index - selectedIndex }
      selectedIndex = index
    } else {
      let first = cards.firstCard ?? 0
      selectedIndex = isSelectionChosen ? max(0, min(selectedIndex, cards.count - 1)) : first
      selection = cards.key(at: selectedIndex)
    }
    let layout = cardLayout(at: now)
    viewport.top = layout.settledTop(viewport.top, selected: selectedIndex)
    let excess = layout.excess(of: selectedIndex)
    viewport.rowsAbove = min(viewport.rowsAbove, excess)
    viewport.rowsBelow = excess - viewport.rowsAbove
    viewport.inView = layout.placements(from: viewport.top, rowsAbove: viewport.rowsAbove)
    viewport.isStale = false
  }

  private func isLive(_ index: Int) -> Bool { cards[index]?.task.isAlive ?? false }

  /// Returns a command for each hub whose tasks in view or selection changed since the last report,
  /// and for all if the focus changed.
  private mutating func changedInterest() -> [MonitorCommand] {
    let view = Dictionary(grouping: keysInView, by: \.host)
    return shownHosts.compactMap { host in
      guard self[host].isConnected, self[host].arriving == nil else { return nil }
      let wanted = MonitorInterest(
        view: (view[host] ?? []).map(\.task),
        selected: selection.flatMap { $0.host == host && !$0.isHeading ? $0.task : nil },
        isFocused: isFocused)
      guard wanted != self[host].interest ?? MonitorInterest() else { return nil }
      change(host) { $0.interest = wanted }
      return .setInterest(wanted, of: host)
    }
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

  /// Whether a card or a heading in view shows a running clock.
  private var showsTime: Bool {
    guard areCardsShown else { return false }
    return viewport.inView.contains { place in
      if let host = cards.machine(at: place.index) { return self[host].link.showsTime }
      return cards[place.index].map { $0.showsTime && self[$0.host].lostAt == nil } ?? false
    }
  }

  /// The time until the continuous clock reaches a whole second. All clocks on screen step
  /// together, once a second.
  private func untilNextSecond(_ time: RunningTime) -> Duration {
    let fraction = max(0, time.sinceOrigin.components.attoseconds)
    return .seconds(1) - Duration(secondsComponent: 0, attosecondsComponent: fraction)
  }
}
