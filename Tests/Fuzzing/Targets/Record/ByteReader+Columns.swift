extension ByteReader {
  private static let words = [
    "queued", "starting", "running", "paused", "suspended", "cancelling", "ended", "completed",
    "failed", "cancelled", "expired", "lost", "user", "terminal", "question", "shutdown", "stall",
    "grace", "resource", "ask", "expire", "ignore", "[]", #"["rsync"]"#,
    "0123456789abcdef0123456789abcdef",
  ]

  private static let numbers: [Int64] = [
    .min, -1, 0, 1, 2, 127, 128, 255, 256, .max, Int64(Int32.max), Int64(Int32.min),
    1_700_000_000_000, 1_699_999_990_000, 253_402_300_799_999, 253_402_300_800_000,
  ]

  /// A word of the record, or any text.
  mutating func columnText() -> String {
    let index = Int(byte())
    return index < Self.words.count ? Self.words[index] : text()
  }

  /// A number on some edge, a small one, or any.
  mutating func columnNumber() -> Int64 {
    let index = Int(byte())
    if index < Self.numbers.count { return Self.numbers[index] }
    return index < 128 ? Int64(index) : integer()
  }
}
