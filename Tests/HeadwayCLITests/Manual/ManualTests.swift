import ArgumentParser
import Testing

@testable import headway

@Suite struct ManualTests {
  private static let manual = Manual(dump: HeadwayCommand._dumpHelp())
  private static let commands = CommandExamplesTests.commands

  private func page(_ words: [String]) throws -> ManualPage {
    try #require(Self.manual?.page(of: words))
  }

  /// The lines of a section, without its heading.
  private func section(_ title: String, _ words: [String]) throws -> [Substring] {
    let lines = try page(words).text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex(of: ".Sh \(title)"), "\(words) \(title)")
    return Array(lines[(start + 1)...].prefix { !$0.hasPrefix(".Sh ") })
  }

  @Test("there is a page for each command and subcommand")
  func names() throws {
    let names = Set((Self.manual?.pages ?? []).map(\.name))
    for name in [
      "headway", "headway-run", "headway-hub", "headway-hub-start", "headway-tmux-setup",
    ] {
      #expect(names.contains(name))
    }
    #expect(!names.contains("headway-help"))
    #expect(Self.manual?.page(of: ["hub", "nonsense"]) == nil)
    #expect(Self.manual?.pages.first?.fileName == "headway.1")
  }

  @Test("each page has the sections in the order of mdoc(7)", arguments: commands)
  func sections(words: [String]) throws {
    let titles = try page(words).text.matches(of: #/\n\.Sh ([A-Z ]+)/#).map { String($0.1) }
    let order = [
      "NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "KEYS", "OPTIONS", "ENVIRONMENT", "FILES",
      "EXIT STATUS", "EXAMPLES", "SEE ALSO",
    ]
    let places = titles.compactMap { order.firstIndex(of: $0) }
    #expect(
      places.count == titles.count && places == places.sorted() && Set(places).count == places.count
    )
    for title in ["NAME", "SYNOPSIS", "DESCRIPTION", "EXIT STATUS", "EXAMPLES", "SEE ALSO"] {
      #expect(try !section(title, words).isEmpty)
    }
    #expect(titles.contains("OPTIONS") || words.isEmpty)
  }

  @Test("each page is marked as Headway's, is in ASCII, and has short lines", arguments: commands)
  func lines(words: [String]) throws {
    let text = try page(words).text
    #expect(PageMark.isOn(text))
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
    for line in text.split(separator: "\n") {
      #expect(!line.hasPrefix("'") && !line.hasSuffix(" "))
      #expect(line.utf8.count <= 110, "\(line)")
    }
  }

  @Test("each option stands in the synopsis and in the list of options")
  func options() throws {
    #expect(try section("SYNOPSIS", ["submit"]).contains(".Op Fl Fl needs Ar resource[=n] ..."))
    #expect(try section("OPTIONS", ["submit"]).contains(".It Fl Fl needs Ar resource[=n]"))
    #expect(try section("OPTIONS", ["logs"]).contains(#".It Fl f , Fl Fl follow"#))
    #expect(try section("OPTIONS", ["status"]).contains("Default: plain."))
  }

  @Test("the summary is part of a sentence")
  func summary() throws {
    #expect(
      try page(["hub", "start"]).text.contains("\n.Nm headway\\-hub\\-start\n.Nd start the "))
    #expect(try page([]).text.contains("\n.Nm headway\n.Nd Live Activities for "))
  }

  @Test("the exit statuses of a command are complete and different", arguments: commands)
  func exits(words: [String]) throws {
    let exits = CommandExits.of(words).map(\.status)
    #expect(Set(exits).count == exits.count)
    #expect(exits.contains("0") || exits.contains("N"))
    #expect(exits.contains("64"))
    for exit in CommandExits.of(words) { #expect(exit.meaning.hasSuffix(".")) }
    let hasSubcommands = Self.commands.contains {
      $0.count == words.count + 1 && $0.starts(with: words)
    }
    #expect(hasSubcommands || CommandExits.names.contains(words.joined(separator: " ")))
  }

  @Test("headway(1) has every exit status of the program")
  func exitTable() {
    let all = ["0", "1", "64", "65", "69", "70", "74", "75", "77", "130", "128+N"]
    #expect(Set(all).isSubset(of: CommandExits.of([]).map(\.status)))
  }

  @Test("related pages exist, and each once", arguments: commands)
  func related(words: [String]) throws {
    let pages = RelatedPages.of(words).pages
    #expect(!pages.isEmpty && Set(pages).count == pages.count && !pages.contains(words))
    for page in pages { #expect(Self.commands.contains(page), "\(page)") }
  }

  @Test("headway(1) refers to the page of each command and to each help topic")
  func overview() throws {
    let commands = try section("COMMANDS", [])
    for words in Self.commands where words.count == 1 {
      #expect(commands.contains(".It Xr headway\\-\(words[0]) 1"))
    }
    let topics = try section("SEE ALSO", []).joined(separator: "\n")
    for topic in HelpTopic.allCases {
      #expect(topics.contains(".Ic headway help \(ManualText.escaped(topic.rawValue))"))
    }
  }
}
