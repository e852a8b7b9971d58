import HeadwayCore

extension MonitorModel {
  mutating func press(_ key: Key) -> [MonitorCommand] {
    notice = nil
    guard let action = KeyTable.action(of: key, in: self) else { return [] }
    return perform(action)
  }

  private mutating func perform(_ action: MonitorAction) -> [MonitorCommand] {
    switch action {
    case .moveDown: select(selectedIndex + 1)
    case .moveUp: select(selectedIndex - 1)
    case .pageDown: select(selectedIndex + pageLength)
    case .pageUp: select(selectedIndex - pageLength)
    case .first: select(0)
    case .last: select(cards.count - 1)
    case .nextQuestion: selectNextQuestion()
    case .toggleDetails: toggleDetails()
    case .cancel: prompt = selected.map { CancelPrompt($0.snapshot, isForced: false) }
    case .forceCancel: prompt = selected.map { CancelPrompt($0.snapshot, isForced: true) }
    case .confirm: return confirm()
    case .decline: prompt = nil
    case .answer(let answer): return selection.map { [.answer($0, answer)] } ?? []
    case .attach: return selected.map { [.attach($0.key, $0.snapshot.number)] } ?? []
    case .dismiss: dismiss()
    case .showHelp: (isHelpShown, helpTop) = (true, 0)
    case .scrollHelp(let lines): scrollHelp(by: lines)
    case .pageHelp(let pages): scrollHelp(byPages: pages)
    case .hideHelp: isHelpShown = false
    case .repaint: return [.repaint]
    case .suspend: return [.suspend]
    case .quit: return [.quit]
    }
    return []
  }

  private mutating func select(_ index: Int) {
    selectedIndex = max(0, min(index, cards.count - 1))
    selection = cards[selectedIndex]?.key
    isSelectionChosen = selectedIndex > 0
  }

  private var pageLength: Int { max(1, inView.count - 1) }

  /// Cards that need a person come first in the list.
  private mutating func selectNextQuestion() {
    let next = selectedIndex + 1
    select(next < cards.tally.needsAnswer ? next : 0)
  }

  private mutating func toggleDetails() {
    guard let selection else { return }
    if expanded.remove(selection) == nil { expanded.insert(selection) }
  }

  private mutating func confirm() -> [MonitorCommand] {
    guard let prompt else { return [] }
    self.prompt = nil
    return [.cancel(prompt.key, force: prompt.isForced)]
  }

  private mutating func dismiss() {
    guard let selection else { return }
    dismissed.insert(selection)
    discard(selection)
  }
}
