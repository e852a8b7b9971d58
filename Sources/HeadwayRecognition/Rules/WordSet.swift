/// A set of words of ASCII letters, to be looked for on lines.
///
/// The words are kept as fingerprints, so that no text is made of a line. Two words may share one;
/// with 64 bits that doesn't happen in practice.
///
/// ```swift
/// let words = WordSet("done finished")
/// words.meets(line, in: 0..<line.count)   // true for "All DONE"
/// ```
struct WordSet {
  private var labels: Set<UInt64> = []
  private var initials: ByteSet = ""
  private var longest = 0

  /// Makes a set of words in small letters, with blanks or line ends between them.
  init(_ words: String) {
    for word in words.utf8.split(whereSeparator: { !$0.isLetter }).map(Array.init) {
      labels.insert(word.span.label(in: word.indices))
      initials.formUnion(word.first.map { ByteSet($0) } ?? "")
      longest = max(longest, word.count)
    }
  }

  /// Returns whether one of the words stands in `range` of `line`.
  func meets(_ line: Span<UInt8>, in range: Range<Int>) -> Bool {
    line.hasWord(in: range) { contains($0, of: line) }
  }

  /// Returns whether `range` of `line` is one of the words, in small letters or capitals.
  func contains(_ range: Range<Int>, of line: Span<UInt8>) -> Bool {
    guard let first = line.byte(at: range.lowerBound) else { return false }
    return range.count <= longest && initials.meets(ByteSet(first))
      && labels.contains(line.lowercaseLabel(in: range))
  }
}

extension Span<UInt8> {
  /// Returns whether `isWanted` is true of a run of letters in `range`. The runs are asked from
  /// left to right.
  @inline(__always)
  func hasWord(in range: Range<Int>, _ isWanted: (Range<Int>) -> Bool) -> Bool {
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start
      while end < range.upperBound, self[unchecked: end].isLetter { end += 1 }
      if end > start, isWanted(start..<end) { return true }
      start = end + 1
    }
    return false
  }
}
