/// Which rules may speak for a line that begins with a certain character, in their order: most
/// begin with a few, and nobody asks the others.
struct RuleIndex {
  /// Those of each place of a `ByteSet`, one after the other.
  private var rules: [Int] = []
  private var starts: [Int] = []

  init(_ conditions: [RuleBook.Condition]) {
    for place in 0..<ByteSet.placeCount {
      starts.append(rules.count)
      let first = ByteSet(place: place)
      for rule in conditions.indices where conditions[rule].mayBegin(with: first) {
        rules.append(rule)
      }
    }
    starts.append(rules.count)
  }

  /// Where in this index those are that may begin with `first`, one character.
  func slots(_ first: ByteSet) -> Range<Int> { starts[first.place]..<starts[first.place + 1] }

  /// The rule at one of those places.
  subscript(slot: Int) -> Int { rules[slot] }
}
