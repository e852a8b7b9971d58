import Testing

@testable import HeadwayRecognition

/// The example that stands beside a rule in the table.
@Suite struct RuleExampleTests {
  static let rules = RecognitionRule.table.filter { $0.line != nil }

  @Test("a rule speaks for its example", arguments: rules)
  func aRuleSpeaksForItsExample(_ rule: RecognitionRule) throws {
    var line = TerminalLine()
    line.restart(at: LinePlace(isRedraw: rule.isRedrawn))
    Array(try #require(rule.line).utf8).withUnsafeBytes { line.append($0) }
    var alone = RuleBook(only: [rule])
    let ownFinding = alone.read(line)
    #expect(ownFinding != nil)
    var all = RuleBook(own: [], command: [rule.command ?? ""])
    let finding = all.read(line)
    #expect(finding.flatMap { all.name(of: $0.tool) } == rule.name)
  }
}
