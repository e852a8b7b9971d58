extension Collection<String> {
  /// The word that somebody who wrote `word` may have meant: the one with the fewest slips between
  /// them, one for each three letters at most; nil where none is so near.
  public func nearest(to word: String) -> String? {
    let limit = Swift.max(1, (word.count + 1) / 3)
    guard word.count <= 64 else { return nil }
    let near = map { (word: $0, slips: slips(from: Array(word), to: Array($0))) }
      .min { $0.slips < $1.slips }
    return near.flatMap { $0.slips <= limit ? $0.word : nil }
  }
}

/// Letters put in, left out, exchanged, or swapped with their neighbour (the optimal string
/// alignment distance).
private func slips(from word: [Character], to other: [Character]) -> Int {
  var before: [Int] = []
  var last = Array(0...other.count)
  for (row, letter) in word.enumerated() {
    var current = [row + 1]
    for (column, otherLetter) in other.enumerated() {
      let exchange = last[column] + (letter == otherLetter ? 0 : 1)
      var best = min(exchange, last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, letter == other[column - 1], word[row - 1] == otherLetter {
        best = min(best, before[column - 1] + 1)
      }
      current.append(best)
    }
    (before, last) = (last, current)
  }
  return last[other.count]
}
