import HeadwayCore

/// Everything the monitor knows. Changed by events alone; ``MonitorRenderer`` shows it.
package struct MonitorModel: Sendable {
  let settings: MonitorSettings
  var size = CanvasSize(columns: 0, rows: 0)
  var link = LinkState.connecting
  /// When the link was lost: what is shown stands still from then on.
  var lostAt: Moment?

  var cards = CardList()
  /// The cards of a snapshot on its way; shown when it is whole.
  var arriving: [TaskKey: Card]?
  /// Whether a whole snapshot was ever there.
  var isLoaded = false
  /// The interest last sent to this hub.
  var interest: [TaskKey] = []

  var selection: TaskKey?
  /// Whether a person chose it: then it stays when its task ends.
  var isSelectionChosen = false
  /// Where the selected card is, or was before it went.
  var selectedIndex = 0
  /// The first card in view.
  var top = 0
  /// The cards in view, as of the last layout; the last one may be cut.
  var inView: [CardPlacement] = []
  /// Whether something in view may have changed since the last layout.
  var isLayoutStale = true
  var expanded: Set<TaskKey> = []
  var dismissed: Set<TaskKey> = []

  var prompt: CancelPrompt?
  var notice: Notice?
  var isHelpShown = false
  /// The first line of the help in view.
  var helpTop = 0

  package init(settings: MonitorSettings = MonitorSettings()) { self.settings = settings }

  var mode: MonitorMode {
    if prompt != nil { return .prompt }
    return isHelpShown ? .help : .cards
  }

  var selected: Card? { selection.flatMap { cards[$0] } }

  /// Something is shown that isn't over.
  package var hasLiveTasks: Bool { cards.count > cards.tally.ended }

  /// The time that what is shown belongs to.
  func shownTime(_ now: Moment) -> Moment { lostAt ?? now }
}

/// What keys are enabled by.
extension MonitorModel {
  var hasSelection: Bool { selection != nil }
  var selectedHasEnded: Bool { selected?.snapshot.state == .ended }
  var selectedIsAlive: Bool { selected.map { $0.snapshot.state != .ended } ?? false }
  var selectedIsStalled: Bool { selectedIsAlive && selected?.snapshot.stalled != nil }

  /// It has a terminal to go to, and isn't where this monitor itself is shown.
  var selectedCanBeAttached: Bool {
    guard let selected, selected.snapshot.isAttachable, selectedIsAlive else { return false }
    return !isInside(selected.key)
  }

  private func isInside(_ key: TaskKey) -> Bool {
    var next = settings.surroundingTask
    for _ in 0...cards.count {
      guard let task = next else { return false }
      if task == key { return true }
      next = cards[task]?.snapshot.parent
    }
    return true
  }

  var selectedCanBeCancelled: Bool {
    selectedIsAlive && selected?.snapshot.state != .cancelling
  }

  var selectedIsCancelling: Bool { selected?.snapshot.state == .cancelling }

  var hasAnotherQuestion: Bool {
    cards.tally.needsAnswer > (selected?.kind == .needsAnswer ? 1 : 0)
  }
}
