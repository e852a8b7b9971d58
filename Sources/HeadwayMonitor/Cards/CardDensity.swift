/// How many lines a card may take.
package enum CardDensity: Hashable, Sendable {
  /// One line a task: for a pane of three lines.
  case line
  /// A title line and the one that matters most.
  case short
  /// All of it, with blank lines between cards.
  case full

  /// What a screen with so many rows for cards has room for.
  static func fitting(rows: Int) -> CardDensity {
    switch rows {
    case ..<6: .line
    case ..<14: .short
    default: .full
    }
  }
}
