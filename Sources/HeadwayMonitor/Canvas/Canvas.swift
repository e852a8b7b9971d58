package import HeadwayCore

/// A grid of styled cells: what a screen should show, with no idea how a terminal draws it.
///
/// Whatever is written outside is clipped, and no wide character is ever half there.
package struct Canvas: Hashable, Sendable {
  package let size: CanvasSize
  /// Rows that are equal share their storage, which makes them quick to compare.
  private var rows: [[Cell]]

  package init(size: CanvasSize) {
    self.size = size
    rows = Array(repeating: Array(repeating: .blank, count: size.columns), count: size.rows)
  }

  /// Blank outside the canvas.
  package subscript(row row: Int, column column: Int) -> Cell {
    contains(row: row, column: column) ? rows[row][column] : .blank
  }

  /// Writes `text` from `column` on, up to `end` or the right edge, and returns the column after
  /// it. Control characters and marks without a base are left out.
  @discardableResult
  package mutating func write(
    _ text: String, _ role: StyleRole, row: Int, column: Int, end: Int = .max
  ) -> Int {
    let end = min(end, size.columns)
    guard (0..<size.rows).contains(row), column >= 0 else { return column }
    var column = column
    for cluster in CellClusters(text) {
      guard column <= end - cluster.width else { break }
      put(Cell(text: cluster.text, width: cluster.width, role: role), row, column)
      column += cluster.width
    }
    return column
  }

  /// Calls `body` with every cell, and its place, that isn't the same in `shown`; with all where
  /// `shown` has another size.
  package func forEachChange(
    since shown: Canvas, _ body: (_ cell: Cell, _ row: Int, _ column: Int) -> Void
  ) {
    let all = size != shown.size
    for row in rows.indices where all || rows[row] != shown.rows[row] {
      for (column, cell) in rows[row].enumerated() where all || cell != shown.rows[row][column] {
        body(cell, row, column)
      }
    }
  }

  /// Puts the rows of `part`, which is as wide as this, from `row` on; those below `end` are left
  /// out.
  mutating func put(_ part: Canvas, row: Int, end: Int = .max) {
    guard part.size.columns == size.columns else { return }
    for (place, cells) in zip(max(row, 0)..<max(row, 0, min(end, size.rows)), part.rows) {
      rows[place] = cells
    }
  }

  private mutating func put(_ cell: Cell, _ row: Int, _ column: Int) {
    let last = column + cell.width - 1
    if self[row: row, column: column].width == 0 { set(.blank, row, column - 1) }
    if self[row: row, column: last].width == 2 { set(.blank, row, last + 1) }
    set(cell, row, column)
    if cell.width == 2 { set(.rightHalf(cell.role), row, last) }
  }

  private mutating func set(_ cell: Cell, _ row: Int, _ column: Int) {
    guard contains(row: row, column: column) else { return }
    rows[row][column] = cell
  }

  private func contains(row: Int, column: Int) -> Bool {
    (0..<size.rows).contains(row) && (0..<size.columns).contains(column)
  }
}

extension Canvas {
  /// The characters row by row, without their looks and trailing blanks.
  package var lines: [String] {
    (0..<size.rows).map { row in
      var line = (0..<size.columns).map { self[row: row, column: $0].text }.joined()
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
