import HeadwayRecognition
import Testing

@Suite("Between characters and sequences") struct EscapeTrackerTests {
  private func consume(_ text: some Sequence<UInt8>, _ tracker: inout EscapeTracker) {
    Array(text).withUnsafeBytes { tracker.consume($0) }
  }

  /// After which bytes of `text`, counted from 1, it is at rest; byte by byte.
  private func rests(_ text: String) -> [Int] {
    var tracker = EscapeTracker()
    return Array(text.utf8).enumerated().compactMap { index, byte in
      consume([byte], &tracker)
      return tracker.isAtRest ? index + 1 : nil
    }
  }

  @Test(
    "cuts are found only between whole characters and sequences",
    arguments: [
      ("ab", [1, 2]), ("é€", [2, 5]), ("a\u{1F600}b", [1, 5, 6]), ("\u{1B}[31mx", [5, 6]),
      ("\u{1B}]0;title\u{7}x", [10, 11]), ("\u{1B}]0;t\u{1B}\\x", [7, 8]),
      ("\u{1B}P1$r\u{7}q\u{1B}\\", [9]), ("\u{1B}(B-", [3, 4]), ("\u{1B}7", [2]),
      ("\u{1B}[3\u{18}x", [4, 5]), ("\u{1B}\u{1B}[m", [4]), ("\u{1B}[?2026h\n", [8, 9]),
    ] as [(String, [Int])])
  func rests(text: String, expected: [Int]) {
    #expect(rests(text) == expected)
  }

  @Test("it doesn't matter how the output is split, and half a character may never be completed")
  func splits() {
    let text = Array("né \u{1B}[1mü\u{1B}]9;4;1;50\u{1B}\\日本\u{1B}]8;;x\u{7}".utf8) + [0xE2, 0x41]
    for first in 0...text.count {
      for second in first...text.count {
        var (cut, whole) = (EscapeTracker(), EscapeTracker())
        consume(text[..<first], &cut)
        consume(text[first..<second], &cut)
        consume(text[..<second], &whole)
        #expect(cut.isAtRest == whole.isAtRest, "\(first) \(second)")
        #expect(cut.hasProgressCommand == whole.hasProgressCommand)
      }
    }
  }

  @Test(
    "progress commands of the terminal are read",
    arguments: [
      ("\u{1B}]9;4;1;50\u{7}", true), ("\u{1B}]9;4;", true), ("\u{1B}]9;9;4;1\u{7}", false),
      ("]9;4;1;50", false), ("\u{1B}]99;4;1\u{7}", false), ("\u{1B}]9;5\u{7}\u{1B}]9;4;0", true),
    ])
  func progressCommands(text: String, expected: Bool) {
    var tracker = EscapeTracker()
    consume(text.utf8, &tracker)
    #expect(tracker.hasProgressCommand == expected)
  }
}
