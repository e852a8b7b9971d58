internal import HeadwayCore

/// The rules that apply to one command, compiled as lines need them.
struct RuleBook {
  private let entries: [Entry]
  private let transfers: Transfers
  private let index: RuleIndex
  /// Each owned by the pattern of its rule; nil before it was compiled. Apart: nothing in it is counted
  /// by references.
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

  /// How often an expression is tried on one line where what it finds makes no sense.
  private static let attemptLimit = 8

  /// `own` go first. `command` is the command line, as far as it is known.
  init(own: [RecognitionRule], command: [String]) {
    let copies = FileCopies(command)
    let rules = (own + copies.rules + RecognitionRule.table.map(copies.adjusted)).filter { rule in
      rule.command.map { word in command.contains { $0.names(word) } } ?? true
    }
    var tools: [String: Tool] = [:]
    entries = rules.map { rule in
      let tool = tools[rule.name] ?? Tool(number: tools.count)
      tools[rule.name] = tool
      return Entry(rule: rule, tool: tool)
    }
    transfers = Transfers(command)
    index = RuleIndex(rules)
    matchers = rules.map { _ in nil }
    patterns = rules.map { _ in .pending }
  }

  /// What the first rule that speaks for `line` makes of it.
  mutating func read(_ line: borrowing TerminalLine) -> Finding? {
    line.bytes.withUnsafeBufferPointer { bytes in
      guard let shape = LineShape(bytes.span) else { return nil }
      let marks = LineMarks(shape, line.place)
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

  /// Where what matched makes no sense, a later match of the same line may.
  private func find(
    _ index: Int, _ matcher: Matcher, in line: UnsafeBufferPointer<UInt8>
  ) -> Finding? {
    guard case .done(let pattern) = patterns[index] else { return nil }
    let (rule, tool) = (entries[index].rule, entries[index].tool)
    if rule.trust == .generic, Doubt.namesUse(line.span) { return nil }
    for _ in 0..<Self.attemptLimit {
      let match = pattern.match(of: line.count)
      if let finding = Finding(rule, tool, match, in: line.span, transfers) { return finding }
      let end = match.all.upperBound
      guard end > match.all.lowerBound, matcher.matches(line, from: end) else { return nil }
    }
    return nil
  }

  private mutating func matcher(_ index: Int) -> Matcher? {
    if case .pending = patterns[index] {
      let pattern = try? Pattern(entries[index].rule.pattern)
      patterns[index] = pattern.map { .done($0) } ?? .failed
      matchers[index] = pattern?.matcher
    }
    return matchers[index]
  }
}

/// Whose lines they are: rules of one name are one tool's.
struct Tool: Hashable {
  let number: Int
}

extension String {
  /// Whether it is `word`, a path to it, or a line of shell that has it among its words.
  fileprivate func names(_ word: String) -> Bool {
    split { " ;|&()/\n\t\"'`".contains($0) }.contains { $0 == word }
  }
}
