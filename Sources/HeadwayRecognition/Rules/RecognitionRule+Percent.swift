extension RecognitionRule {
  /// `54%`, `2.7 %`, `[ 66%]`: a number of 0 to 100 with at most two decimals.
  static let percent = RecognitionRule(name: .percent) { line in
    for index in line.indices where line[index] == UInt8(ascii: "%") {
      if let match = percentMatch(in: line, signAt: index) { return match }
    }
    return nil
  }

  private static func percentMatch(in line: Span<UInt8>, signAt sign: Int) -> RuleMatch? {
    if let next = line.byte(at: sign + 1), next.isWord || next == UInt8(ascii: "%") { return nil }
    let end = line.byte(at: sign - 1) == UInt8(ascii: " ") ? sign - 1 : sign
    guard let number = PercentNumber(in: line, endingAt: end),
      let measure = Measure.percent(hundredths: number.hundredths),
      !isRatio(in: line, numberAt: number.start)
    else { return nil }
    let isBracketed =
      line.byte(at: sign + 1).isClosingBracket
      && (line.visibleByte(before: number.start)?.byte).isOpeningBracket
    return RuleMatch(measure: measure, labelEnd: isBracketed ? 0 : number.start)
  }

  /// `… => 41.3%`, what zstd says of a compression ratio. The arrow head of a bar has the bar
  /// before it, not a blank.
  private static func isRatio(in line: Span<UInt8>, numberAt start: Int) -> Bool {
    guard let head = line.visibleByte(before: start), head.byte == UInt8(ascii: ">") else {
      return false
    }
    var index = head.index - 1
    while head.index - index <= 2, line.byte(at: index) == UInt8(ascii: "=") { index -= 1 }
    return line.byte(at: index)?.isBlank ?? false
  }
}

/// The digits before a percent sign.
private struct PercentNumber {
  var hundredths: Int64
  var start: Int

  init?(in line: Span<UInt8>, endingAt end: Int) {
    let last = line.digits(endingAt: end)
    guard let lastValue = line.number(in: last) else { return nil }
    if line.byte(at: last.lowerBound - 1) == UInt8(ascii: ".") {
      let first = line.digits(endingAt: last.lowerBound - 1)
      guard last.count <= 2, first.count <= 3, let whole = line.number(in: first) else {
        return nil
      }
      hundredths = whole * 100 + (last.count == 1 ? lastValue * 10 : lastValue)
      start = first.lowerBound
    } else {
      guard last.count <= 3 else { return nil }
      hundredths = lastValue * 100
      start = last.lowerBound
    }
    if let before = line.byte(at: start - 1), before.joinsNumber { return nil }
  }
}

extension UInt8 {
  /// Makes what follows part of a word, a version, a fraction or a difference.
  fileprivate var joinsNumber: Bool {
    switch self {
    case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "/"):
      true
    default: isWord
    }
  }
}
