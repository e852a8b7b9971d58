import HeadwayModel
import SeededRandomness
import Testing

@Suite("Output as plain lines") struct PlainOutputTests {
  private func pass(_ bytes: [UInt8]) -> [UInt8] {
    var output = PlainOutput()
    let lines = output.pass(bytes)
    return lines + output.finish()
  }

  private func pass(_ text: String) -> String {
    String(decoding: pass(Array(text.utf8)), as: UTF8.self)
  }

  @Test("text, tabs, spaces at the end and form feeds stay")
  func stays() {
    let text = "準備 e\u{301}\tdone  \n\n a\u{C}b\nno end"
    #expect(pass(text) == text)
  }

  @Test(
    "what only a terminal needs goes",
    arguments: [
      ("two\r\n", "two\n"), ("\u{1B}[1;31mred\u{1B}[0m\r\n", "red\n"),
      ("a\u{1B}]0;title\u{7}b\n", "ab\n"), ("a\u{1B}]8;;http://x\u{1B}\\b\n", "ab\n"),
      ("a\u{1B}Pq#0\u{1B}\\b", "ab"), ("a\u{1B}(Bb\u{7}", "ab"), ("a\u{1B}[2J\u{1B}[Hb", "ab"),
      ("a\u{1B}]0;open\nb\n", "a\nb\n"), ("a\u{1B}[12\nb", "a\nb"),
    ])
  func goes(_ text: String, _ expected: String) { #expect(pass(text) == expected) }

  @Test(
    "what a program draws over is gone",
    arguments: [
      ("10%\r20%\r100%\r\n", "100%\n"), ("working\r\u{1B}[Kdone\n", "done\n"),
      ("- Building\r\\ \r| \n", "| Building\n"), ("aあb\rcいd\n", "cいd\n"),
      ("abc\u{8}\u{8}X\n", "aXc\n"), ("abc\u{1B}[2K\rX\n", "X\n"), ("abcd\u{1B}[2DX\n", "abXd\n"),
      ("ab\u{1B}[5GX\n", "ab  X\n"), ("abc\u{1B}[1KX\n", "   X\n"),
    ])
  func drawnOver(_ text: String, _ expected: String) { #expect(pass(text) == expected) }

  @Test("bytes that aren't UTF-8 stay")
  func notText() {
    #expect(pass([0x61, 0xFF, 0xC3, 0x0A]) == [0x61, 0xFF, 0xC3, 0x0A])
    #expect(pass([0xE3, 0x81, 0x0A]) == [0xE3, 0x81, 0x0A])
    #expect(pass([0x80, 0x80, 0x80, 0x80, 0x80]) == [0x80, 0x80, 0x80, 0x80, 0x80])
  }

  @Test("a line of any length comes out whole")
  func longLine() {
    let long = String(repeating: "x", count: 200_000) + "\n"
    #expect(pass(long) == long)
  }

  @Test("a jump to the right can't make a line long")
  func boundedJump() {
    let jumps = String(repeating: "\u{1B}[9999C", count: 100_000) + "x\n"
    #expect(pass(jumps).utf8.count <= 1 << 17)
  }

  @Test("the cuts of the input make no difference", arguments: 0..<50)
  func cuts(_ seed: UInt64) {
    var random = SplitMix(seed: seed)
    let pieces = [
      "あ", "x", "\r", "\n", "\u{1B}", "[", "K", "2", "]", "\u{7}", "\u{8}", "\\", "é", "P",
    ]
    let bytes = (0..<300).flatMap { _ in Array(pieces.randomElement(using: &random)!.utf8) }
    var output = PlainOutput()
    var passed: [UInt8] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Int.random(in: 1...7, using: &random)
      passed += output.pass(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    #expect(passed + output.finish() == pass(bytes))
  }
}
