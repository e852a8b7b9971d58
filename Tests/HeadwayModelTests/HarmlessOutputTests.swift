import HeadwayModel
import SeededRandomness
import Testing

@Suite("Output made harmless") struct HarmlessOutputTests {
  private func pass(_ text: String) -> String { pass(Array(text.utf8)) }

  private func pass(_ bytes: [UInt8]) -> String {
    var output = HarmlessOutput()
    return String(decoding: output.pass(bytes), as: UTF8.self)
  }

  @Test("text, line ends, colours and the clearing of a line stay")
  func stays() {
    let text = "準備 e\u{301}\tdone\r\n\u{1B}[1;38:5:2mgreen\u{1B}[0m\r 50%\u{1B}[K\u{8}\u{8}\n"
    #expect(pass(text) == text)
  }

  @Test(
    "what does more than draw goes",
    arguments: [
      ("a\u{1B}]0;title\u{7}b", "ab"), ("a\u{1B}]52;c;Zm9v\u{1B}\\b", "ab"),
      ("a\u{1B}[2J\u{1B}[Hb", "ab"), ("a\u{1B}[?1049hb", "ab"), ("a\u{1B}Pq#0\u{1B}\\b", "ab"),
      ("a\u{1B}cb", "ab"), ("a\u{1B}(0b", "ab"), ("a\u{7}\u{5}\u{E}b", "ab"),
      ("a\u{9B}31mb", "a31mb"), ("a\u{202E}b\u{200B}c", "abc"), ("a\u{1B}[>4;1mb", "ab"),
      ("a\u{1B}[12\nb", "a\nb"), ("a\u{1B}\u{1B}[31mb", "a\u{1B}[31mb"),
    ])
  func goes(_ text: String, _ expected: String) { #expect(pass(text) == expected) }

  @Test("what isn't UTF-8 is shown as such")
  func notText() {
    #expect(pass([0x61, 0xFF, 0x62]) == "a\u{FFFD}b")
    #expect(pass([0xE6, 0x97, 0x0A]) == "\u{FFFD}\n")
    #expect(pass([0xC0, 0xAF]) == "\u{FFFD}\u{FFFD}")
  }

  @Test("colours are given back at the end, where there were any")
  func closing() {
    var output = HarmlessOutput()
    _ = output.pass(Array("plain".utf8))
    #expect(output.closing.isEmpty)
    _ = output.pass(Array("\u{1B}[31mred".utf8))
    #expect(String(decoding: output.closing, as: UTF8.self) == "\u{1B}[0m")
  }

  @Test("however it is cut, and whatever it is", arguments: 0..<50)
  func anyBytes(seed: UInt64) {
    var generator = SplitMix(seed: seed)
    let alphabet: [UInt8] = Array("\u{1B}[]\\;?m01KP\n\r準\u{7}".utf8) + [0x9B, 0xFF, 0x00]
    let bytes = (0..<400).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
    var pieces = HarmlessOutput()
    var passed: [UInt8] = []
    for byte in bytes { passed += pieces.pass([byte]) }
    #expect(String(decoding: passed, as: UTF8.self) == pass(bytes))
    var again = HarmlessOutput()
    #expect(again.pass(passed) == passed)
    let isHarmless = passed.allSatisfy { $0 >= 0x20 || [0x1B, 0x0A, 0x0D].contains($0) }
    #expect(isHarmless)
  }
}
