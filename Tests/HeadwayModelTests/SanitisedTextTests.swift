import HeadwayModel
import SeededRandomness
import Testing

@Suite struct SanitisedTextTests {
  static let forbidden: [ClosedRange<UInt32>] = [
    0x00...0x08, 0x0E...0x1F, 0x7F...0x84, 0x86...0x9F, 0x61C...0x61C, 0xAD...0xAD,
    0x180E...0x180E, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x206F,
    0x3164...0x3164, 0xFE00...0xFE0F, 0xFEFF...0xFEFF, 0xFFF9...0xFFFB, 0xFFFE...0xFFFF,
    0xE000...0xE0FF, 0xE0000...0xE007F, 0xE0100...0xE01EF,
  ]

  @Test("forbidden scalars vanish", arguments: forbidden)
  func forbiddenScalarsVanish(_ range: ClosedRange<UInt32>) {
    for scalar in range.compactMap(Unicode.Scalar.init) {
      #expect(sanitised("a\(scalar)b") == "ab", "U+\(String(scalar.value, radix: 16))")
    }
  }

  @Test(
    "breaks become one space",
    arguments: [0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029].compactMap(Unicode.Scalar.init))
  func breaksBecomeOneSpace(_ scalar: Unicode.Scalar) {
    #expect(sanitised("a\(scalar)b") == "a b")
    #expect(sanitised("\(scalar)a\(scalar)\(scalar)b\(scalar)") == "a b")
  }

  @Test(
    "the examples are sanitised as documented",
    arguments: [
      ("\u{1B}]0;pwned\u{7}", "]0;pwned"), ("\u{1B}[2J#(rm)", "[2J#(rm)"),
      ("plain; text", "plain; text"),
      ("\u{9B}31m", "31m"), ("", ""), ("\u{0}", ""), ("   ", ""), ("日本語", "日本語"), ("é", "é"),
      ("👨‍👩‍👧", "👨‍👩‍👧"), ("🇩🇪", "🇩🇪"), ("\u{301}x", "x"), ("\u{903}x", "x"),
      ("a \u{1064}", "a \u{1064}"),
    ])
  func examples(_ raw: String, _ expected: String) {
    #expect(sanitised(raw) == expected)
  }

  @Test(
    "joiners that join stay",
    arguments: [
      "می\u{200C}خواهم", "क्\u{200D}ष", "👩🏽\u{200D}🚀", "🏴\u{200D}☠", "ക്\u{200D}യ",
    ])
  func joinersThatJoinStay(_ text: String) {
    #expect(sanitised(text) == text)
    #expect(sanitised("\u{200D}\(text)\u{200C}") == text)
    #expect(sanitised(sanitised(text)) == text)
  }

  @Test(
    "scalars that could harm a terminal vanish",
    arguments: [
      ("a\u{200D}b", "ab"), ("1\u{200D}2", "12"), ("👩\u{200C}🚀", "👩🚀"), ("م\u{200C} م", "م م"),
      ("م \u{200C}م", "م م"), ("👩\u{200D}\u{200D}🚀", "👩\u{200D}🚀"), ("👩\u{200D}a", "👩a"),
      ("👩\u{200D}\u{202E}🚀", "👩\u{200D}🚀"), ("日\u{200D}本", "日本"), ("\u{200D}", ""),
    ])
  func othersVanish(_ raw: String, _ expected: String) {
    #expect(sanitised(raw) == expected)
  }

  @Test("a joiner never ends a full text")
  func aJoinerNeverEndsAFullText() {
    for count in 500...520 {
      let text = SanitisedText(String(repeating: "a", count: count) + "👩\u{200D}🚀").string
      #expect(text.unicodeScalars.last != "\u{200D}")
      #expect(text.utf8.count <= 512)
    }
  }

  @Test("ten thousand combining marks are four")
  func tenThousandCombiningMarksAreFour() {
    let raw = "a" + String(repeating: "\u{301}", count: 10_000) + "b"
    let text = SanitisedText(raw).string
    #expect(text.unicodeScalars.count == 6)
    #expect(text.last == "b")
  }

  @Test(
    "a text is cut off at its limits",
    arguments: ["a", "é", "語", "👍", "e\u{301}\u{302}", "🇩", "ᄒ", " ", "a\n", "a\u{1064}"])
  func limitsHold(_ piece: String) {
    let raw = String(repeating: piece, count: 3000)
    for limit in [TextLimit.title, .line, .identifier] {
      let text = SanitisedText(raw, limit: limit).string
      #expect(text.utf8.count <= limit.byteLimit)
      #expect(text.count <= limit.clusterLimit)
    }
  }

  @Test("sanitising twice changes nothing")
  func sanitisingTwiceChangesNothing() {
    var generator = SplitMix(seed: 7)
    for _ in 0..<500 {
      let scalars = (0..<300).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0...0x3_0000, using: &generator))
      }
      let once = SanitisedText(String(String.UnicodeScalarView(scalars)))
      #expect(SanitisedText(once.string) == once)
    }
  }

  private func sanitised(_ raw: String) -> String { SanitisedText(raw).string }
}
