internal import HeadwayCore

/// The rules that apply to one command, compiled as lines need them. Not thread-safe.
final class RuleBook {
  private var entries: [Entry]

  private struct Entry {
    let rule: RecognitionRule
    let tool: Tool
    var pattern = Compilation.pending
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
    let rules = (own + RecognitionRule.table).filter { rule in
      rule.command.map { word in command.contains { $0.names(word) } } ?? true
    }
    var tools: [String: Tool] = [:]
    entries = rules.map { rule in
      let tool = tools[rule.name] ?? Tool(number: tools.count)
      tools[rule.name] = tool
      return Entry(rule: rule, tool: tool)
    }
  }

  /// What the first rule that speaks for `line` makes of it.
  func read(_ line: borrowing TerminalLine) -> Finding? {
    let bytes = line.bytes.span
    let present = ByteSet(bytes)
    for index in entries.indices {
      let rule = entries[index].rule
      guard rule.needs.isSubset(of: present), rule.applies(at: line.place) else { continue }
      if let finding = find(index, in: line) { return finding }
    }
    return nil
  }

  private func find(_ index: Int, in line: borrowing TerminalLine) -> Finding? {
    guard let pattern = pattern(index) else { return nil }
    let entry = entries[index]
    var start = 0
    for _ in 0..<Self.attemptLimit {
      let match = line.bytes.withUnsafeBufferPointer { pattern.match(in: $0, from: start) }
      guard let match else { return nil }
      let finding = Finding(entry.rule, entry.tool, match, in: line.bytes.span)
      if let finding { return finding }
      guard match.all.upperBound > start else { return nil }
      start = match.all.upperBound
    }
    return nil
  }

  private func pattern(_ index: Int) -> Pattern? {
    switch entries[index].pattern {
    case .done(let pattern): return pattern
    case .failed: return nil
    case .pending:
      let pattern = try? Pattern(entries[index].rule.pattern)
      entries[index].pattern = pattern.map { .done($0) } ?? .failed
      return pattern
    }
  }
}

/// Whose lines they are: rules of one name are one tool's.
struct Tool: Hashable {
  let number: Int
}

extension RecognitionRule {
  /// What is put at an absolute place of the screen is a tool's own display, or none.
  fileprivate func applies(at place: LinePlace) -> Bool {
    (place.isRedraw || !isRedrawn) && !(place.isPlaced && trust == .generic)
  }
}

extension String {
  /// Whether it is `word`, a path to it, or a line of shell that has it among its words.
  fileprivate func names(_ word: String) -> Bool {
    split { " ;|&()/\n\t\"'`".contains($0) }.contains { $0 == word }
  }
}
