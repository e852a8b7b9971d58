import HeadwayCore

/// What keys are enabled by, and whom their actions are for.
extension MonitorModel {
  var hasSelection: Bool { selection != nil }

  var isSelectedOpen: Bool { selection.map(expanded.contains) ?? false }

  /// The marked cards that are listed, or else the selected one, as far as `condition` holds for them.
  func targets(_ condition: (TaskSnapshot) -> Bool) -> [TaskSnapshot] {
    let keys = marked.isEmpty ? [selection].compactMap { $0 } : Array(marked)
    return keys.filter { cards.index(of: $0) != nil }.compactMap { cards[$0]?.snapshot }
      .filter(condition).sorted { $0.number < $1.number }
  }

  func hasTarget(_ condition: (TaskSnapshot) -> Bool) -> Bool { !targets(condition).isEmpty }

  /// Some are to be resumed only where none is to be paused.
  var resumes: Bool { !hasTarget(\.canBePaused) && hasTarget(\.isPaused) }

  /// It has a terminal to go to, and isn't where this monitor itself is shown.
  var selectedCanBeAttached: Bool {
    guard let selected, selected.task.isAttachable, selected.task.isAlive else {
      return false
    }
    return !isInside(selected.key)
  }

  private func isInside(_ key: TaskKey) -> Bool {
    var next = settings.surroundingTask
    for _ in 0...cards.total {
      guard let task = next else { return false }
      if task == key { return true }
      next = cards[task]?.task.parent
    }
    return true
  }

  var hasAnotherQuestion: Bool {
    cards.listedQuestions > (selected?.kind == .needsAnswer ? 1 : 0)
  }

  /// What the selected card's parts, or else it and those beside it, are parts of; nil for none, and
  /// for what is folded.
  var foldable: TaskKey? {
    guard let selected else { return nil }
    let isFolded = cards.arrangement.folded.contains(selected.key)
    if cards.tally(ofPartsOf: selected.key) != nil, !isFolded { return selected.key }
    return selected.task.parent.flatMap { cards.index(of: $0) == nil ? nil : $0 }
  }

  var canUnfold: Bool {
    selection.map { cards.arrangement.folded.contains($0) && cards.tally(ofPartsOf: $0) != nil }
      ?? false
  }

  var hasLogLines: Bool { logText?.lines.isEmpty == false }

  var isSearching: Bool { log?.search.isEmpty == false }

  var isFiltered: Bool { !cards.arrangement.query.isEmpty }

  var hasEndedCards: Bool { cards.tally.ended > 0 }

  /// ` u takes it back`; nothing where no key does.
  func hint(_ action: KeyAction, _ words: String) -> String {
    settings.keys.key(of: action).map { " \($0.name(settings.glyphs)) \(words)" } ?? ""
  }

  var canUndo: Bool { !heldCancels.isEmpty || !lastDismissed.isEmpty }
}

extension TaskSnapshot {
  var isAlive: Bool { state != .ended }
  var hasEnded: Bool { state == .ended }
  var hasStarted: Bool { state != .queued }
  var isStalledNow: Bool { isAlive && stalled != nil }
  var canBePaused: Bool { isPausable && (state == .running || state == .suspended) }
  var isPaused: Bool { state == .paused }
  var canBeCancelled: Bool { isAlive && state != .cancelling }
  var isCancelling: Bool { state == .cancelling }
}
