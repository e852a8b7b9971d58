import HeadwayModel

/// The inputs of a card's view besides the card and the time.
///
/// Two views with equal contexts differ only in progress, so the renderer reuses most of an earlier
/// drawing.
struct CardContext: Hashable {
  /// The width of the view in cells.
  var columns: Int
  var density: CardDensity
  var glyphs: Glyphs
  /// The number of digits of the largest task number, so that titles line up.
  var numberWidth: Int
  var isSelected = false
  var isExpanded = false
  var isMarked = false
  /// The heading above the card. Nil without one.
  var heading: String?
  /// The text of a folded group's line, which is drawn in place of the card. Nil for a card.
  var foldLine: String?
  /// The nesting depth in the list, 0 for a card without a listed parent.
  var depth = 0
  /// The counts of the task's subtasks. Nil for a task without subtasks.
  var subtasks: CardTally?
  /// Whether the task's subtasks are hidden.
  var isFolded = false
  /// The recent rates, for the graph on an expanded card.
  var rates = RateCourse()
  /// The resources in use, for an expanded card. Nil while unknown.
  var use: ResourceUse?
  /// The processor time in use, in the order by CPU: `152% CPU`. Nil in other orders.
  var processorWords: String?
  /// The last lines of the task's output, for an expanded card.
  var output: [[Span]] = []
  /// The actions that an expanded, selected card offers.
  var buttons: [CardButton] = []
  /// The key that answers the card's question with "continue". Nil if the config file bound none.
  var continueKey: Key?
  /// The key that answers the card's question with "stop". Nil if the config file bound none.
  var stopKey: Key?
  /// The key that kills the cancelled task at once. Nil if the config file bound none.
  var killKey: Key?
  /// The time of day at which the machine of the card was lost. The card is as of that time, and is
  /// drawn in grey. Nil while the machine answers.
  var pastTime: String?
  /// The machine of the card, in a list that mixes those of several. Nil for this machine.
  var host: String?
  /// The number and title of the parent. Nil without one.
  var parent: String?

  /// Whether only the most important words fit.
  var isTiny: Bool { columns < 30 }

  /// Whether a single word or phrase fits at the right of the title.
  var isNarrow: Bool { columns < 50 }

  /// Whether a bar fits beside the title.
  var isWide: Bool { columns >= 60 }

  /// The indentation of the lines below the title. The lines start under the title if the width
  /// allows.
  var indent: Int { (isNarrow ? 2 : numberWidth + 4) + branch.count }

  /// The branch drawn before the title of a nested card. Deeper nesting than four is drawn like
  /// four.
  var branch: String {
    guard depth > 0, !isTiny else { return "" }
    return String("  ", times: min(depth, 4) - 1) + glyphs.branch + " "
  }

  /// The width of a bar with both ends: a quarter of the card, and on a wide card what the numbers
  /// beside the bar leave.
  var barColumns: Int { min(max(columns / 4, columns - 70, 10), 100) }

  var separator: String { glyphs.separator }
}

/// A key and its action on a card, `[c] cancel`. A click on it presses the key.
struct CardButton: Hashable {
  var key: Key
  var label: String

  /// The text of the button. An inactive button is faint and can't be clicked.
  func spans(_ glyphs: Glyphs, isActive: Bool = true) -> [Span] {
    let key = isActive ? key : nil
    return [
      Span("[\(self.key.name(glyphs))]", isActive ? .keyName : .faint, key: key),
      Span(" " + label, isActive ? .plain : .faint, key: key),
    ]
  }
}

/// The height of cards.
package enum CardDensity: Hashable, Sendable {
  /// A single line for each task, for a pane of three lines.
  case line
  /// The title and the most important line.
  case short
  /// All lines, and blank lines between cards.
  case full

  /// The density for a screen with `rows` rows for cards.
  static func fitting(rows: Int) -> CardDensity {
    switch rows {
    case ..<6: .line
    case ..<14: .short
    default: .full
    }
  }
}
