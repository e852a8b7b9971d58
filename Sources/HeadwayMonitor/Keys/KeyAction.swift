internal import HeadwayModel

/// An action of the monitor's list, by its name in the config file.
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
