import HeadwayMonitor
import Testing

@Suite("Looks and keys of a person's own") struct MonitorPreferencesTests {
  @Test("own looks replace those of the theme, and the other looks stay")
  func looks() throws {
    let own = try MonitorPreferences(styles: ["attention": "bold #ffaf00"], keys: [:])
    let theme = own.applied(to: .dark)
    #expect(theme[.attention] == Look(.bold, Colour(hex: 0xFFAF00)))
    #expect(theme[.failure] == Theme.dark[.failure])
  }

  @Test("an action has the keys that were named for it")
  func keys() throws {
    let own = try MonitorPreferences(
      styles: [:], keys: ["cancel": ["d"], "quit": ["Q", "Ctrl-X"]])
    #expect(own.keys == [.cancel: [.character("d")], .quit: [.character("Q"), .control("x")]])
  }

  @Test(
    "a fault is named with its section, its name and what to write instead",
    arguments: [
      (["attention": "bold pink"], [:], "[style] attention isn't understood; write it like", false),
      (["pink": "bold"], [:], "unknown key \"pink\" in [style]; use one of plain,", true),
      ([:], ["cancel": ["dd"]], "[keys] cancel isn't understood; write it like", false),
      ([:], ["cancel": []], "[keys] cancel isn't understood", false),
      ([:], ["explode": ["d"]], "unknown key \"explode\" in [keys]; use one of", true),
      ([:], ["cancel": ["d"], "stop": ["n", "d"]], "[keys] stop has a key of cancel", false),
    ] as [([String: String], [String: [String]], String, Bool)])
  func faults(
    styles: [String: String], keys: [String: [String]], message: String, isUnknown: Bool
  ) {
    let error = #expect(throws: PreferenceError.self) {
      try MonitorPreferences(styles: styles, keys: keys)
    }
    #expect(error?.message.hasPrefix(message) == true, "\(String(describing: error))")
    #expect(error?.isUnknown == isUnknown)
  }

  @Test("a name that would harm a terminal is made harmless in the message")
  func hostileName() {
    let error = #expect(throws: PreferenceError.self) {
      try MonitorPreferences(styles: ["\u{1B}[2J": "bold"], keys: [:])
    }
    #expect(error?.message.contains("\u{1B}") == false)
  }
}
