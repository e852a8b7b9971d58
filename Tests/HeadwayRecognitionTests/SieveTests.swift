import RecordedProgress
import Testing

@testable import HeadwayRecognition

/// What is asked of lines before expressions are.
@Suite struct SieveTests {
  @Test("no rule is kept from a line that it matches", arguments: RecognitionRule.table.indices)
  func noRuleIsKeptFromALineThatItMatches(_ place: Int) throws {
    let rule = RecognitionRule.table[place]
    let pattern = try Pattern(rule.pattern)
    let index = RuleIndex([rule])
    for line in Self.lines
    where line.withUnsafeBufferPointer({ pattern.matcher.matches($0, from: 0) }) {
      let shape = try shape(of: line)
      let marks = LineMarks(shape, LinePlace(isRedraw: true))
      let isMet = index.slots(shape.first).contains { index[$0].isMet(by: shape, marks) }
      #expect(isMet, "\(String(decoding: line, as: UTF8.self))")
    }
  }

  /// Of all recordings with progress.
  private static let lines: Set<[UInt8]> = Set(
    RecordingFolder.progress.names.compactMap { try? RecordingFolder.progress.recording($0) }
      .flatMap { $0.events.flatMap(\.output).split { $0 < 0x20 }.map(Array.init) })

  @Test("every tool has lines to ask for")
  func everyToolHasLinesToAskFor() { #expect(Self.lines.count > 1000) }

  @Test(
    "a count is a slash between digits",
    arguments: [
      ("1/2", true), ("of 31/40 (", true), ("1234567/8", true), ("a/1 2/b 3 / 4", false),
      ("12/", false), ("/12", false), ("http://1.2.3.4/5", true), ("aaaaaaaaaaaaa1/2", true),
    ])
  func aCountIsASlashBetweenDigits(_ text: String, _ isCount: Bool) throws {
    for blanks in 0..<9 {
      let line = Array((String(repeating: " ", count: blanks) + text).utf8)
      let hasCount = try shape(of: line).hasCount
      #expect(hasCount == isCount)
    }
  }

  @Test(
    "a count in words is at the beginning",
    arguments: [
      ("Step 3 of 20", true), ("Step 3 of 20: go", true), ("x 11 of 2", true),
      ("Step 3 of ", false),
      ("Step 3 off 2", false), ("Step of 20", false), ("3 of 20", false), ("Step  3 of 20", false),
      ("Step 3 of x", false), ("Step", false), ("Step ", false), ("Step 3", false),
    ])
  func aCountInWordsIsAtTheBeginning(_ text: String, _ counts: Bool) throws {
    for blanks in 0..<3 {
      let line = Array((String(repeating: " ", count: blanks) + text).utf8)
      let countsInWords = try shape(of: line).countsInWords
      #expect(countsInWords == counts)
    }
  }

  @Test("numbers end where something else stands")
  func numbersEndWhereSomethingElseStands() throws {
    let heads: [(String, ByteSet)] = [
      ("  1,234.5 kB", " "), ("42%", "%"), ("7", ""), ("2026-11-22", "-"), ("x 1", ""),
    ]
    for (text, behind) in heads {
      let shape = try shape(of: Array(text.utf8))
      #expect(shape.behindNumber == behind, "\(text)")
    }
  }

  @Test("a set has every byte of its line", arguments: 1..<20)
  func aSetHasEveryByteOfItsLine(_ length: Int) {
    for byte in UInt8.min...UInt8.max {
      for index in 0..<length {
        var line = [UInt8](repeating: UInt8(ascii: " "), count: length)
        line[index] = byte
        let isIn = ByteSet(byte).isSubset(of: ByteSet(line.span))
        #expect(isIn)
      }
    }
    let dots = [UInt8](repeating: UInt8(ascii: "."), count: length)
    let hasPercent = ByteSet("%").isSubset(of: ByteSet(dots.span))
    #expect(!hasPercent)
  }

  @Test("each of eight bytes is judged by itself")
  func eachOfEightBytesIsJudgedByItself() {
    for byte in UInt8.min...UInt8.max {
      for index in 0..<8 {
        for neighbour in [0x00, 0x7F, 0xFF] as [UInt8] {
          var bytes = [UInt8](repeating: neighbour, count: 8)
          bytes[index] = byte
          let eight = EightBytes(bytes.span.bytes, at: 0)
          let mark = UInt64(0x80) << (index * 8)
          let kinds = [eight.letters, eight.controls, eight.foreign].map { $0 & mark != 0 }
          #expect(kinds == [byte.isLetter, byte < 0x20 && byte != 0x09, byte >= 0x80])
        }
      }
    }
  }

  @Test(
    "a word is two letters or a foreign one",
    arguments: [
      ("12:30:45 1234 ab", true), ("12:30:45 1a2b3c4d5e", false), ("é", true), ("━━━ 1 ⠋", false),
      ("1234567ab", true), ("k", false), ("123456789012345 Zz", true),
    ])
  func aWordIsTwoLettersOrAForeignOne(_ text: String, _ isWord: Bool) {
    for blanks in 0..<9 {
      let line = Array((String(repeating: " ", count: blanks) + text).utf8)
      let hasWord = line.span.hasWord
      #expect(hasWord == isWord)
    }
  }

  private func shape(of line: [UInt8]) throws -> LineShape {
    let shape = LineShape(line.span)
    return try #require(shape)
  }
}
