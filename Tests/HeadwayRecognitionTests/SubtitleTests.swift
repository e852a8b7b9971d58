import HeadwayCore
import Testing

@testable import HeadwayRecognition

@Suite struct SubtitleTests {
  @Test func theLastMeaningfulLine() {
    #expect(subtitle(of: "first\nCompiling main.c\n-----\n") == "Compiling main.c")
    #expect(subtitle(of: "\r[###   ]\r 56 8192k\r━━━╸━━━\r") == nil)
    #expect(subtitle(of: "日本\n") == "日本")
    #expect(subtitle(of: "not ended") == nil)
  }

  @Test func itIsSanitised() {
    #expect(subtitle(of: "\u{1B}[31mred\u{1B}[0m\u{202E}text\u{7F}\n") == "redtext")
    #expect(subtitle(of: Array("bad ".utf8) + [0xFF, 0x0A]) == nil)
  }

  @Test func itIsGivenOnlyWhenItChanged() {
    let seen = readings(of: ["one\n", "one\n", "two\n", "--\n"].map { Array($0.utf8) })
    #expect(seen.map(\.subtitle) == ["one", "two"])
    #expect(seen.allSatisfy { $0.reading == ProgressReading() })
  }

  private func subtitle(of text: String) -> SanitisedText? { subtitle(of: Array(text.utf8)) }

  private func subtitle(of bytes: [UInt8]) -> SanitisedText? {
    readings(of: [bytes]).last?.subtitle
  }
}
