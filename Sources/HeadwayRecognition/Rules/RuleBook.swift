internal import HeadwayModel

/// The rules that apply to one command, compiled when a line first needs them.
///
/// ``ProgressRecogniser`` owns one. Most commands need a handful of the rules, and compiling all of
/// them would take longer than a short command.
struct RuleBook {
  private let entries: [Entry]
  private let request: Request
  /// The rules by the character that a line may begin with.
  private let index: RuleIndex
  /// The handle of each rule's pattern; nil before it was compiled.
  ///
  /// The array is apart from `patterns`, so that nothing in it is counted by references.
  private var matchers: [Matcher?]
  private var patterns: [Compilation]

  private struct Entry {
    let rule: RecognitionRule
    let tool: Tool
  }

  private enum Compilation {
    case pending
    case done(Pattern)
    case failed
  }

  /// The number of times that an expression is tried on one line while its matches make no sense.
  private static let attemptLimit = 8

  /// Makes the book for a command.
  ///
  /// - Parameters:
  ///   - own: The user's rules. They go first.
  ///   - command: The command line, as far as it is known.
  init(own: [RecognitionRule], command: [String]) {
    let copies = FileCopies(command)
    let cut = MediaCut(command)
    let rules = (own + copies.rules + cut.rules + RecognitionRule.table.map(copies.adjusted)).filter
    { rule in
      rule.command.map { word in command.contains { $0.names(word) } } ?? true
    }
    self.init(only: rules, Request(command))
  }

  /// Makes a book of these rules alone, in their order.
  init(only rules: [RecognitionRule], _ request: Request = Request([])) {
    var tools: [String: Tool] = [:]
    entries = rules.map { rule in
      let tool = tools[rule.name] ?? Tool(number: tools.count)
      tools[rule.name] = tool
      // A rule is copied for each match. Its example would cost a reference more.
      var bare = rule
      bare.line = nil
      return Entry(rule: bare, tool: tool)
    }
    self.request = request
    index = RuleIndex(rules)
    matchers = rules.map { _ in nil }
    patterns = rules.map { _ in .pending }
  }

  /// The name that the rules of `tool` share.
  func name(of tool: Tool) -> String? { entries.first { $0.tool == tool }?.rule.name }

  /// The finding of the first rule that speaks for `line`; nil if none does.
  ///
  /// - Parameter isOpen: Whether the line stays and is still being written. Only rules that say so
  ///   are asked about such a line.
  mutating func read(_ line: borrowing TerminalLine, isOpen: Bool = false) -> Finding? {
    line.bytes.withUnsafeBufferPointer { bytes in
      guard let shape = LineShape(bytes.span) else { return nil }
      let marks = LineMarks(shape, line.place, isOpen: isOpen)
      for slot in index.slots(shape.first) {
        let gate = index[slot]
        guard gate.isMet(by: shape, marks) else { continue }
        let rule = Int(gate.rule)
        guard let matcher = matcher(rule), matcher.matches(bytes, from: 0) else { continue }
        if let finding = find(rule, matcher, in: bytes) { return finding }
      }
      return nil
    }
  }

  /// The finding of a rule that matches.
  ///
  /// A match may make no sense, such as 140 %. A later match on the same line is tried then.
  private func find(
    _ index: Int, _ matcher: Matcher, in line: UnsafeBufferPointer<UInt8>
  ) -> Finding? {
    guard case .done(let pattern) = patterns[index] else { return nil }
    let (rule, tool) = (entries[index].rule, entries[index].tool)
    if rule.trust == .generic, Doubt.namesUse(line.span) { return nil }
    for _ in 0..<Self.attemptLimit {
      let match = pattern.match(of: line.count)
      if let finding = Finding(rule, tool, match, in: line.span, request) { return finding }
      let end = match.all.upperBound
      guard end > match.all.lowerBound, matcher.matches(line, from: end) else { return nil }
    }
    return nil
  }

