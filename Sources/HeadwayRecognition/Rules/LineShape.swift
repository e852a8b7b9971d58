/// The outward shape of a line: enough to rule out most regular expressions without running them.
///
/// ``RuleBook`` computes it once for each line. ``RuleIndex`` compares it with the gates of the
/// rules.
struct LineShape {
  let bytes: ByteSet
  let first: ByteSet
  /// The character behind the number that the line begins with; empty if it begins with none.
  let behindNumber: ByteSet
  /// Whether a slash stands between two digits.
  let hasCount: Bool
  /// Whether the line begins like `Step 3 of 20`.
  let countsInWords: Bool

  /// Computes the shape; nil for a line of blanks.
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
