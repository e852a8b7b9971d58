/// Some words of ASCII letters.
struct WordSet {
  private var labels: Set<UInt64> = []
  private var initials: ByteSet = ""
  private var longest = 0

  /// From small letters, with blanks or ends of lines between them.
  init(_ words: String) {
    for word in words.utf8.split(whereSeparator: { !$0.isLetter }).map(Array.init) {
      labels.insert(word.span.label(in: word.indices))
      initials.formUnion(word.first.map { ByteSet($0) } ?? "")
      longest = max(longest, word.count)
    }
  }

  /// Whether one of them stands in `range` of `line`.
  func meets(_ line: Span<UInt8>, in range: Range<Int>) -> Bool {
    line.hasWord(in: range) { contains($0, of: line) }
  }

  /// Whether `range` of `line` is one, in small letters or capitals.
  func contains(_ range: Range<Int>, of line: Span<UInt8>) -> Bool {
    guard let first = line.byte(at: range.lowerBound) else { return false }
    return range.count <= longest && initials.meets(ByteSet(first))
      && labels.contains(line.lowercaseLabel(in: range))
  }
}

extension Span<UInt8> {
  /// Whether `isWanted` of a run of letters in `range`, the first one first.
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
