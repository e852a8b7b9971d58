import HeadwayModel
import Testing

@testable import HeadwayRecognition

/// Rules of the user's own.
@Suite struct OwnRuleTests {
  private func percents(_ pattern: String, _ text: String) throws -> [Int?] {
    let rule = try RecognitionRule(named: "sheep", pattern: pattern)
    var shown = TaskProgress()
    return readings(of: [Array(text.utf8)], rules: [rule]).map {
      _ = shown.apply($0.reading)
      return shown.fraction.map(wholePercent)
    }
  }

  @Test("groups say what is read")
  func groupsSayWhatIsRead() throws {
    let counts = #"^sheep (?<completed>\d+) of (?<total>\d+)"#
    #expect(try percents(counts, "sheep 3 of 12\n") == [25])
    #expect(try percents(#"at (?<percent>[\d.]+)$"#, "at 12.5\n") == [12])
    #expect(try percents(#"^(?<fraction>0\.\d+) done"#, "0.75 done\n") == [75])
    #expect(
      try percents(#"(?<completed>\S+) of (?<total>\S+) sent"#, "1MiB of 4MiB sent\n") == [25])
  }

  @Test("they go before the built in ones")
  func theyGoBeforeTheBuiltInOnes() throws {
    let pattern = #"^\[(?<completed>\d+)/\d+\] of (?<total>\d+)"#
    #expect(try percents(pattern, "[1/2] of 10\n") == [10])
  }

  @Test("what a group is called has a meaning")
  func whatAGroupIsCalledHasAMeaning() throws {
    let error = PatternError.strangeGroup("tot")
    #expect(throws: error) {
      try RecognitionRule(named: "x", pattern: #"(?<completed>\d+) of (?<tot>\d+)"#)
    }
    #expect("\(error)".contains("group tot;") && "\(error)".contains("total"))
    #expect(try percents(#"^(?<_a>.) (?<percent>\d+) \k<_a>"#, "a 5 a\n") == [5])
  }

  @Test(
    "what is no rule is refused",
    arguments: ["(", "(?<percent", "sheep", #"(?<flock>\d+)"#, "", #"(*UTF)(?<percent>\d+)"#])
  func whatIsNoRuleIsRefused(_ pattern: String) {
    #expect(throws: PatternError.self) { try RecognitionRule(named: "x", pattern: pattern) }
  }

  /// Catastrophic backtracking ends at the limit of steps, and the line isn't read.
  @Test("a match is bounded")
  func aMatchIsBounded() throws {
    let line = String(repeating: "a", count: 3000) + "\n"
    #expect(try percents(#"^(a+)+(?<percent>\d+)$"#, String(repeating: line, count: 20)) == [nil])
  }

  @Test("an expression without machine code matches too")
  func anExpressionWithoutMachineCodeMatchesToo() throws {
    #expect(try percents(#"(*NO_JIT)^at (?<percent>\d+)$"#, "at 12\n") == [12])
  }

  @Test("a group that is no number is no reading")
  func aGroupThatIsNoNumberIsNoReading() throws {
    #expect(try percents(#"^(?<percent>.*) done"#, "nothing done\n101 done\n") == [nil])
  }
}
