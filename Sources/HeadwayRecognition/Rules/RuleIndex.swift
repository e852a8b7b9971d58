/// The rules by the first character of a line, in their order.
///
/// Most rules begin with one of a few characters. The others need not be asked: of about a hundred
/// rules a line meets only a few.
struct RuleIndex {
  /// The gates for each place of a ``ByteSet``, one place after the other.
  private var gates: [Gate] = []
  /// The index of the first gate of each place, and the count of all gates at the end.
  private var starts: [Int] = []

  /// The conditions that a line must meet before the expression of a rule is run.
  struct Gate {
    let needs: ByteSet
    let number: ByteSet
    let only: ByteSet
    let marks: LineMarks
    let rule: Int32

    fileprivate init(_ rule: RecognitionRule, at place: Int) {
      needs = rule.needs
      number = rule.number
      only = rule.only
      marks = LineMarks(rule)
      self.rule = Int32(truncatingIfNeeded: place)
    }

    /// Returns whether a line may match the rule. The line's first character is known to fit.
    func isMet(by shape: LineShape, _ marks: LineMarks) -> Bool {
      needs.isSubset(of: shape.bytes) && self.marks.isSubset(of: marks)
        && (number.isEmpty || number.meets(shape.behindNumber))
        && (only.isEmpty || shape.bytes.isSubset(of: only))
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

  /// The range of gates for a line that begins with `first`, a set of one character.
  func slots(_ first: ByteSet) -> Range<Int> { starts[first.place]..<starts[first.place + 1] }

  /// The gate at one of the places that ``slots(_:)`` gave.
  subscript(slot: Int) -> Gate { gates[slot] }
}

/// The yes-or-no properties that a line has, or that a rule asks for.
struct LineMarks: OptionSet {
  let rawValue: UInt8

  /// A slash stands between two digits.
  static let hasCount = LineMarks(rawValue: 1)
  /// The line draws over what was there.
  static let isRedraw = LineMarks(rawValue: 2)
  /// The line wasn't put at an absolute place of the screen.
  ///
  /// A display at such a place belongs to a tool of its own rules, or shows no progress. Generic
  /// rules don't read it.
  static let isInFlow = LineMarks(rawValue: 4)
  /// The line begins like `Step 3 of 20`.
  static let countsInWords = LineMarks(rawValue: 8)
  /// The line has ended, or draws over what was there.
  static let isSettled = LineMarks(rawValue: 16)
  /// The line draws over what was there, or is drawn over itself.
  static let isDrawnOver = LineMarks(rawValue: 32)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ shape: LineShape, _ place: LinePlace, isOpen: Bool = false) {
    self = shape.hasCount ? .hasCount : []
    if !isOpen { insert(.isSettled) }
    if shape.countsInWords { insert(.countsInWords) }
    if place.isRedraw { insert(.isRedraw) }
    if !place.stays { insert(.isDrawnOver) }
    if !place.isPlaced { insert(.isInFlow) }
  }

  fileprivate init(_ rule: RecognitionRule) {
    self = rule.isCount ? .hasCount : []
    if rule.countsInWords { insert(.countsInWords) }
    if rule.isRedrawn { insert(rule.trust == .generic ? .isRedraw : .isDrawnOver) }
    if rule.trust == .generic { insert(.isInFlow) }
    if !rule.isOpen { insert(.isSettled) }
  }
}

extension RecognitionRule {
  fileprivate func mayBegin(with first: ByteSet) -> Bool {
    (begins.isEmpty || begins.meets(first)) && (number.isEmpty || first.meets(.ofNumbers))
  }
}
