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