  /// The handle of a rule, compiled at first use; nil if its pattern is invalid.
  private mutating func matcher(_ index: Int) -> Matcher? {
    if case .pending = patterns[index] {
      let pattern = try? Pattern(entries[index].rule.pattern)
      patterns[index] = pattern.map { .done($0) } ?? .failed
      matchers[index] = pattern?.matcher
    }
    return matchers[index]
  }
}

/// The tool that a rule belongs to. Rules of one name are of one tool.
struct Tool: Hashable {
  /// The number of the tool in its book, starting at 0.
  let number: Int
}

extension String {
  /// Returns whether the string is `word`, a path to it, or a line of shell that has it among its
  /// words.
  fileprivate func names(_ word: String) -> Bool {
    split { " ;|&()/\n\t\"'`".contains($0) }.contains { $0 == word }
  }
}

/// The reasons to take a number on a line of no tool in particular for something other than
/// progress.
enum Doubt {
  private static let words = WordSet(
    """
    avail battery busy cache capacity coverage covered cpu disk disks free full heap hit hits
    humidity idle load mem memory ram share swap usage use used util utilisation utilization volume
    votes
    """)

  /// Returns whether `line` has such a word. `RuleBook` then drops the generic rules for the line.
  static func namesUse(_ line: Span<UInt8>) -> Bool { words.meets(line, in: 0..<line.count) }

  /// Returns whether a digit stands before `index`: a count behind another number may number
  /// something else, as in `ok 3 - 3/9`. A time stamp that begins the line is no such number.
  static func hasNumber(_ line: Span<UInt8>, before index: Int) -> Bool {
    let end = min(index, line.count)
    return (min(line.endOfTimeStamp, end)..<end).contains { line[$0].isDigit }
  }
}

/// The outward shape of a line: enough to rule out most regular expressions without running them.
///
/// ``RuleBook`` computes it once for each line. ``RuleIndex`` compares it with the gates of the
/// rules.
struct LineShape {
  let bytes: ByteSet
  let first: ByteSet
  /// The character behind the number that the line begins with; empty if it begins with none.
  let behindNumber: ByteSet
  /// Whether a slash stands between two digits.
  let hasCount: Bool
  /// Whether the line begins like `Step 3 of 20`.
  let countsInWords: Bool

  /// Computes the shape; nil for a line of blanks.
  init?(_ line: Span<UInt8>) {
    var index = 0
    while let byte = line.byte(at: index), byte.isBlank { index += 1 }
    guard let begin = line.byte(at: index) else { return nil }
    first = ByteSet(begin)
    bytes = ByteSet(line)
    countsInWords = line.countsInWords(from: index)
    while let byte = line.byte(at: index), byte.isOfNumber { index += 1 }
    behindNumber = begin.isOfNumber ? line.byte(at: index).map { ByteSet($0) } ?? "" : ""
    hasCount = ByteSet(UInt8(ascii: "/")).isSubset(of: bytes) && line.hasCount
  }
}

extension Span<UInt8> {
  /// The offset behind the time stamp that begins the line, such as `2026-03-01 10:00:29,203 `; 0 if
  /// none does. A time stamp has a clock, and so a colon.
  fileprivate var endOfTimeStamp: Int {
    var (index, colonCount) = (0, 0)
    while let byte = byte(at: index), byte.isOfTimeStamp {
      if byte == UInt8(ascii: ":") { colonCount += 1 }
      index += 1
    }
    return colonCount >= 1 ? index : 0
  }
}

extension UInt8 {
  fileprivate var isOfTimeStamp: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: " "), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "T"), UInt8(ascii: "Z"),
      UInt8(ascii: "+"), UInt8(ascii: "["), UInt8(ascii: "]"):
      true
    default: false
    }
  }

  fileprivate var isOfNumber: Bool {
    isDigit || self == UInt8(ascii: ".") || self == UInt8(ascii: ",")
  }
}
