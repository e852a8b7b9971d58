/// What makes a number on a line of no tool in particular something else than progress.
enum Doubt {
  /// A percent beside one of these is of a thing that is used, held or covered.
  private static let words = WordSet(
    """
    avail battery busy cache capacity coverage covered cpu disk disks free full heap hit hits
    humidity idle load mem memory ram share swap usage use used util utilisation utilization volume
    votes
    """)

  /// Whether `line` has such a word.
  static func namesUse(_ line: Span<UInt8>) -> Bool { words.meets(line, in: 0..<line.count) }

  /// Whether a number stands before `index`: what follows may count something else.
  static func hasNumber(_ line: Span<UInt8>, before index: Int) -> Bool {
    (0..<min(index, line.count)).contains { line[$0].isDigit }
  }
}
