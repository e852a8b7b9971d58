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

  @Test(
    "an ambiguous character takes one column or two, as the terminal has it",
    arguments: [
      ("·", 2), ("…", 2), ("○", 2), ("α", 2), ("Я", 2), ("│", 2), ("█", 2), ("°", 2), ("a", 1),
      ("░", 1), ("é", 2), ("ß", 2), ("ö", 1), ("日", 2), ("\u{301}", 0), ("✓", 1), ("\u{FFFD}", 2),
    ] as [(Unicode.Scalar, Int)])
  func ambiguous(scalar: Unicode.Scalar, columns: Int) {
    #expect(cellWidth(scalar, ambiguousIsWide: true) == columns)
    #expect(cellWidth(scalar, ambiguousIsWide: false) == (scalar == "日" ? 2 : min(columns, 1)))
  }

  @Test("no glyph for East Asian terminals is ambiguous")
  func eastAsianGlyphs() {
    let glyphs = Glyphs.eastAsian
    let marks = glyphs.marks
    let texts =
      [
        glyphs.selection, glyphs.rule, glyphs.branch, glyphs.folded, glyphs.marked,
        glyphs.separator,
        glyphs.ellipsis, glyphs.up, glyphs.down, glyphs.left, glyphs.right, marks.queued,
        marks.starting, marks.running, marks.paused, marks.suspended, marks.needsAnswer,
        marks.cancelling, marks.completed, marks.failed, marks.cancelled, marks.expired, marks.lost,
      ] + glyphs.levels
      + (glyphs.barSteps + [glyphs.barEstimated, glyphs.barStart, glyphs.barEnd]).map(\.text)
    for scalar in texts.joined().unicodeScalars {
      #expect(cellWidth(scalar, ambiguousIsWide: true) == 1, "\(scalar)")
    }
  }

  @Test(
    "Japanese is broken between its characters, not before marks that close nor behind ones that open"
  )
  func wrapsAtPunctuation() {
    #expect(
      wrapped("再起動しました。確認してください", columns: 14, lineLimit: 9, ellipsis: "…")
        == ["再起動しまし", "た。確認してく", "ださい"])
    #expect(
      wrapped("表「開始」を", columns: 4, lineLimit: 9, ellipsis: "…") == ["表", "「開", "始」", "を"])
    #expect(
      wrapped("再開: headway resume 7", columns: 14, lineLimit: 9, ellipsis: "…")
        == ["再開: headway", "resume 7"])
  }

  @Test(
    "a field keeps its caret on the screen, before a complaint and before the keys",
    arguments: [(40, 6, true), (20, 6, true), (8, 6, false), (4, 3, false), (1, 0, false)])
  func field(columns: Int, caret: Int, hasKeys: Bool) {
    let field = TypedField(mark: "/", before: "abcde", complaint: "isn't understood")
    let keys = [Span("Enter keep")]
    let line = field.line(columns: columns, ellipsis: "...", right: keys)
    #expect(field.caretColumn(columns: columns, ellipsis: "...") == caret)
    #expect((line.right.width > 0) == hasKeys)
    #expect(columns < 4 || line.width <= columns)
  }

  @Test("a text that is typed shows its end if it doesn't fit")
  func ending() {
    #expect(HeadwayMonitor.ending(of: "headway", in: 7, ellipsis: "…") == "headway")
    #expect(HeadwayMonitor.ending(of: "headway", in: 4, ellipsis: "…") == "…way")
    #expect(HeadwayMonitor.ending(of: "日本語", in: 4, ellipsis: "…") == "…語")
    #expect(HeadwayMonitor.ending(of: "abc", in: 1, ellipsis: "…") == "c")
    #expect(HeadwayMonitor.ending(of: "abc", in: 0, ellipsis: "…") == "")
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

  @Test(
    "Japanese is broken between its characters, but not before a full stop or within brackets",
    arguments: [
      ("あいうえお", 6, ["あいう", "えお"]), ("あいう。えお", 6, ["あい", "う。え", "お"]),
      ("続行「あ」", 6, ["続行", "「あ」"]),
      ("ハブが停止。参照: headway list", 12, ["ハブが停止。", "参照:", "headway list"]),
      ("タスク一覧は list", 14, ["タスク一覧は", "list"]), ("ー", 1, ["…"]),
    ])
  func wrapsJapanese(text: String, columns: Int, lines: [String]) {
    #expect(wrapped(text, columns: columns, lineLimit: 9, ellipsis: "…") == lines)
  }
}
