import HeadwayModel
@testable import HeadwayMonitor
import Testing

@Suite struct StyledTextTests {
  @Test("numbers are as a string has them", arguments: [0, 7, -42, 1_009_526_240, .max, .min])
  func numbers(number: Int64) {
    var text = StyledText()
    text.append(number: number)
    #expect(shown(text) == String(number))
  }

  @Test(
    "what doesn't fit ends in the ellipsis, with no blank before it and no half of a wide character",
    arguments: [
      ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("ab  cd", 5, "ab…"), ("日本語", 5, "日本…"),
      ("日本語", 4, "日…"), ("e\u{301}fgh", 3, "e\u{301}f…"), ("abc", 1, ""), ("abc", 0, ""),
      ("abc", -1, ""),
    ])
  func truncates(text: String, columns: Int, expected: String) {
    let truncated = StyledText([Span(text)]).truncated(to: columns, ellipsis: "…")
    #expect(shown(truncated) == expected)
    #expect(truncated.width <= max(0, columns))
  }

  @Test("a click presses what is left of a button")
  func buttons() {
    let text = StyledText([Span("日", key: .tab), Span("-"), Span("abc", key: .enter)])
    #expect((0..<7).map(text.key) == [.tab, .tab, nil, .enter, .enter, .enter, nil])
    let cut = text.truncated(to: 5, ellipsis: "…")
    #expect((0..<7).map(cut.key) == [.tab, .tab, nil, .enter, nil, nil, nil])
  }

  @Test("a text stands there as often as its span says")
  func times() {
    #expect(shown(StyledText([Span("日-", times: 3), Span("x", times: 0)])) == "日-日-日-")
  }

  private func shown(_ text: StyledText) -> String { text.cells.map(\.text).joined() }
}

@Suite struct ChangeTests {
  private let before = canvas([("same 日本 tail", .plain), ("old", .faint)])
  private let after = canvas([("same 本日 tail", .plain), ("newer", .faint)])

  @Test("the changes lead from one canvas to the other, each in one look")
  func changes() {
    var changed: [[Int]: Cell] = [:]
    after.forEachChange(since: before) { cells, row, column in
      for place in cells.indices {
        changed[[row, column + place]] = cells[place]
        #expect(cells[place].style == cells[0].style)
      }
    }
    for row in 0..<after.size.rows {
      for column in 0..<after.size.columns {
        let cell = after[row: row, column: column]
        #expect((changed[[row, column]] ?? before[row: row, column: column]) == cell)
      }
    }
    #expect(!changed.isEmpty)
  }

  @Test("changed cells that are side by side and of one look come as one run")
  func runs() {
    var places: [[Int]] = []
    after.forEachChange(since: before) { places.append([$1, $2, $0.count]) }
    #expect(places == [[0, 5, 1], [0, 7, 1], [0, 17, 5]])
  }

  @Test("beside a canvas of another size all is new that isn't blank")
  func all() {
    var count = 0
    after.forEachChange(since: Canvas(size: CanvasSize(columns: 3, rows: 1))) { cells, _, _ in
      count += cells.count
    }
    #expect(count == "same本日tail".count + 2 + "newer".count)
  }

  private static func canvas(_ texts: [(String, StyleRole)]) -> Canvas {
    var canvas = Canvas(size: CanvasSize(columns: 30, rows: 2))
    var column = 0
    for (text, role) in texts {
      column = canvas.write(text, role, row: 0, column: column) + 3
    }
    return canvas
  }
}
