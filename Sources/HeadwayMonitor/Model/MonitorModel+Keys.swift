import HeadwayModel

/// Key presses: the key table maps a key to an action, and the model performs the action.
extension MonitorModel {
  /// Performs the action of `key` in the current mode and returns the commands that follow from it.
  /// Any key, even one without an action, removes the notice.
  mutating func press(_ key: Key, at now: Moment) -> [MonitorCommand] {
    notice = nil
    if case .character(let scalar) = key, editField({ $0.type(scalar) }) { return [] }
    guard let action = settings.keys.action(of: key, in: self) else {
      notice = Notice(SanitisedText(refusal(of: key), limit: .line), at: now)
      return []
    }
    return perform(action, at: now)
  }

  private mutating func perform(_ action: MonitorAction, at now: Moment) -> [MonitorCommand] {
    switch action {
    case .moveDown: move(by: 1)
    case .moveUp: move(by: -1)
    case .pageDown: movePage(by: 1)
    case .pageUp: movePage(by: -1)
    case .first: select(0)
    case .last: select(cards.count - 1)
    case .nextQuestion: selectNextQuestion()
    case .toggleDetails:
      if let selectedHost { return openHost(selectedHost, at: now) }
      toggleDetails()
    case .toggleHosts: return toggleHosts()
    case .cancel: prompt = ActionPrompt(.cancel, targets(\.canBeCancelled))
    case .forceCancel: prompt = ActionPrompt(.kill, targets(\.isAlive))
    case .confirm: return confirm(at: now)
    case .decline: prompt = nil
    case .answer(.continue): return letContinue()
    case .answer(.stop): stop(at: now)
    case .pauseOrResume:
      if resumes { return targets(\.isPaused).map { .resume($0.key) } }
      return targets(\.canBePaused).map { .pause($0.key) }
    case .restart: return restart()
    case .restartAtOnce: return targets(\.hasEnded).map { .restart($0.key) }
    case .toggleMark: toggleMark()
    case .markAll: markAll()
    case .toggleMarkRange: toggleMarkRange()
    case .goBack: goBack(at: now)
    case .undo: undo(at: now)
    case .attach: return selected.map { [.attach($0.key, $0.task.number)] } ?? []
    case .dismiss: acknowledge(targets(\.hasEnded), at: now)
    case .acknowledgeEnds:
      acknowledge(cards.ended.filter { refusal(of: $0.host) == nil }, at: now)
    case .nextMatch: selectMatch(by: 1)
    case .previousMatch: selectMatch(by: -1)
    case .openFilter: openFilter()
    case .keepFilter: if filterPrompt?.complaint == nil { filterPrompt = nil }
    case .dropFilter: dropFilter()
    case .toggleEnded: cards.arrangement.listsEnded.toggle()
    case .nextOrder:
      let order = cards.arrangement.order
      cards.arrangement.order = order.next(hasHosts: !cards.arrangement.headings.isEmpty)
    case .fold: fold()
    case .unfold: unfold()
    case .openLog: openLog()
    case .toggleSplit: return toggleSplit()
    case .openTyping: openTyping()
    case .sendTyping: return sendTyping()
    case .dropTyping: typing = nil
    case .edit(let edit): _ = editField { $0.perform(edit) }
    case .inLog(let action): return perform(action, at: now)
    case .showHelp: (help.isShown, help.top) = (true, 0)
    case .scrollHelp(let lines): scrollHelp(by: lines)
    case .pageHelp(let pages): scrollHelp(byPages: pages)
    case .helpStart: help.top = 0
    case .helpEnd: help.top = helpView.lastTop
    case .hideHelp: help.isShown = false
    case .repaint: return [.repaint]
    case .suspend: return [.suspend]
    case .quit: return sendHeld() + [.quit]
    }
    return []
  }

  /// Selects the line at `index`, clamped to the list. The first card counts as the default and not as
  /// a person's choice; see ``isSelectionChosen``.
  mutating func select(_ index: Int) {
    selectedIndex = max(0, min(index, cards.count - 1))
    selection = cards.key(at: selectedIndex)
    isSelectionChosen = selectedIndex != cards.firstCard ?? 0
    extendMarkRange()
  }

  /// Selects the next or the previous card of a filtered list. Wraps around at the ends.
  private mutating func selectMatch(by step: Int) {
    let count = cards.count
    for distance in 1...max(1, count) where count > 0 {
      let index = (selectedIndex + (step * distance) % count + count) % count
      if cards.machine(at: index) == nil { return select(index) }
    }
  }

  /// Restarts the targets. Asks first if one of them has succeeded.
  private mutating func restart() -> [MonitorCommand] {
    let tasks = targets(\.hasEnded)
    guard tasks.contains(where: { $0.task.ending?.reason == .completed }) else {
      return tasks.map { .restart($0.key) }
    }
    prompt = ActionPrompt(.restart, tasks)
    return []
  }

  private mutating func selectNextQuestion() {
    if let index = cards.nextQuestion(after: selectedIndex) { select(index) }
  }

  /// Opens or closes the selected card, or unfolds the selected group.
  private mutating func toggleDetails() {
    guard let selection else { return }
    if selectedFold != nil { return unfold() }
    if expanded.remove(selection) == nil { expanded.insert(selection) }
  }

  /// Folds the subtasks of the selected card. If it has none, folds those of its parent. A card
  /// without a parent folds its job array, or else its group.
  private mutating func fold() {
    switch foldable {
    case .subtasks(let key):
      cards.arrangement.folded.insert(key)
      if let index = cards.index(of: key) { select(index) }
    case .fold(let fold): toggle(fold)
    case .machine(let host):
      cards.arrangement.foldedHosts.insert(host)
      if let index = cards.index(of: .heading(of: host)) { select(index) }
    case nil: break
    }
  }

  private mutating func unfold() {
    switch unfoldable {
    case .subtasks(let key): cards.arrangement.folded.remove(key)
    case .fold(let fold): toggle(fold)
    case .machine(let host): cards.arrangement.foldedHosts.remove(host)
    case nil: break
    }
  }

  /// Folds or unfolds a group or an array, and selects its line or its first card.
  mutating func toggle(_ fold: CardFold) {
    cards.arrangement.toggle(fold)
    if let index = cards.firstIndex(of: fold) { select(index) }
  }

  /// Shows or hides the output beside the list, now and in later monitors.
  private mutating func toggleSplit() -> [MonitorCommand] {
    isSplit.toggle()
    return [.remember(memory)]
  }

  /// Takes back a cancel or a stop that is still withheld. Without one, removes the marks, and
  /// without marks the filter.
  private mutating func goBack(at now: Moment) {
    if let place = withheldOrder { return undo(place, at: now) }
    if marked.isEmpty { dropFilter() } else { unmarkAll() }
  }
}
