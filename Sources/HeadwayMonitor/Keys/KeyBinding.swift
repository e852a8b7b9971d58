import HeadwayCore

/// One row of the key table: it drives dispatch, the footer and the help.
struct KeyBinding: Sendable {
  var keys: [Key]
  var label: String
  /// As the config file has it; nil for what it can't give other keys.
  var name: KeyAction?
  var action: MonitorAction
  var mode = MonitorMode.cards
  /// Where the footer offers it while enabled; the rest is for help.
  var footer: FooterSide?
  var isEnabled: @Sendable (MonitorModel) -> Bool = { _ in true }
  /// Whether the footer offers it now that it is enabled.
  var isOffered: @Sendable (MonitorModel) -> Bool = { _ in true }
  /// What it does now; nil for what it always does.
  var footerLabel: (@Sendable (MonitorModel) -> String)?
}

/// The side of the footer that shows a key: what the selected card allows is at the left.
enum FooterSide: Hashable, Sendable {
  case left, right
}

/// What a key does.
enum MonitorAction: Hashable, Sendable {
  case moveDown, moveUp, pageDown, pageUp, first, last
  case nextQuestion
  case toggleDetails
  case cancel, forceCancel
  case confirm, decline
  case answer(StallAnswer)
  case pauseOrResume
  case restart
  case toggleMark
  case goBack
  case undo
  case attach
  case dismiss
  case openFilter, eraseInFilter, clearFilterText, keepFilter, dropFilter
  case toggleEnded, nextOrder
  case fold, unfold
  case openLog
  case inLog(LogAction)
  case showHelp, hideHelp
  case scrollHelp(Int)
  case pageHelp(Int)
  case repaint, suspend, quit
}

/// What a key does on the screen of a task's output.
enum LogAction: Hashable, Sendable {
  case move(Int)
  case page(Int)
  case first, last
  case scroll(Int)
  case follow, select, copy
  case openSearch, eraseInSearch, clearSearch, keepSearch, dropSearch
  case find(backwards: Bool)
  case close
}

/// What has the keyboard.
enum MonitorMode: Hashable, Sendable, CaseIterable {
  case cards
  /// A question the monitor asks before it cancels.
  case prompt
  /// A filter is being typed.
  case filter
  case help
  /// The output of a task.
  case log
  /// A text to be found in it is being typed.
  case search
}
