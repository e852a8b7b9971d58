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
  /// The rows with fixed keys: prompts, text entry, help and output.
  private static let others = prompt + filter + typing + helpScreen + log + search

  /// The keys for questions come first: a footer without room must still show them.
  private static let questions = [
    KeyBinding(
      keys: [.character("y")], label: "continue", name: .continue, action: .answer(.continue),
      footer: .left,
      isEnabled: { !$0.answerable.isEmpty }),
    KeyBinding(
      keys: [.character("n")], label: "stop", name: .stop, action: .answer(.stop), footer: .left,
      isEnabled: { !$0.answerable.isEmpty }),
    KeyBinding(
      keys: [.tab], label: "next question", name: .nextQuestion, action: .nextQuestion,
      footer: .left,
      isEnabled: \.hasAnotherQuestion),
  ]

  /// The keys for the selected or marked cards.
  private static let cards = [
    KeyBinding(
      keys: [.enter], label: "details", name: .details, action: .toggleDetails, footer: .left,
      isEnabled: \.hasSelection, footerLabel: \.detailsLabel),
    KeyBinding(
      keys: [.character("a")], label: "attach", name: .attach, action: .attach, footer: .left,
      isEnabled: \.selectedCanBeAttached),
    KeyBinding(
      keys: [.character("i")], label: "type a line", name: .type, action: .openTyping,
      footer: .left, isEnabled: \.selectedTakesKeys,
      isOffered: { $0.selected?.task.waitsForKeys == true }),
    KeyBinding(
      keys: [.character(" ")], label: "pause/resume", name: .pause, action: .pauseOrResume,
      footer: .left,
      isEnabled: { $0.hasTarget { $0.canBePaused || $0.isPaused } },
      footerLabel: { $0.resumes ? "resume" : "pause" }),
    KeyBinding(
      keys: [.character("c")], label: "cancel", name: .cancel, action: .cancel, footer: .left,
      isEnabled: { $0.hasTarget(\.canBeCancelled) }),
    KeyBinding(
      keys: [.character("C")], label: "kill at once", name: .kill, action: .forceCancel,
      footer: .left,
      isEnabled: { $0.hasTarget(\.isAlive) }, isOffered: { $0.hasTarget(\.isCancelling) }),
    KeyBinding(
      keys: [.character("l")], label: "output", name: .output, action: .openLog, footer: .left,
      isEnabled: { $0.selected != nil },
      isOffered: { $0.candidates.contains { $0.task.hasStarted } }),
    KeyBinding(
      keys: [.character("x")], label: "dismiss", name: .dismiss, action: .dismiss, footer: .left,
      isEnabled: { $0.hasTarget(\.hasEnded) }),
    KeyBinding(
      keys: [.character("r")], label: "restart", name: .restart, action: .restart, footer: .left,
      isEnabled: { $0.hasTarget(\.hasEnded) }, isOffered: { $0.hasTarget(\.isRestartable) }),
    KeyBinding(
      keys: [.character("R")], label: "restart at once", name: .restartAtOnce,
      action: .restartAtOnce, isEnabled: { $0.hasTarget(\.hasEnded) }),
    KeyBinding(
      keys: [.character("A")], label: "dismiss all ended", name: .dismissAll,
      action: .acknowledgeEnds, isEnabled: { !$0.cards.ended.isEmpty }),
    KeyBinding(
      keys: [.character("u")], label: "undo", name: .undo, action: .undo, footer: .left,
      isEnabled: { !$0.held.isEmpty }),
    KeyBinding(
      keys: [.character("m")], label: "mark", name: .mark, action: .toggleMark,
      isEnabled: { $0.selected != nil }),
    KeyBinding(
      keys: [.character("M")], label: "mark all shown", name: .markAll, action: .markAll,
      isEnabled: \.hasSelection),
    KeyBinding(
      keys: [.character("V")], label: "mark a range", name: .markRange, action: .toggleMarkRange,
      isEnabled: { $0.selected != nil || $0.markRange != nil }),
    KeyBinding(
      keys: [.escape], label: "unmark, show all", name: .back, action: .goBack, footer: .left,
      isEnabled: { !$0.marked.isEmpty || $0.isFiltered },
      footerLabel: { $0.marked.isEmpty ? "all tasks" : "unmark all" }),
  ]

  /// The keys for filter, order and folding.
  private static let order = [
    KeyBinding(
      keys: [.character("/")], label: "filter", name: .filter, action: .openFilter, footer: .left,
      isEnabled: { !$0.cards.isEmpty || $0.isFiltered }, isOffered: { $0.cards.count > 1 }),
    KeyBinding(
      keys: [.character("n")], label: "next match", name: .nextMatch, action: .nextMatch,
      footer: .left, isEnabled: { $0.isFiltered && $0.hasSelection }),
    KeyBinding(
      keys: [.character("N")], label: "previous match", name: .previousMatch,
      action: .previousMatch, isEnabled: { $0.isFiltered && $0.hasSelection }),
    KeyBinding(
      keys: [.character("s")], label: "sort", name: .sort, action: .nextOrder,
      isEnabled: \.hasSelection),
    KeyBinding(
      keys: [.character("h")], label: "ended tasks", name: .ended, action: .toggleEnded,
      isEnabled: \.hasEndedCards),
    KeyBinding(
      keys: [.character("@")], label: "other machines", name: .hosts, action: .toggleHosts,
      isEnabled: \.canHideHosts),
    KeyBinding(
      keys: [.left], label: "fold subtasks or group", name: .fold, action: .fold,
      isEnabled: { $0.foldable != nil }),
    KeyBinding(
      keys: [.right], label: "unfold", name: .unfold, action: .unfold,
      isEnabled: { $0.unfoldable != nil }),
    KeyBinding(
      keys: [.character("o")], label: "output beside the list", name: .split,
      action: .toggleSplit, footer: .right, isEnabled: \.isWideEnoughToSplit,
      isOffered: { !$0.cards.isEmpty },
      footerLabel: { $0.isSplit ? "hide output" : "show output" }),
  ]

  /// The keys that move the selection.
  private static let moves = [
    KeyBinding(
      keys: [.character("j"), .down], label: "down", name: .down, action: .moveDown, footer: .right,
      isEnabled: \.hasSelection, isOffered: { $0.viewport.rowsBelow > 0 },
      footerLabel: { _ in "more" }),
    KeyBinding(
      keys: [.character("k"), .up], label: "up", name: .up, action: .moveUp,
      isEnabled: \.hasSelection),
    KeyBinding(
      keys: [.character("g"), .home], label: "first", name: .first, action: .first,
      isEnabled: \.hasSelection),
    KeyBinding(
      keys: [.character("G"), .end], label: "last", name: .last, action: .last,
      isEnabled: \.hasSelection),
    KeyBinding(
      keys: [.pageDown], label: "page down", name: .pageDown, action: .pageDown,
      isEnabled: \.hasSelection),
    KeyBinding(
      keys: [.pageUp], label: "page up", name: .pageUp, action: .pageUp, isEnabled: \.hasSelection),
  ]

  /// The keys of the monitor as a whole.
  private static let monitor = [
    KeyBinding(
      keys: [.character("?")], label: "help", name: .help, action: .showHelp, footer: .right),
    KeyBinding(keys: [.control("l")], label: "redraw", name: .repaint, action: .repaint),
    KeyBinding(keys: [.control("z")], label: "suspend", name: .suspend, action: .suspend),
    KeyBinding(
      keys: [.character("q"), .control("c")], label: "quit", name: .quit, action: .quit,
      footer: .right),
  ]

  /// The keys while the monitor asks.
  private static let prompt = [
    KeyBinding(
      keys: [.character("y")], label: "yes", action: .confirm, mode: .prompt, footer: .right),
    KeyBinding(
      keys: [.character("n"), .escape], label: "no", action: .decline, mode: .prompt,
      footer: .right),
    KeyBinding(keys: [.control("l")], label: "redraw", action: .repaint, mode: .prompt),
    KeyBinding(keys: [.control("z")], label: "suspend", action: .suspend, mode: .prompt),
    KeyBinding(keys: [.control("c")], label: "quit", action: .quit, mode: .prompt),
  ]

  /// The keys while a filter is typed. Any other character is part of the filter.
  private static let filter = [
    KeyBinding(
      keys: [.enter], label: "keep", action: .keepFilter, mode: .filter, footer: .right),
    KeyBinding(
      keys: [.escape], label: "back", action: .dropFilter, mode: .filter, footer: .right),
    KeyBinding(keys: [.backspace], label: "erase", action: .eraseInFilter, mode: .filter),
    KeyBinding(keys: [.control("u")], label: "erase all", action: .clearFilterText, mode: .filter),
    KeyBinding(keys: [.down], label: "down", action: .moveDown, mode: .filter),
    KeyBinding(keys: [.up], label: "up", action: .moveUp, mode: .filter),
    KeyBinding(keys: [.control("l")], label: "redraw", action: .repaint, mode: .filter),
    KeyBinding(keys: [.control("z")], label: "suspend", action: .suspend, mode: .filter),
    KeyBinding(keys: [.control("c")], label: "quit", action: .quit, mode: .filter),
  ]

  /// The keys while a line for a task is typed. Any other character is part of the line.
  private static let typing = [
    KeyBinding(
      keys: [.enter], label: "send", action: .sendTyping, mode: .typing, footer: .right),
    KeyBinding(
      keys: [.escape], label: "back", action: .dropTyping, mode: .typing, footer: .right),
    KeyBinding(keys: [.backspace], label: "erase", action: .eraseInTyping, mode: .typing),
    KeyBinding(keys: [.control("u")], label: "erase all", action: .clearTyping, mode: .typing),
    KeyBinding(keys: [.control("l")], label: "redraw", action: .repaint, mode: .typing),
    KeyBinding(keys: [.control("z")], label: "suspend", action: .suspend, mode: .typing),
    KeyBinding(keys: [.control("c")], label: "quit", action: .quit, mode: .typing),
  ]

  /// The keys of the output screen, close to those of less(1).
  private static let log = [
    KeyBinding(
      keys: [.escape, .character("q"), .character("l")], label: "back", action: .inLog(.close),
      mode: .log, footer: .left),
    KeyBinding(
      keys: [.character("f")], label: "follow", action: .inLog(.follow), mode: .log, footer: .left,
      footerLabel: { $0.log?.isFollowing == true ? "stop following" : "follow" }),
    KeyBinding(
      keys: [.character("/")], label: "search", action: .inLog(.openSearch), mode: .log,
      footer: .left, isEnabled: \.hasLogLines),
    KeyBinding(
      keys: [.character("n")], label: "next match", action: .inLog(.find(backwards: false)),
      mode: .log, footer: .left, isEnabled: \.isSearching),
    KeyBinding(
      keys: [.character("N")], label: "previous match", action: .inLog(.find(backwards: true)),
      mode: .log, footer: .left, isEnabled: \.isSearching),
    KeyBinding(
      keys: [.character("v")], label: "select lines", action: .inLog(.select), mode: .log,
      footer: .left, isEnabled: \.hasLogLines,
      footerLabel: { $0.log?.anchor == nil ? "select lines" : "end selection" }),
    KeyBinding(
      keys: [.character("y")], label: "copy", action: .inLog(.copy), mode: .log, footer: .left,
      isEnabled: \.hasLogLines,
      footerLabel: {
        guard let log = $0.log, log.anchor != nil else { return "copy line" }
        return "copy \(log.selection.count) lines"
      }),
    KeyBinding(
      keys: [.character("j"), .down], label: "down", action: .inLog(.move(1)), mode: .log),
    KeyBinding(keys: [.character("k"), .up], label: "up", action: .inLog(.move(-1)), mode: .log),
    KeyBinding(
      keys: [.pageDown, .character(" "), .control("f")], label: "page down",
      action: .inLog(.page(1)), mode: .log),
    KeyBinding(
      keys: [.pageUp, .character("b"), .control("b")], label: "page up",
      action: .inLog(.page(-1)), mode: .log),
    KeyBinding(
      keys: [.control("d")], label: "half a page down", action: .inLog(.halfPage(1)), mode: .log),
    KeyBinding(
      keys: [.control("u")], label: "half a page up", action: .inLog(.halfPage(-1)), mode: .log),
    KeyBinding(
      keys: [.character("#")], label: "line numbers", action: .inLog(.toggleNumbers), mode: .log,
      isEnabled: \.hasLogLines),
    KeyBinding(
      keys: [.character("g"), .home], label: "first line", action: .inLog(.first), mode: .log),
    KeyBinding(
      keys: [.character("G"), .end], label: "last line", action: .inLog(.last), mode: .log),
    KeyBinding(
      keys: [.character("[")], label: "earlier attempt", action: .inLog(.attempt(-1)), mode: .log,
      footer: .left, isEnabled: { $0.logAttempts.count > 1 }),
    KeyBinding(
      keys: [.character("]")], label: "later attempt", action: .inLog(.attempt(1)), mode: .log,
      isEnabled: { $0.logAttempts.count > 1 }),
    KeyBinding(keys: [.left], label: "to the left", action: .inLog(.scroll(-16)), mode: .log),
    KeyBinding(keys: [.right], label: "to the right", action: .inLog(.scroll(16)), mode: .log),
    KeyBinding(
      keys: [.character("?")], label: "help", action: .showHelp, mode: .log, footer: .right),
    KeyBinding(keys: [.control("l")], label: "redraw", action: .repaint, mode: .log),
    KeyBinding(keys: [.control("z")], label: "suspend", action: .suspend, mode: .log),
    KeyBinding(keys: [.control("c")], label: "quit", action: .quit, mode: .log),
  ]

  /// The keys while a search is typed. Any other character is part of the search.
  private static let search = [
    KeyBinding(
      keys: [.enter], label: "keep", action: .inLog(.keepSearch), mode: .search, footer: .right),
    KeyBinding(
      keys: [.escape], label: "back", action: .inLog(.dropSearch), mode: .search, footer: .right),
    KeyBinding(
      keys: [.backspace], label: "erase", action: .inLog(.eraseInSearch), mode: .search),
    KeyBinding(
      keys: [.control("u")], label: "erase all", action: .inLog(.clearSearch), mode: .search),
    KeyBinding(keys: [.control("l")], label: "redraw", action: .repaint, mode: .search),
    KeyBinding(keys: [.control("z")], label: "suspend", action: .suspend, mode: .search),
    KeyBinding(keys: [.control("c")], label: "quit", action: .quit, mode: .search),
  ]

  /// The keys of the help screen.
  private static let helpScreen = [
    KeyBinding(
      keys: [.character("?"), .escape, .character("q")], label: "back", action: .hideHelp,
      mode: .help, footer: .left),
    KeyBinding(
      keys: [.character("j"), .down], label: "more", action: .scrollHelp(1), mode: .help,
      footer: .right, isEnabled: \.canScrollHelp),
    KeyBinding(
      keys: [.character("k"), .up], label: "up", action: .scrollHelp(-1), mode: .help),
    KeyBinding(keys: [.pageDown], label: "page down", action: .pageHelp(1), mode: .help),
    KeyBinding(keys: [.pageUp], label: "page up", action: .pageHelp(-1), mode: .help),
    KeyBinding(keys: [.control("l")], label: "redraw", action: .repaint, mode: .help),
    KeyBinding(keys: [.control("z")], label: "suspend", action: .suspend, mode: .help),
    KeyBinding(keys: [.control("c")], label: "quit", action: .quit, mode: .help),
  ]
}

extension TaskSnapshot {
  /// Whether somebody may want to type a line to the task.
  fileprivate var waitsForKeys: Bool { waitingForInput != nil || isBlocked }
}
