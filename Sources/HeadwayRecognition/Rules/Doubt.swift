/// The reasons to take a number on a line of no tool in particular for something other than
/// progress.
enum Doubt {
  private static let words = WordSet(
    """
    avail battery busy cache capacity coverage covered cpu disk disks free full heap hit hits
    humidity idle load mem memory ram share swap usage use used util utilisation utilization volume
    votes
    """)

  /// Returns whether `line` has such a word. `RuleBook` then drops the generic rules for the line.
  static func namesUse(_ line: Span<UInt8>) -> Bool { words.meets(line, in: 0..<line.count) }

  /// Returns whether a digit stands before `index`: a count behind another number may number
  /// something else, as in `ok 3 - 3/9`.
  static func hasNumber(_ line: Span<UInt8>, before index: Int) -> Bool {
    (0..<min(index, line.count)).contains { line[$0].isDigit }
  }
}
