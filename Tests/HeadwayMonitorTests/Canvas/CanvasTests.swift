import HeadwayModel
import Testing

@testable import HeadwayMonitor

@Suite struct CanvasTests {
  @Test("what is written outside is clipped")
  func clips() {
    var canvas = Canvas(size: CanvasSize(columns: 4, rows: 2))
    canvas.write("abcdef", .plain, row: 0, column: 2)
    canvas.write("x", .plain, row: 2, column: 0)
    canvas.write("y", .plain, row: -1, column: 0)
    canvas.write("z", .plain, row: 1, column: -1)
    #expect(canvas.lines == ["  ab", ""])
  }

  @Test("a wide character that would be cut in half is left out")
  func wideAtTheEdge() {
    var canvas = Canvas(size: CanvasSize(columns: 3, rows: 1))
    let column = canvas.write("日本", .plain, row: 0, column: 0)
    #expect(canvas.lines == ["日"])
    #expect(column == 2)
  }

  @Test("no half of an overwritten wide character stays", arguments: [0, 1, 2])
  func overwritesWide(column: Int) {
    var canvas = Canvas(size: CanvasSize(columns: 4, rows: 1))
    canvas.write("日本", .plain, row: 0, column: 0)
    canvas.write("本", .plain, row: 0, column: column)
    #expect(canvas.lines == [["本本", " 本", "日本"][column]])
    #expect(hasWholeCells(canvas))
  }

  @Test("a canvas without cells takes anything", arguments: [(0, 0), (0, 3), (3, 0), (-1, -1)])
  func empty(columns: Int, rows: Int) {
    var canvas = Canvas(size: CanvasSize(columns: columns, rows: rows))
    canvas.write("日本x", .plain, row: 0, column: 0)
    #expect(canvas.lines.joined().isEmpty)
  }

  @Test("control characters and lone marks take no cell")
  func leavesOutControls() {
    var canvas = Canvas(size: CanvasSize(columns: 8, rows: 1))
    canvas.write("\u{301}a\u{1B}b\u{7F}\u{9B}c\u{202E}d", .plain, row: 0, column: 0)
    #expect(canvas.lines == ["abcd"])
  }
}

/// Whether each wide cell is followed by its right half, and each right half by nothing less.
func hasWholeCells(_ canvas: Canvas) -> Bool {
  (0..<canvas.size.rows).allSatisfy { row in
    (0..<canvas.size.columns).allSatisfy { column in
      let cell = canvas[row: row, column: column]
      let previous = column > 0 ? canvas[row: row, column: column - 1].width : 1
      let isHalfInPlace = (cell.width == 0) == (previous == 2)
      return isHalfInPlace && !(cell.width == 2 && column == canvas.size.columns - 1)
    }
  }
}
