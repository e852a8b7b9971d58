/// The reasons to believe a number that is drawn over.
///
/// Work draws over its numbers, and so does every gauge: a tank, a servo, an accuracy. Rising
/// proves little, for gauges rise, too. The line itself has to give a reason.
///
/// | reason | example |
/// | --- | --- |
/// | a word of work, or no word at all | `Copying 40%`, `40%` |
/// | a line that begins with a doing | `Saving: 40%` |
/// | first on the line, before the name of another value | `40% loss: 0.3` |
/// | the time that is left, or a word for the whole | `x 40% ETA 0:12`, `Total: 40%` |
/// | a bar, if it is the only one | `x [====>     ] 40%` |
/// | a count that agrees, or that goes on with it | `x 4/10 40%` |
/// | the name of a file | `x.iso 40%` |
///
/// The last two are no reason beside a word for something else (`4/10 users online (40%)`). A count
/// needs no reason, unless such a word stands beside it (`4/10 users online`).
enum Reason {
  /// Returns whether `line` gives a reason to believe the number at `match`.
  ///
  /// - Parameters:
  ///   - share: The number as a fraction; nil for a count.
  ///   - isNested: Whether a count on the line has gone on with the number (``Nesting``).
  ///   - wording: The meaning of the words beside the number.
  static func isGiven(
    on line: Span<UInt8>, beside match: Range<Int>, share: Double?, isNested: Bool,
    _ wording: Wording
  ) -> Bool {
    if wording != .somethingElse { return true }
    guard let share else { return !Wording.isOfOther(line, beside: match) }
    if Wording.leadsMeasure(line, match) { return true }
    let whole = 0..<line.count
    if Wording.saysWork(line, in: whole) || wholes.meets(line, in: whole) { return true }
    if Wording.beginsWithDoing(line) || line.barCount == 1 { return true }
    if Wording.saysOther(line, in: whole) { return false }
    return isNested || hasCount(line, of: share) || line.hasFileName
  }

  private static let wholes = WordSet("eta overall remaining total")

  /// The largest difference between a share and a count that say the same, as a fraction.
  private static let rounding = 0.015

  private static func hasCount(_ line: Span<UInt8>, of share: Double) -> Bool {
    guard let count = PlainCount(line, in: 0..<line.count) else { return false }
    return abs(count.fraction - share) <= rounding
  }
}

extension Span<UInt8> {
  /// The number of bars between brackets or strokes: `[###   ]`, `|██  |`.
  ///
  /// A bar has at least six places, or two of which one is `#` or `=`.
  fileprivate var barCount: Int {
    var (count, index) = (0, 0)
    while index < self.count {
      guard self[index].opensBar else {
        index += 1
        continue
      }
      var end = index + 1
      var least = 6
      while end < self.count, self[end].fillsBar {
        if self[end] == UInt8(ascii: "#") || self[end] == UInt8(ascii: "=") { least = 2 }
        end += 1
      }
      if end - index > least, let last = byte(at: end), last.closesBar {
        count += 1
        end += 1
      }
      index = end
    }
    return count
  }

  /// Whether a word with a point and an ending of letters stands on the line: `a.iso`, `b.tar.gz`.
  fileprivate var hasFileName: Bool {
    for index in indices where self[index] == UInt8(ascii: ".") {
      guard byte(at: index - 1)?.isWord == true, byte(at: index + 1)?.isLetter == true,
        byte(at: index + 2)?.isWord == true
      else { continue }
      return true
    }
    return false
  }
}

extension UInt8 {
  fileprivate var opensBar: Bool {
    self == UInt8(ascii: "[") || self == UInt8(ascii: "|") || self == UInt8(ascii: "(")
  }

  fileprivate var closesBar: Bool {
    self == UInt8(ascii: "]") || self == UInt8(ascii: "|") || self == UInt8(ascii: ")")
  }

  /// Whether the byte may be a place of a bar: punctuation, a blank, or a part of a character
  /// beyond ASCII.
  fileprivate var fillsBar: Bool {
    switch self {
    case UInt8(ascii: "#"), UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "_"),
      UInt8(ascii: "~"), UInt8(ascii: ":"), UInt8(ascii: " "), 0x80...:
      true
    default: false
    }
  }
}
