import HeadwayModel

/// A row of the key table: keys, their action, and when they apply.
struct KeyBinding: Sendable {
  /// The keys. Footer and buttons show the first one.
  var keys: [Key]
  /// The action in one or two words, for footer and help.
  var label: Phrase
  /// The name of the action in the config file. Nil for a row whose keys are fixed.
  var name: KeyAction?
  var action: MonitorAction
  /// The mode in which the row applies.
  var mode = MonitorMode.cards
  /// The side of the footer that offers the row. Nil shows the row in the help only.
  var footer: FooterSide?
  /// Whether the action is possible now. A disabled key does nothing, and the help shows it faint.
  var isEnabled: @Sendable (MonitorModel) -> Bool = { _ in true }
  /// Whether the footer offers the action once it is enabled. Keeps rare but valid actions out of a
  /// short footer.
  var isOffered: @Sendable (MonitorModel) -> Bool = { _ in true }
  /// The label in the footer, for an action whose effect depends on the state (`pause` or
  /// `resume`). Nil uses `label`.
  var footerLabel: (@Sendable (MonitorModel) -> String)?

  /// The label for footer and buttons.
  func shortLabel(in model: MonitorModel) -> String { footerLabel?(model) ?? label.text }
}

/// The side of the footer. The left side has actions on the selected card, and the right side has
/// actions of the whole monitor.
enum FooterSide: Hashable, Sendable {
  case left, right
}

/// The effect of a key. ``MonitorModel`` performs it.
enum MonitorAction: Hashable, Sendable {
  case moveDown, moveUp, pageDown, pageUp, first, last
  case nextQuestion
  case toggleDetails
  /// Cancel with SIGTERM first, or kill immediately. Both ask before they act.
  case cancel, forceCancel
  /// The answers to the monitor's own question.
  case confirm, decline
  case answer(StallAnswer)
  /// Pause the targets, or resume them if none can be paused.
  case pauseOrResume
  /// Restart, after a question if a task succeeded.
  case restart
  case restartAtOnce
  case toggleMark, markAll, toggleMarkRange
  /// Remove the marks, or else the filter.
  case goBack
  case undo
  case attach
  /// Acknowledge the targets, or every ended task in the list.
  case dismiss, acknowledgeEnds
  /// Go through the cards of a filtered list.
  case nextMatch, previousMatch
  case openFilter, keepFilter, dropFilter
  case toggleEnded, nextOrder
  /// Show or hide the machines other than this one.
  case toggleHosts
  case fold, unfold
  case openLog
  /// Show or hide the output beside the list.
  case toggleSplit
  /// Type a line to the selected task, and send or drop the line.
  case openTyping, sendTyping, dropTyping
  /// Edit the text that is being typed.
  case edit(TextEdit)
  /// An action of the output screen.
  case inLog(LogAction)
  case showHelp, hideHelp
  /// Scroll the help to either end.
  case helpStart, helpEnd
  /// Scroll the help by lines.
  case scrollHelp(Int)
  /// Scroll the help by pages.
  case pageHelp(Int)
  case repaint, suspend, quit
}

/// The effect of a key on the output screen.
enum LogAction: Hashable, Sendable {
  /// Move the cursor by lines. Negative numbers move up.
  case move(Int)
  /// Move the cursor by pages.
  case page(Int)
  /// Move the cursor by half pages.
  case halfPage(Int)
  case toggleNumbers
  case first, last
  /// Scroll sideways by columns. Negative numbers scroll left.
  case scroll(Int)
  /// Start or stop following, start or end a selection, copy the selected lines.
  case follow, select, copy
  case openSearch, keepSearch, dropSearch
  /// Go to the next or previous match.
  case find(backwards: Bool)
  /// Show the output of the attempt before or after.
  case attempt(Int)
  case close
}

/// The part of the monitor that has the keyboard.
enum MonitorMode: Hashable, Sendable, CaseIterable {
  /// The list of tasks.
  case cards
  /// The question before an action that a person may regret.
  case prompt
  /// The filter prompt.
  case filter
  /// The line for a task.
  case typing
  /// The help screen.
  case help
  /// The output screen.
  case log
  /// The search prompt of the output screen.
  case search
}

/// An action of the monitor's list, by its name in the config file.
package enum KeyAction: String, Hashable, Sendable, CaseIterable {
  case `continue`, stop
  case nextQuestion = "next-question"
  case details, attach, pause, cancel, kill, output, dismiss, restart, undo, mark, back
  case type
  case restartAtOnce = "restart-at-once"
  case dismissAll = "dismiss-all"
  case markAll = "mark-all"
  case markRange = "mark-range"
  case nextMatch = "next-match"
  case previousMatch = "previous-match"
  case filter, sort, ended, hosts, fold, unfold, split
  case down, up, first, last
  case pageDown = "page-down"
  case pageUp = "page-up"
  case help, repaint, suspend, quit
}

/// The keys for the manual page.
extension KeyTable {
  /// The keys of the list and those of the output screen. Key names are in ASCII, because man(1)
  /// may run in any encoding, and the labels are English like the rest of the page.
  package var manual: (list: [ManualEntry], output: [ManualEntry]) {
    (rows(in: .cards).map(ManualEntry.init), rows(in: .log).map(ManualEntry.init))
  }

  /// A row of the manual's key tables: the keys of an action, and its label.
  package struct ManualEntry: Hashable, Sendable {
    package var keys: [String]
    package var label: String

    fileprivate init(_ binding: KeyBinding) {
      keys = binding.keys.map { $0.name(.ascii) }
      label = binding.label.english
    }
  }
}
