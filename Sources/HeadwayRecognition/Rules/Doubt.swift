/// What makes a number on a line of no tool in particular something else than progress.
enum Doubt {
  /// A percent beside one of these is of a thing that is used, held or covered.
  private static let words = WordSet([
    "avail", "battery", "busy", "cache", "capacity", "coverage", "covered", "cpu", "disk", "disks",
    "free", "full", "heap", "hit", "hits", "humidity", "idle", "load", "mem", "memory", "ram",
    "share", "swap", "usage", "use", "used", "util", "utilisation", "utilization", "volume",
    "votes",
  ])

  /// Whether `line` has such a word.
  static func namesUse(_ line: Span<UInt8>) -> Bool {
    let words = Self.words
    var start = 0
    while start < line.count {
      var end = start
      while end < line.count, line[unchecked: end].isLetter { end += 1 }
      if words.contains(start..<end, of: line) { return true }
      start = end + 1
    }
    return false
  }

  /// Whether a number stands before `index`: what follows may count something else.
  static func hasNumber(_ line: Span<UInt8>, before index: Int) -> Bool {
    (0..<min(index, line.count)).contains { line[$0].isDigit }
  }
}

/// Some words of ASCII letters.
private struct WordSet {
  private var labels: Set<UInt64> = []
  private var initials: ByteSet = ""
  private var longest = 0

  init(_ words: [String]) {
    for word in words.map({ Array($0.utf8) }) {
      labels.insert(word.span.label(in: word.indices))
      initials.formUnion(word.first.map { ByteSet($0) } ?? "")
      longest = max(longest, word.count)
    }
  }

  /// Whether `range` of `line` is one, in small letters or capitals.
  func contains(_ range: Range<Int>, of line: Span<UInt8>) -> Bool {
    guard let first = line.byte(at: range.lowerBound) else { return false }
    return range.count <= longest && initials.meets(ByteSet(first))
      && labels.contains(line.lowercaseLabel(in: range))
  }
}
