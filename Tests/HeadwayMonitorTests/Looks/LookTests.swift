import HeadwayModel
import HeadwayMonitor
import Testing

@Suite("How text looks") struct LookTests {
  @Test(
    "a look is written in words",
    arguments: [
      ("bold yellow", Look(.bold, .palette(3))), ("#ffaf00", Look([], Colour(hex: 0xFFAF00))),
      ("dim", Look(.dim)), ("bright-red underline bold", Look([.underline, .bold], .palette(9))),
      ("245", Look([], .palette(245))), ("plain", Look()), ("default reverse", Look(.reverse)),
    ])
  func words(text: String, look: Look) { #expect(Look(text) == look) }

  @Test(
    "anything else is none",
    arguments: [
      "", " ", "yelow", "256", "-1", "#ffaf0", "#ffaf000", "#+faf00", "#-00000", "red blue",
      "bright-", "BOLD",
    ])
  func none(text: String) { #expect(Look(text) == nil) }

  @Test("a terminal draws the nearest colour that it has")
  func nearest() {
    let orange = Colour(hex: 0xFFAF00)
    #expect(orange.number(among: 1 << 24) == 0xFFAF00)
    #expect(orange.number(among: 256) == 214)
    #expect(orange.number(among: 16) == 3 && orange.number(among: 8) == 3)
    #expect(orange.number(among: 2) == nil && orange.number(among: 0) == nil)
    #expect(Colour(hex: 0x000001).number(among: 1 << 24) == 8)
    #expect(Colour(hex: 0x808080).number(among: 256) == 244)
    #expect(Colour.palette(11).number(among: 256) == 11)
    #expect(Colour.palette(11).number(among: 8) == 3)
    #expect(Colour.palette(214).number(among: 16) == 3)
    #expect(Colour.palette(2).number(among: 1 << 24) == 2)
    #expect(Colour.standard.number(among: 256) == nil)
  }

  @Test(
    "every theme tells what needs a person from what doesn't, without colour too",
    arguments: [Theme.terminal, .dark, .light, .highContrast, .mono])
  func themes(theme: Theme) {
    #expect(theme[.attention].attributes.contains(.bold))
    #expect(theme[.prompt].attributes.contains(.reverse))
    #expect(theme[.attention] != theme[.plain] && theme[.keyName] != theme[.plain])
    if theme == .mono {
      #expect(StyleRole.allCases.allSatisfy { theme[$0].colour == .standard })
    }
  }

  @Test(
    "keys are written as the help has them",
    arguments: [
      ("d", Key.character("d")), ("D", .character("D")), ("Space", .character(" ")),
      ("Ctrl-X", .control("x")), ("ctrl-x", .control("x")), ("PgDn", .pageDown),
      ("写", .character("写")),
    ])
  func keys(text: String, key: Key) { #expect(Key(text) == key) }

  @Test(
    "what no terminal sends is no key",
    arguments: [
      "", "dd", "Ctrl-", "Ctrl-i", "Ctrl-M", "Ctrl-1", "F1", " ", "\t", "\u{301}", "Shift-a",
    ])
  func noKeys(text: String) { #expect(Key(text) == nil) }
}
