internal import HeadwayModel

/// What keys of the monitor's list do, by the names that the config file has for it.
package enum KeyAction: String, Hashable, Sendable, CaseIterable {
  case `continue`, stop
  case nextQuestion = "next-question"
  case details, attach, pause, cancel, kill, output, dismiss, restart, undo, mark, back
  case filter, sort, ended, fold, unfold
  case down, up, first, last
  case pageDown = "page-down"
  case pageUp = "page-up"
  case help, repaint, suspend, quit
}
