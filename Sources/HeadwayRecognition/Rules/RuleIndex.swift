/// Which rules may speak for a line that begins with a certain character, in their order: most
/// begin with a few, and nobody asks the others.
struct RuleIndex {
  /// Those of each place of a `ByteSet`, one after the other.
  private var gates: [Gate] = []
  private var starts: [Int] = []

  /// What a line must have before the expression of a rule is asked.
  struct Gate {
    let needs: ByteSet
    let number: ByteSet
    let marks: LineMarks
    let rule: Int32

    fileprivate init(_ rule: RecognitionRule, at place: Int) {
      needs = rule.needs
      number = rule.number
      marks = LineMarks(rule)
      self.rule = Int32(truncatingIfNeeded: place)
    }

    /// By a line that begins as it may.
    func isMet(by shape: LineShape, _ marks: LineMarks) -> Bool {
      needs.isSubset(of: shape.bytes) && self.marks.isSubset(of: marks)
        && (number.isEmpty || number.meets(shape.behindNumber))
    }
  }

  init(_ rules: [RecognitionRule]) {
    for place in 0..<ByteSet.placeCount {
      starts.append(gates.count)
      let first = ByteSet(place: place)
      for (place, rule) in rules.enumerated() where rule.mayBegin(with: first) {
        gates.append(Gate(rule, at: place))
      }
    }
    starts.append(gates.count)
  }

  /// Where in this index those are that may begin with `first`, one character.
  func slots(_ first: ByteSet) -> Range<Int> { starts[first.place]..<starts[first.place + 1] }

  /// What is asked at one of those places.
  subscript(slot: Int) -> Gate { gates[slot] }
}

/// What a line is, or has to be.
struct LineMarks: OptionSet {
  let rawValue: UInt8

  static let hasCount = LineMarks(rawValue: 1)
  static let isRedraw = LineMarks(rawValue: 2)
  /// What is put at an absolute place of the screen is a tool's own display, or none.
  static let isInFlow = LineMarks(rawValue: 4)
  static let countsInWords = LineMarks(rawValue: 8)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ shape: LineShape, _ place: LinePlace) {
    self = shape.hasCount ? .hasCount : []
    if shape.countsInWords { insert(.countsInWords) }
    if place.isRedraw { insert(.isRedraw) }
    if !place.isPlaced { insert(.isInFlow) }
  }

  fileprivate init(_ rule: RecognitionRule) {
    self = rule.isCount ? .hasCount : []
    if rule.countsInWords { insert(.countsInWords) }
    if rule.isRedrawn { insert(.isRedraw) }
    if rule.trust == .generic { insert(.isInFlow) }
  }
}

extension RecognitionRule {
  fileprivate func mayBegin(with first: ByteSet) -> Bool {
    (begins.isEmpty || begins.meets(first)) && (number.isEmpty || first.meets(.ofNumbers))
  }
}
