/// A component of a calendar expression, such as its hours: `*`, `9..17`, `0/15`, `1,15`.
struct CalendarField: Hashable, Sendable {
  private var parts: [Part]

  /// A range with a step.
  private struct Part: Hashable, Sendable {
    let first: Int
    let last: Int
    let step: Int

    /// The smallest number of the part that is at least `number`; nil if there is none.
    func next(from number: Int) -> Int? {
      guard number > first else { return first }
      let next = first + (number - first + step - 1) / step * step
      return next <= last ? next : nil
    }
  }

  /// The kind of a component: its name in messages, and its numbers.
  struct Kind: Sendable {
    let name: Phrase
    let range: ClosedRange<Int>

    static let year = Kind(name: Phrase("year", context: "calendar"), range: 1970...2199)
    static let month = Kind(name: Phrase("month", context: "calendar"), range: 1...12)
    static let day = Kind(name: Phrase("day", context: "calendar"), range: 1...31)
    static let hour = Kind(name: Phrase("hour", context: "calendar"), range: 0...23)
    static let minute = Kind(name: Phrase("minute", context: "calendar"), range: 0...59)
    static let second = Kind(name: Phrase("second", context: "calendar"), range: 0...59)
  }

  /// Makes a component of numbers.
  init(_ numbers: [Int]) { parts = numbers.map { Part(first: $0, last: $0, step: 1) } }

  /// Makes the component with all numbers of its kind.
  init(all kind: Kind) {
    parts = [Part(first: kind.range.lowerBound, last: kind.range.upperBound, step: 1)]
  }

  /// Reads a component: ranges with steps, with commas between them.
  init(_ text: Substring, _ kind: Kind) throws(CalendarError) {
    parts = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      parts.append(try Self.part(word, kind))
    }
  }

  /// The smallest number of the component that is at least `number`; nil if there is none.
  func next(from number: Int) -> Int? { parts.compactMap { $0.next(from: number) }.min() }

  func contains(_ number: Int) -> Bool { next(from: number) == number }

  private static func part(_ word: Substring, _ kind: Kind) throws(CalendarError) -> Part {
    let halves = word.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let step = halves.count == 2 ? try number(halves[1], 1...kind.range.upperBound, Self.step) : nil
    guard let start = halves.first, start != "*" else {
      return Part(first: kind.range.lowerBound, last: kind.range.upperBound, step: step ?? 1)
    }
    guard let dots = CalendarExpression.dots(in: start) else {
      let first = try number(start, kind.range, kind.name)
      return Part(first: first, last: step == nil ? first : kind.range.upperBound, step: step ?? 1)
    }
    let first = try number(dots.before, kind.range, kind.name)
    let last = try number(dots.after, kind.range, kind.name)
    guard first <= last else { throw CalendarError(start, localized: "the range must ascend") }
    return Part(first: first, last: last, step: step ?? 1)
  }

  private static let step = Phrase("step", context: "calendar")

  /// Reads a number of at most four digits.
  private static func number(
    _ text: Substring, _ range: ClosedRange<Int>, _ name: Phrase
  ) throws(CalendarError) -> Int {
    guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }),
      let number = Int(text), range.contains(number)
    else {
      let (first, last) = (range.lowerBound, range.upperBound)
      guard name != Kind.hour.name else {
        throw CalendarError(text, localized: "an hour is a number from \(first) to \(last)")
      }
      throw CalendarError(
        text, localized: "a \(name.text) is a number from \(first) to \(last)")
    }
    return number
  }
}
