import HeadwayCore

/// What a card's view depends on besides the card and the time.
struct CardContext: Hashable {
  /// The columns the view may use.
  var columns: Int
  var density: CardDensity
  var glyphs: Glyphs
  /// The digits of the largest number on the screen.
  var numberWidth: Int
  var isSelected = false
  var isExpanded = false
  var isMarked = false
  /// Above the card.
  var heading: String?
  /// How many cards it is listed below.
  var depth = 0
  /// What its task consists of.
  var parts: CardTally?
  /// They aren't listed below it.
  var isFolded = false
  /// What an expanded card shows besides what its task says.
  var rates = RateCourse()
  /// The last lines of its output.
  var output: [String] = []
  /// What keys do with it.
  var buttons: [CardButton] = []
  /// The keys that answer its question.
  var continueKey: Key?
  var stopKey: Key?
  /// What it is part of, as people name it.
  var parent: String?

  /// Room for words that say no more than the least.
  var isTiny: Bool { columns < 30 }

  /// Room for one statement at the right of the title.
  var isNarrow: Bool { columns < 50 }

  /// Room for a bar beside the title.
  var isWide: Bool { columns >= 60 }

  /// Where the lines below the title begin: under the title, where there is room for that.
  var indent: Int { (isNarrow ? 2 : numberWidth + 4) + branch.count }

  /// Before the title of a card that is part of another one.
  var branch: String {
    guard depth > 0, !isTiny else { return "" }
    return String("  ", times: min(depth, 4) - 1) + glyphs.branch + " "
  }

  var barColumns: Int { min(max(columns / 4, 10), 60) }

  var separator: String { glyphs.separator }
}
