internal import HeadwayModel

/// A grid of styled cells: the intended content of a screen. A canvas doesn't know how a terminal
/// draws it.
///
/// Text outside the canvas is clipped. A canvas never contains half of a wide character.
package struct Canvas: Hashable, Sendable {
  package let size: CanvasSize
  /// The cell in which a person types. An input method draws its own text there. Nil while nothing is
  /// typed.
  package var caret: Caret?
  private var rows: [CanvasRow]

  /// A place for the terminal's cursor, counted from 0.
  package struct Caret: Hashable, Sendable {
    package let row: Int
    package let column: Int

    package init(row: Int, column: Int) { (self.row, self.column) = (row, column) }
  }

  package init(size: CanvasSize) {
    self.size = size
    rows = Array(repeating: CanvasRow(columns: size.columns), count: size.rows)
  }

  /// The cell at `row` and `column`, both counted from 0. Blank outside the canvas.
  package subscript(row row: Int, column column: Int) -> Cell {
    guard rows.indices.contains(row), rows[row].cells.indices.contains(column) else {
      return .blank
    }
    return rows[row].cells[column]
  }

  /// Writes `text` from `column` on, up to `end` or the right edge, and returns the column after
  /// the text. Leaves out control characters, and combining marks without a base.
  @discardableResult
  package mutating func write(
    _ text: String, _ role: StyleRole, row: Int, column: Int, end: Int = .max
  ) -> Int {
    guard rows.indices.contains(row) else { return column }
    return rows[row].write(text, role, column: column, end: end)
  }

  /// Calls `body` for each run of cells that differ from `shown`, with the place of the first cell.
  /// All cells of a run have one look. If `shown` has another size, the cells that aren't blank
  /// count as changed.
  package func forEachChange(
    since shown: Canvas, _ body: (_ cells: Swift.Span<Cell>, _ row: Int, _ column: Int) -> Void
  ) {
    let shown = shown.size == size ? shown : Canvas(size: size)
    for (row, line) in rows.enumerated() {
      line.forEachChange(since: shown.rows[row]) { body($0, row, $1) }
    }
  }

  /// Replaces the cells of a row. Does nothing if the row is outside the canvas, or if `cells`
  /// isn't as wide as the canvas.
  mutating func put(_ cells: CanvasRow, row: Int) {
    guard rows.indices.contains(row), cells.cells.count == size.columns else { return }
    rows[row] = cells
  }

  /// Replaces the cells of a row from `column` on. Does nothing if the row is outside the canvas, or
  /// if `cells` doesn't reach to the right edge.
  mutating func put(_ cells: CanvasRow, row: Int, from column: Int) {
    guard rows.indices.contains(row), column >= 0, column + cells.cells.count == size.columns else {
      return
    }
    rows[row].replace(from: column, with: cells)
  }
}

extension Canvas {
  /// The characters row by row, without their looks and trailing blanks.
  package var lines: [String] {
    rows.map { row in
      var line = row.cells.map(\.text).joined()
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}

/// The size of a canvas in cells.
package struct CanvasSize: Hashable, Sendable {
  package let columns: Int
  package let rows: Int

  /// Creates a size. Both numbers are limited to 0…1000, so that a terminal that claims a huge size
  /// costs no memory.
  package init(columns: Int, rows: Int) {
    self.columns = min(max(columns, 0), Self.limit)
    self.rows = min(max(rows, 0), Self.limit)
  }

  private static let limit = 1000
}
