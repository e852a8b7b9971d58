import HeadwayModel
import Testing

@testable import HeadwayMonitor

@Suite("Output as lines") struct OutputTextTests {
  private func lines(_ output: String, byteLimit: Int = 1000) -> [String] {
    var text = OutputText(byteLimit: byteLimit)
    text.append(Array(output.utf8))
    return text.lines.map { text[line: $0] }
  }

  @Test(
    "a line is as a terminal would have left it",
    arguments: [
      ("one\ntwo\n", ["one", "two"]),
      ("no end", ["no end"]),
      ("dos\r\nunix\n", ["dos", "unix"]),
      ("10%\r 50%\r100%\n", ["100%"]),
      ("long text\rab\n", ["abng text"]),
      ("long text\r\u{1B}[Kab\n", ["ab"]),
      ("abc\u{1B}[2Kd\n", ["   d"]),
      ("abc\u{8}\u{8}X\n", ["aXc"]),
      ("a\tb\n", ["a       b"]),
      ("\u{1B}[1;31mred\u{1B}[0m on\n", ["red on"]),
      ("\u{1B}]0;title\u{7}text\n", ["text"]),
      ("写真 é\r写\n", ["写真 é"]),
      ("padded   \n", ["padded"]),
      ("\n\n", ["", ""]),
    ])
  func shape(output: String, expected: [String]) { #expect(lines(output) == expected) }

  @Test("it keeps its looks, on the line after too, and what is drawn over takes its own")
  func looks() {
    var text = OutputText(byteLimit: 1000)
    text.append(Array("a\u{1B}[31mé\nb\u{1B}[0mc  \nplain\n\u{1B}[1mxy\r\u{1B}[mz".utf8))
    func looks(_ line: Int) -> [String] {
      text.stretches(line: line).map {
        "\($0.end) \($0.rendition.paletteIndex ?? 99) \($0.rendition.attributes.rawValue)"
      }
    }
    #expect(looks(0) == ["1 99 0", "3 1 0"])
    #expect(looks(1) == ["1 1 0", "2 99 0"])
    #expect(looks(2).isEmpty && looks(9).isEmpty)
    #expect(looks(3) == ["1 99 0", "2 99 1"])
  }

  @Test("looks take room too, and go with their lines")
  func limitOfLooks() {
    var text = OutputText(byteLimit: 10_000)
    let line = Array("\u{1B}[31ma\u{1B}[32mb\u{1B}[33mc\u{1B}[0m\n".utf8)
    for _ in 0..<1000 { text.append(line) }
    #expect(text.isCut && text.lines.count < 300, "\(text.lines.count)")
    #expect(text.lines.allSatisfy { text.stretches(line: $0).count == 3 })
    #expect(text.stretches(line: 0).isEmpty)
  }

  @Test("however it is cut, it is the same")
  func cuts() {
    let output = Array("a\u{1B}[31mé写\u{1B}[Kx\r9\n\tb\u{8}c\n\u{1B}]0;t\u{1B}\\end".utf8)
    var whole = OutputText(byteLimit: 1000)
    whole.append(output)
    for place in output.indices {
      var text = OutputText(byteLimit: 1000)
      text.append(output[..<place])
      text.append(output[place...])
      #expect(text.lines.map { text[line: $0] } == whole.lines.map { whole[line: $0] })
      #expect(
        text.lines.map { text.stretches(line: $0) } == whole.lines.map { whole.stretches(line: $0) }
      )
    }
  }

  @Test("the oldest go, and the numbers stay")
  func limit() {
    var text = OutputText(byteLimit: 300)
    for number in 0..<1000 { text.append(Array("line \(number)\n".utf8)) }
    #expect(text.isCut && text.lines.upperBound == 1000 && text.lines.count < 25)
    #expect(text[line: 999] == "line 999")
    #expect(text[line: text.lines.lowerBound] == "line \(text.lines.lowerBound)")
    #expect(text[line: 0].isEmpty && text[line: 1000].isEmpty)
  }

  @Test("a line without an end, and any bytes, take no more room than that")
  func noise() {
    var text = OutputText(byteLimit: 1 << 16)
    text.append(Array(repeating: UInt8(ascii: "x"), count: 1 << 20))
    #expect(text[line: 0].utf8.count == 1 << 14)
    for step in 1..<200 {
      text.append((0..<500).map { UInt8(truncatingIfNeeded: $0 * $0 * step + $0 / 3) })
    }
    let all = text.lines.map { text[line: $0] }.joined()
    #expect(all.utf8.count <= 1 << 17)
    #expect(all.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
  }

  @Test("lines that are empty take room too")
  func emptyLines() {
    var text = OutputText(byteLimit: 8000)
    for _ in 0..<100 { text.append(Array(repeating: UInt8(ascii: "\n"), count: 1000)) }
    #expect(text.lines.count <= 1250 + 125 + 1000 && text.isCut)
    #expect(text.lines.upperBound == 100_000)
  }

  @Test("the last lines that say something")
  func last() {
    var text = OutputText(byteLimit: 1000)
    text.append(Array("a\n\nb\n  \nc".utf8))
    #expect(text.last(2).map { $0.map(\.text).joined() } == ["b", "c"])
    #expect(text.last(9).map { $0.map(\.text).joined() } == ["a", "b", "c"])
  }
}
