internal import HeadwayModel

/// The table of all keys, in the order in which footer and help list them.
///
/// A single table drives dispatch, footer, help, buttons and the manual page, so they can't
/// disagree.
///
/// ```swift
/// let table = KeyTable([.cancel: [.character("d")]])  // d cancels; c does nothing
/// ```
package struct KeyTable: Sendable {
  private let rows: [KeyBinding]

  /// The keys without any setting of the config file.
  package static let standard = KeyTable([:])

  /// Creates a table with the keys of the config file. If the config gives a key to an action,
  /// another action loses this key. Ctrl-C still ends the monitor unless the config gives it to
  /// another action.
  package init(_ own: [KeyAction: [Key]]) {
    let taken = Set(own.values.joined())
    let list = Self.list.map { row in
      var row = row
      let usual = row.keys.filter { !taken.contains($0) }
      row.keys = row.name.flatMap { own[$0] } ?? usual
      if row.name == .quit, own[.quit] != nil { row.keys += usual.filter { $0 == .control("c") } }
      return row
    }
    rows = list + Self.others
  }

  /// The action of `key` in the model's current mode: the first enabled row that has the key. Nil
  /// if the key does nothing now.
  func action(of key: Key, in model: MonitorModel) -> MonitorAction? {
    rows.first {
      $0.mode == model.mode && $0.keys.contains(key) && $0.isEnabled(model)
        && !model.isBeyondBroker($0.action)
    }?.action
  }

  /// The rows that the footer should show now, most important first. The footer leaves out rows for
  /// which it has no room.
  func footer(of model: MonitorModel) -> [KeyBinding] {
    rows.filter { row in
      row.mode == model.mode && row.footer != nil && !row.keys.isEmpty && row.isEnabled(model)
        && row.isOffered(model) && !model.isBeyondBroker(row.action)
    }
  }

  /// The rows that an expanded card offers as buttons, including the ones for which the footer has
  /// no room.
  func buttons(of model: MonitorModel) -> [KeyBinding] {
    footer(of: model).filter { $0.name.map(Self.buttonNames.contains) ?? false }
  }

  private static let buttonNames: Set<KeyAction> = [
    .attach, .pause, .cancel, .kill, .output, .dismiss, .restart,
  ]

  /// The rows of the help screen: the keys of the screen below the help.
  func help(of model: MonitorModel) -> [KeyBinding] {
    rows(in: model.log == nil ? .cards : .log).filter { !model.isBeyondBroker($0.action) }
  }

  /// All rows of a mode that have keys, enabled or not.
  func rows(in mode: MonitorMode) -> [KeyBinding] {
    rows.filter { $0.mode == mode && !$0.keys.isEmpty }
  }

  /// The first key of `action`. Nil if the config file takes all its keys away.
  func key(of action: KeyAction) -> Key? { rows.first { $0.name == action }?.keys.first }

  /// The rows that the config file may change, in the order of the footer.
  private static let list = questions + cards + order + moves + monitor

  /// The keys for questions come first: a footer without room must still show them.
  private static let questions = [
    KeyBinding(
      keys: [.character("y")], label: Phrase("continue", context: "key"), name: .continue,
      action: .answer(.continue), footer: .left, isEnabled: { !$0.answerable.isEmpty }),
    KeyBinding(
      keys: [.character("n")], label: Phrase("stop", context: "key"), name: .stop,
      action: .answer(.stop), footer: .left, isEnabled: { !$0.answerable.isEmpty }),
    KeyBinding(
      keys: [.tab], label: Phrase("next question", context: "key"), name: .nextQuestion,
      action: .nextQuestion, footer: .left, isEnabled: \.hasAnotherQuestion),
  ]

  /// The keys for the selected or marked cards.
  private static let cards = [
    KeyBinding(
      keys: [.enter], label: Phrase("details", context: "key"), name: .details,
      action: .toggleDetails, footer: .left, isEnabled: \.hasSelection, footerLabel: \.detailsLabel),
    KeyBinding(
      keys: [.character("a")], label: Phrase("attach", context: "key"), name: .attach,
      action: .attach, footer: .left, isEnabled: \.selectedCanBeAttached),
    KeyBinding(
      keys: [.character("i")], label: Phrase("type a line", context: "key"), name: .type,
      action: .openTyping, footer: .left, isEnabled: \.selectedTakesKeys,
      isOffered: { $0.selected?.task.waitsForKeys == true }),
    KeyBinding(
      keys: [.character(" ")], label: Phrase("pause/resume", context: "help"), name: .pause,
      action: .pauseOrResume, footer: .left,
      isEnabled: { $0.hasTarget { $0.canBePaused || $0.isPaused } },
      footerLabel: {
        $0.resumes
          ? String(localized: "resume", context: "key") : String(localized: "pause", context: "key")
      }),
    KeyBinding(
      keys: [.character("c")], label: Phrase("cancel", context: "key"), name: .cancel,
      action: .cancel, footer: .left, isEnabled: { $0.hasTarget(\.canBeCancelled) }),
    KeyBinding(
      keys: [.character("C")], label: Phrase("kill at once", context: "key"), name: .kill,
      action: .forceCancel, footer: .left, isEnabled: { $0.hasTarget(\.isAlive) },
      isOffered: { $0.hasTarget(\.isCancelling) }),
    KeyBinding(
      keys: [.character("l")], label: Phrase("output", context: "key"), name: .output,
      action: .openLog, footer: .left, isEnabled: { $0.selected != nil },
      isOffered: { $0.candidates.contains { $0.task.hasStarted } }),
    KeyBinding(
      keys: [.character("x")], label: Phrase("dismiss", context: "key"), name: .dismiss,
      action: .dismiss, footer: .left, isEnabled: { $0.hasTarget(\.hasEnded) }),
    KeyBinding(
      keys: [.character("r")], label: Phrase("restart", context: "key"), name: .restart,
      action: .restart, footer: .left, isEnabled: { $0.hasTarget(\.hasEnded) },
      isOffered: { $0.hasTarget(\.isRestartable) }),
    KeyBinding(
      keys: [.character("R")], label: Phrase("restart at once", context: "help"),
      name: .restartAtOnce, action: .restartAtOnce, isEnabled: { $0.hasTarget(\.hasEnded) }),
    KeyBinding(
      keys: [.character("A")], label: Phrase("dismiss all ended", context: "help"),
      name: .dismissAll, action: .acknowledgeEnds, isEnabled: { !$0.cards.ended.isEmpty }),
    KeyBinding(
      keys: [.character("u")], label: Phrase("undo", context: "key"), name: .undo, action: .undo,
      footer: .left, isEnabled: { !$0.held.isEmpty }),
    KeyBinding(
      keys: [.character("m")], label: Phrase("mark", context: "key"), name: .mark,
      action: .toggleMark, isEnabled: { $0.selected != nil }),
    KeyBinding(
      keys: [.character("M")], label: Phrase("mark all shown", context: "help"), name: .markAll,
      action: .markAll, isEnabled: \.hasSelection),
    KeyBinding(
      keys: [.character("V")], label: Phrase("mark a range", context: "help"), name: .markRange,
      action: .toggleMarkRange, isEnabled: { $0.selected != nil || $0.markRange != nil }),
    KeyBinding(
      keys: [.escape], label: Phrase("unmark, show all", context: "help"), name: .back,
      action: .goBack, footer: .left,
      isEnabled: { !$0.marked.isEmpty || $0.isFiltered || $0.withheldOrder != nil },
      footerLabel: {
        if $0.withheldOrder != nil { return String(localized: "undo", context: "key") }
        return $0.marked.isEmpty
          ? String(localized: "all tasks", context: "key")
          : String(localized: "unmark all", context: "key")
      }),
  ]

  /// The keys for filter, order and folding.
  private static let order = [
    KeyBinding(
      keys: [.character("/")], label: Phrase("filter", context: "key"), name: .filter,
      action: .openFilter, footer: .left, isEnabled: { !$0.cards.isEmpty || $0.isFiltered },
      isOffered: { $0.cards.count > 1 }),
    KeyBinding(
      keys: [.character("n")], label: Phrase("next match", context: "key"), name: .nextMatch,
      action: .nextMatch, footer: .left, isEnabled: { $0.isFiltered && $0.hasSelection }),
    KeyBinding(
      keys: [.character("N")], label: Phrase("previous match", context: "key"),
      name: .previousMatch, action: .previousMatch, isEnabled: { $0.isFiltered && $0.hasSelection }),
    KeyBinding(
      keys: [.character("s")], label: Phrase("sort", context: "key"), name: .sort,
      action: .nextOrder, isEnabled: \.hasSelection),
    KeyBinding(
      keys: [.character("h")], label: Phrase("ended tasks", context: "help"), name: .ended,
      action: .toggleEnded, isEnabled: \.hasEndedCards),
    KeyBinding(
      keys: [.character("@")], label: Phrase("other machines", context: "help"), name: .hosts,
      action: .toggleHosts, isEnabled: \.canHideHosts),
    KeyBinding(
      keys: [.left], label: Phrase("fold subtasks or group", context: "help"), name: .fold,
      action: .fold, isEnabled: { $0.foldable != nil }),
    KeyBinding(
      keys: [.right], label: Phrase("unfold", context: "key"), name: .unfold, action: .unfold,
      isEnabled: { $0.unfoldable != nil }),
    KeyBinding(
      keys: [.character("o")], label: Phrase("output beside the list", context: "help"),
      name: .split, action: .toggleSplit, footer: .right, isEnabled: \.isWideEnoughToSplit,
      isOffered: { !$0.cards.isEmpty },
      footerLabel: {
        $0.isSplit
          ? String(localized: "hide output", context: "key")
          : String(localized: "show output", context: "key")
      }),
  ]

  /// The keys that move the selection.
  private static let moves = [
    KeyBinding(
      keys: [.character("j"), .down], label: Phrase("down", context: "key"), name: .down,
      action: .moveDown, footer: .right, isEnabled: \.hasSelection,
      isOffered: { $0.viewport.rowsBelow > 0 },
      footerLabel: { _ in String(localized: "more", context: "key") }),
    KeyBinding(
      keys: [.character("k"), .up], label: Phrase("up", context: "key"), name: .up, action: .moveUp,
      isEnabled: \.hasSelection),
    KeyBinding(
      keys: [.character("g"), .home], label: Phrase("first", context: "key"), name: .first,
      action: .first, isEnabled: \.hasSelection),
    KeyBinding(
      keys: [.character("G"), .end], label: Phrase("last", context: "key"), name: .last,
      action: .last, isEnabled: \.hasSelection),
    KeyBinding(
      keys: [.pageDown], label: Phrase("page down", context: "help"), name: .pageDown,
      action: .pageDown, isEnabled: \.hasSelection),
    KeyBinding(
      keys: [.pageUp], label: Phrase("page up", context: "help"), name: .pageUp, action: .pageUp,
      isEnabled: \.hasSelection),
  ]

  /// The keys of the monitor as a whole.
  private static let monitor = [
    KeyBinding(
      keys: [.character("?")], label: Phrase("help", context: "key"), name: .help,
      action: .showHelp, footer: .right),
    KeyBinding(
      keys: [.control("l")], label: Phrase("redraw", context: "key"), name: .repaint,
      action: .repaint),
    KeyBinding(
      keys: [.control("z")], label: Phrase("suspend", context: "key"), name: .suspend,
      action: .suspend),
    KeyBinding(
      keys: [.character("q"), .control("c")], label: Phrase("quit", context: "key"), name: .quit,
      action: .quit, footer: .right),
  ]
}

extension TaskSnapshot {
  /// Whether somebody may want to type a line to the task.
  fileprivate var waitsForKeys: Bool { waitingForInput != nil || isBlocked }
}
