extension RecognitionRule {
  /// `[2/3] Building c.o`, `(41/44)`: a count alone in its brackets.
  static let bracketedCount = RecognitionRule(name: .bracketedCount) { line in
    firstFraction(in: line) { $0.isBracketed(in: line) ? 0 : nil }
  }

  /// `Building 2/12: b`: a count between blanks, not a date.
  static let bareCount = RecognitionRule(name: .bareCount) { line in
    firstFraction(in: line) { $0.looksLikeDate(in: line) ? nil : $0.completed.lowerBound }
  }

  /// The first fraction for which `labelEnd` knows where its label ends.
  private static func firstFraction(
    in line: Span<UInt8>, labelEnd: (Fraction) -> Int?
  ) -> RuleMatch? {
    for index in line.indices where line[index] == UInt8(ascii: "/") {
      guard let fraction = Fraction(in: line, slashAt: index),
        let measure = fraction.measure(in: line), let end = labelEnd(fraction)
      else { continue }
      return RuleMatch(measure: measure, labelEnd: end)
    }
    return nil
  }
}

/// `n/m` with delimiters around: not part of a path, a version, a date or an assignment.
private struct Fraction {
  var completed: Range<Int>
  var total: Range<Int>

  init?(in line: Span<UInt8>, slashAt slash: Int) {
    completed = line.digits(endingAt: slash)
    total = line.digits(startingAt: slash + 1)
    guard !completed.isEmpty, !total.isEmpty,
      line.byte(at: completed.lowerBound - 1).opensNumber,
      line.byte(at: total.upperBound).closesNumber
    else { return nil }
  }

  func measure(in line: Span<UInt8>) -> Measure? {
    guard let completed = line.number(in: completed), let total = line.number(in: total) else {
      return nil
    }
    return .count(completed, of: total)
  }

  func isBracketed(in line: Span<UInt8>) -> Bool {
    line.byte(at: total.upperBound).isClosingBracket
      && (line.visibleByte(before: completed.lowerBound)?.byte).isOpeningBracket
  }

  /// `05/11`, `11/12 23:59`: a leading zero, or the time of day behind it.
  func looksLikeDate(in line: Span<UInt8>) -> Bool {
    if isPadded(completed, in: line) || isPadded(total, in: line) { return true }
    let hour = line.digits(startingAt: total.upperBound + 1)
    return !hour.isEmpty && line.byte(at: hour.upperBound) == UInt8(ascii: ":")
  }

  private func isPadded(_ digits: Range<Int>, in line: Span<UInt8>) -> Bool {
    digits.count > 1 && line.byte(at: digits.lowerBound) == UInt8(ascii: "0")
  }
}

extension UInt8? {
  var isOpeningBracket: Bool { self == UInt8(ascii: "[") || self == UInt8(ascii: "(") }
  var isClosingBracket: Bool { self == UInt8(ascii: "]") || self == UInt8(ascii: ")") }

  fileprivate var opensNumber: Bool {
    guard let byte = self else { return true }
    return byte.isBlank || isOpeningBracket || byte == UInt8(ascii: "|")
  }

  fileprivate var closesNumber: Bool {
    guard let byte = self else { return true }
    switch byte {
    case UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "|"): return true
    default: return byte.isBlank || isClosingBracket
    }
  }
}
