/// What a line looks like: enough to tell of most expressions that they don't match it.
struct LineShape {
  let bytes: ByteSet
  /// The first character that isn't a blank.
  let first: ByteSet
  /// The one behind the number that the line begins with; empty without.
  let behindNumber: ByteSet
  /// A slash stands between two digits.
  let hasCount: Bool
  /// It begins like `Step 3 of 20`.
  let countsInWords: Bool

  /// Nil for a line of blanks.
  init?(_ line: Span<UInt8>) {
    var index = 0
    while let byte = line.byte(at: index), byte.isBlank { index += 1 }
    guard let begin = line.byte(at: index) else { return nil }
    first = ByteSet(begin)
    bytes = ByteSet(line)
    countsInWords = line.countsInWords(from: index)
    while let byte = line.byte(at: index), byte.isOfNumber { index += 1 }
    behindNumber = begin.isOfNumber ? line.byte(at: index).map { ByteSet($0) } ?? "" : ""
    hasCount = ByteSet(UInt8(ascii: "/")).isSubset(of: bytes) && line.hasCount
  }
}

extension UInt8 {
  fileprivate var isOfNumber: Bool {
    isDigit || self == UInt8(ascii: ".") || self == UInt8(ascii: ",")
  }
}
