import HeadwayModel

/// The conditions that enable keys, and the tasks that an action applies to.
extension MonitorModel {
  var hasSelection: Bool { selection != nil }

  var isSelectedOpen: Bool { selection.map(expanded.contains) ?? false }

  /// The cards for an action, by machine and number: the candidates for which `condition` returns
  /// true. Candidates are the marked cards in the list. Without any mark, the selected card is the
  /// only candidate. No card of a machine that can't be reached is a candidate.
  func targets(_ condition: (TaskSnapshot) -> Bool) -> [Card] {
    candidates.filter { refusal(of: $0.host) == nil && condition($0.snapshot) }
  }

  /// The marked cards in the list, or else the selected one, by machine and number.
  var candidates: [Card] {
    let keys = marked.isEmpty ? [selection].compactMap { $0 } : Array(marked)
    return keys.filter { cards.lists($0) }.compactMap { cards[$0] }
      .sorted { ($0.host, $0.task.number) < ($1.host, $1.task.number) }
  }

  /// Whether any task for an action meets `condition`.
  func hasTarget(_ condition: (TaskSnapshot) -> Bool) -> Bool { !targets(condition).isEmpty }

  /// Whether the pause key resumes. It pauses as long as any target can be paused, so a mixed
  /// selection ends in one state.
  var resumes: Bool { !hasTarget(\.canBePaused) && hasTarget(\.isPaused) }

  /// Whether the selected task has a terminal to attach to. A task in whose terminal this monitor
  /// itself runs is excluded: attaching to it would show the monitor inside itself.
  var selectedCanBeAttached: Bool {
    guard let selected, selected.task.worker.isAttachable, selected.task.isAlive,
      refusal(of: selected.host) == nil
    else { return false }
    return !isInside(selected.key)
  }

  /// Whether the monitor runs inside the terminal of `key`, directly or through parents. The loop
  /// is bounded because parents are claims of workers and may form a cycle, in which case the
  /// answer is true.
  private func isInside(_ key: CardKey) -> Bool {
    guard self[key.host].name == nil else { return false }
    var next = settings.surroundingTask.map { CardKey($0, of: key.host) }
    for _ in 0...cards.total {
      guard let task = next else { return false }
      if task == key { return true }
      next = cards[task]?.parent
    }
    return true
  }

  /// Whether a card other than the selected one needs a person.
  var hasAnotherQuestion: Bool {
    cards.listedQuestions > (selected?.kind == .needsAnswer ? 1 : 0)
  }

  /// The cards that the fold key would hide: the subtasks of the selected task or of its parent, its
  /// job array, or the group in a list by group. Nil if there is nothing to fold.
  var foldable: FoldableCards? {
    let arrangement = cards.arrangement
    if let selectedHost {
      return arrangement.foldedHosts.contains(selectedHost) ? nil : .machine(selectedHost)
    }
    if let selected {
      let isFolded = arrangement.folded.contains(selected.key)
      if cards.tally(ofSubtasksOf: selected.key) != nil, !isFolded {
        return .subtasks(selected.key)
      }
      if let parent = selected.parent, cards.lists(parent) { return .subtasks(parent) }
      if let array = selected.array, arrangement.unfoldedArrays.contains(array) {
        return .fold(.array(array))
      }
      if arrangement.order == .host { return .machine(selected.host) }
    }
    guard let group = selection.flatMap({ cards.group(of: $0) }) else { return nil }
    return arrangement.foldedGroups.contains(group) ? nil : .fold(.group(group))
  }

  /// The cards that the unfold key would show. Nil if nothing is folded at the selection.
  var unfoldable: FoldableCards? {
    guard let selection else { return nil }
    if let selectedHost {
      return cards.arrangement.foldedHosts.contains(selectedHost) ? .machine(selectedHost) : nil
    }
    let isFolded = selected != nil && cards.arrangement.folded.contains(selection)
    if isFolded, cards.tally(ofSubtasksOf: selection) != nil { return .subtasks(selection) }
    if let fold = selectedFold { return .fold(fold) }
    guard let group = cards.group(of: selection) else { return nil }
    return cards.arrangement.foldedGroups.contains(group) ? .fold(.group(group)) : nil
  }

  var isWideEnoughToSplit: Bool { size.columns >= ScreenAreas.splitColumns }

  /// The footer's label of the details key.
  var detailsLabel: String {
    if let selectedHost { return hostLabel(selectedHost) }
    if selectedFold != nil { return String(localized: "unfold", context: "key") }
    return isSelectedOpen
      ? String(localized: "close", context: "key") : String(localized: "details", context: "key")
  }

  var hasLogLines: Bool { logText?.lines.isEmpty == false }

  var isSearching: Bool { log?.search.isEmpty == false }

  var isFiltered: Bool { !cards.arrangement.query.isEmpty }

  var hasEndedCards: Bool { cards.tally.ended > 0 }

  /// A hint such as ` u: undo`, for the end of a notice. Empty if no key is bound to `action`.
  func hint(_ action: KeyAction, _ words: Phrase) -> String {
    settings.keys.key(of: action).map { " \($0.name(settings.glyphs)): \(words.text)" } ?? ""
  }

  /// The tasks whose question an answer is for: the selected one, and with it all marked ones if it
  /// is marked. Empty unless the selected task asks.
  var answerable: [Card] {
    guard let selected, selected.task.isStalledNow, refusal(of: selected.host) == nil else {
      return []
    }
    return marked.contains(selected.key) ? targets(\.isStalledNow) : [selected]
  }
}

/// Cards that can be hidden together.
enum FoldableCards: Hashable {
  /// The subtasks of a task.
  case subtasks(CardKey)
  /// The cards of a group, or the parts of a job array.
  case fold(CardFold)
  /// The cards of a machine.
  case machine(HostPlace)
}

/// The conditions for actions on a task.
extension TaskSnapshot {
  var isAlive: Bool { state != .ended }
  var hasEnded: Bool { state == .ended }
  var hasStarted: Bool { state != .queued }
  var isStalledNow: Bool { isAlive && stall.kind != nil }
  var canBePaused: Bool { worker.isPausable && (state == .running || state == .suspended) }
  var isPaused: Bool { state == .paused }
  var canBeCancelled: Bool { isAlive && state != .cancelling }
  var isCancelling: Bool { state == .cancelling }
}
