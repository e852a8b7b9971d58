/// One way to read progress off a line. Rules are asked in the order of the table; the first that
/// matches a line speaks for it.
struct RecognitionRule: Sendable {
  enum Name: Hashable, Sendable {
    case percent, bracketedCount, bareCount
  }

  let name: Name
  let match: @Sendable (Span<UInt8>) -> RuleMatch?

  /// By rank: a tool's exact rule goes before the generic ones.
  static let table: [RecognitionRule] = [.percent, .bracketedCount, .bareCount]

  /// What the first rule that matches makes of `line`.
  static func sample(of line: borrowing TerminalLine) -> Sample? {
    let bytes = line.bytes.span
    for rule in table {
      guard let match = rule.match(bytes) else { continue }
      return Sample(
        measure: match.measure, rule: rule.name, label: bytes.label(before: match.labelEnd),
        isRedraw: line.isRedraw)
    }
    return nil
  }
}

/// What a rule found on a line.
struct RuleMatch {
  var measure: Measure
  /// The bytes before this index name what is measured; 0 where nothing needs to.
  var labelEnd: Int
}

/// A measure with what tells whether it continues an earlier one.
struct Sample {
  var measure: Measure
  var rule: RecognitionRule.Name
  var label: UInt64
  var isRedraw: Bool
}

extension Sample {
  /// The same shape: one rule, one unit, and either drawn over what was there or named alike.
  /// A total may have grown, but not shrunk.
  func continues(_ earlier: Sample) -> Bool {
    rule == earlier.rule && measure.unit == earlier.measure.unit
      && (isRedraw || label == earlier.label) && measure.total >= earlier.measure.total
  }
}
