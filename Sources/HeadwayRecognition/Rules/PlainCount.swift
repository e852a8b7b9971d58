/// A count that stands on a line beside something else: `task 1 of 2`, `(1/5)`, `Installing 1/3…`.
///
/// ``Nesting`` uses it to decide what the percent on the same line measures.
struct PlainCount: Hashable {
  /// The number before the slash or "of", 0…`total`.
  var current: Int64
  /// The number behind it, at least 2.
  var total: Int64

  /// Finds the last count in `range` of `line`; nil if there is none.
  ///
  /// Digits that go on with digits, letters, dots or slashes are something else: a date, a version,
  /// a size, a rate.
  init?(_ line: Span<UInt8>, in range: Range<Int>) {
    let range = range.clamped(to: 0..<line.count)
    var index = range.lowerBound
    var last: PlainCount?
    while index < range.upperBound {
      guard line[index].isDigit else {
        index += 1
        continue
      }
      let begin = index
      index = line.endOfDigits(from: index, to: range.upperBound)
      guard let second = line.startOfTotal(from: index, to: range.upperBound) else { continue }
      let end = line.endOfDigits(from: second, to: range.upperBound)
      if line.isApart(begin..<end), let current = line.number(in: begin..<index),
        let total = line.number(in: second..<end), total >= 2, current <= total
      {
        last = PlainCount(current: current, total: total)
      }
      index = end
    }
    guard let last else { return nil }
    self = last
  }

  init(current: Int64, total: Int64) { (self.current, self.total) = (current, total) }

  /// The count as a fraction, 0…1.
  var fraction: Double { Double(current) / Double(total) }
}

extension Span<UInt8> {
  fileprivate func endOfDigits(from start: Int, to limit: Int) -> Int {
    var index = start
    while index < limit, self[index].isDigit { index += 1 }
    return index
  }

  fileprivate func startOfTotal(from start: Int, to limit: Int) -> Int? {
    var index = start
    if byte(at: index) == UInt8(ascii: "/") {
      index += 1
    } else if start + 4 <= limit, extracting(start..<start + 4).isOf {
      index += 4
    } else {
      return nil
    }
    return index < limit && self[index].isDigit ? index : nil
  }

  private var isOf: Bool {
    self[0] == UInt8(ascii: " ") && self[1] == UInt8(ascii: "o") && self[2] == UInt8(ascii: "f")
      && self[3] == UInt8(ascii: " ")
  }

  /// Returns whether the count isn't a piece of something longer, such as a date or a version.
  fileprivate func isApart(_ count: Range<Int>) -> Bool {
    if let before = byte(at: count.lowerBound - 1), before.isWord || before.joinsNumbers {
      return false
    }
    guard let next = byte(at: count.upperBound) else { return true }
    let isTime = next == UInt8(ascii: " ") && hasTime(at: count.upperBound + 1)
    let goesOn = next.joinsNumbers && byte(at: count.upperBound + 1)?.isDigit == true
    return !next.isWord && next != UInt8(ascii: "/") && !goesOn && !isTime
  }

  /// Returns whether a time such as `10:24` stands at `start`: the count before it is a date.
  private func hasTime(at start: Int) -> Bool {
    let end = endOfDigits(from: start, to: count)
    return (1...2).contains(end - start) && byte(at: end) == UInt8(ascii: ":")
      && byte(at: end + 1)?.isDigit == true
  }
}

extension UInt8 {
  fileprivate var joinsNumbers: Bool {
    self == UInt8(ascii: ".") || self == UInt8(ascii: ",") || self == UInt8(ascii: "/")
      || self == UInt8(ascii: "-") || self == UInt8(ascii: ":")
  }
}
