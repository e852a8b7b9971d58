import Testing

@testable import HeadwayMonitor

@Suite struct CellTextTests {
  @Test(
    "the width of a text",
    arguments: [
      ("", 0), ("abc", 3), ("日本", 4), ("e\u{301}", 1), ("👍🏽", 2), ("🇩🇪", 2), ("ＡＢ", 4),
      ("\u{1112}\u{1161}\u{11AB}", 2), ("a\u{200D}b", 2), ("▕█▏░…·‖☾⧗∅", 10), ("⚠️", 1),
    ])
  func width(text: String, columns: Int) {
    #expect(cellWidth(text) == columns)
    #expect(CellClusters(text).reduce(0) { $0 + $1.width } == columns)
  }

  @Test("a cell keeps a base and four marks")
  func marks() {
    let clusters = Array(CellClusters("a" + String(repeating: "\u{301}", count: 10_000) + "b"))
    #expect(clusters.map(\.width) == [1, 1])
    #expect(clusters.first?.text.unicodeScalars.count == 5)
  }

  @Test(
    "text that doesn't fit ends in an ellipsis",
    arguments: [
      (10, "headway"), (7, "headway"), (6, "headw…"), (1, "…"), (0, ""), (-1, ""),
    ])
  func truncates(columns: Int, expected: String) {
    #expect(truncated("headway", to: columns, ellipsis: "…") == expected)
  }

  @Test("a cut never splits a wide character")
  func truncatesWide() {
    #expect(truncated("日本語", to: 4, ellipsis: "…") == "日…")
    #expect(truncated("日本語", to: 5, ellipsis: "…") == "日本…")
  }

  @Test("text is broken at spaces, a longer word in it")
  func wraps() {
    let text = "the quick brown fox"
    #expect(wrapped(text, columns: 9, lineLimit: 5, ellipsis: "…") == ["the quick", "brown fox"])
    #expect(wrapped(text, columns: 9, lineLimit: 1, ellipsis: "…") == ["the quic…"])
    #expect(wrapped("abcdefgh", columns: 3, lineLimit: 9, ellipsis: "…") == ["abc", "def", "gh"])
    #expect(wrapped("日本語", columns: 1, lineLimit: 9, ellipsis: "…") == ["…"])
    #expect(wrapped(text, columns: 0, lineLimit: 9, ellipsis: "…") == [])
  }
}
