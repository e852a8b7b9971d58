/// What makes a number on a line of no tool in particular something else than progress.
enum Doubt {
  /// A percent beside one of these is of a thing that is used, held or covered.
  private static let words = Set(
    [
      "avail", "battery", "busy", "cache", "capacity", "coverage", "covered", "cpu", "disk",
      "disks",
      "free", "full", "heap", "hit", "hits", "humidity", "idle", "load", "mem", "memory", "ram",
      "share", "swap", "usage", "use", "used", "util", "utilisation", "utilization", "volume",
      "votes",
    ].map { Array($0.utf8).span.label(in: 0..<$0.utf8.count) })

  /// Whether `line` has such a word.
  static func namesUse(_ line: Span<UInt8>) -> Bool {
    var start = 0
    while start < line.count {
      var end = start
      while let byte = line.byte(at: end), byte.isLetter { end += 1 }
      if end > start, words.contains(line.lowercaseLabel(in: start..<end)) { return true }
      start = end + 1
    }
    return false
  }

  /// Whether a number stands before `index`: what follows may count something else.
  static func hasNumber(_ line: Span<UInt8>, before index: Int) -> Bool {
    (0..<min(index, line.count)).contains { line[$0].isDigit }
  }
}
