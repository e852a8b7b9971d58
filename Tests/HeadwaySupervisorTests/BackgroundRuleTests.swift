import Testing

@testable import HeadwaySupervisor

@Suite("Priority in the background") struct BackgroundRuleTests {
  @Test("it begins with the loss of a terminal and ends with somebody attached")
  func itBeginsWithTheLossOfATerminalAndEndsWithSomebodyAttached() {
    var rule = BackgroundRule()
    let changes = [
      rule.note(hasTerminal: true, isDriven: false), rule.note(hasTerminal: false, isDriven: false),
      rule.note(hasTerminal: false, isDriven: false), rule.note(hasTerminal: false, isDriven: true),
      rule.note(hasTerminal: false, isDriven: false),
    ]
    #expect(changes == [false, true, false, true, true])
    #expect(rule.isBackground)
  }

  @Test("it stands back while somebody looks at it")
  func itStandsBackWhileSomebodyLooksAtIt() {
    var rule = BackgroundRule()
    _ = rule.note(hasTerminal: true, isDriven: false)
    let changes = [true, false, true].map {
      rule.note(hasTerminal: false, isDriven: false, isSelected: $0)
    }
    #expect(changes == [false, true, true] && !rule.isBackground)
  }

  @Test("what never had a terminal runs as it was started")
  func whatNeverHadATerminalRunsAsItWasStarted() {
    var rule = BackgroundRule()
    let hasChanged = rule.note(hasTerminal: false, isDriven: false)
    #expect(!hasChanged && !rule.isBackground)
  }
}
