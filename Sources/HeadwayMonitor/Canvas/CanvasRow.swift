import HeadwayModel

/// A row of a canvas. Rows that share their cells compare as equal quickly.
struct CanvasRow: Hashable, Sendable {
  private(set) var cells: [Cell]

  init(columns: Int) { cells = Array(repeating: .blank, count: max(0, columns)) }

  /// Writes text into the row, as ``Canvas/write(_:_:row:column:end:)`` does.
  @discardableResult
  mutating func write(_ text: String, _ role: StyleRole, column: Int, end: Int = .max) -> Int {
    put(StyledText([Span(text, role)]), column: column, end: end)
  }

  /// Puts `text` into the row from `column` on, up to `end` or the right edge, and returns the
  /// column after the text. Leaves no half of a wide character in the row.
  @discardableResult
  mutating func put(_ text: StyledText, column: Int, end: Int = .max) -> Int {
    let room = min(end, cells.count) - column
    guard column >= 0, room > 0, text.width > 0 else { return column }
    var text = text
    text.clip(to: room)
    guard text.width > 0 else { return column }
    let columns = column..<column + text.width
    clearHalves(around: columns)
    cells.replaceSubrange(columns, with: text.cells)
    return columns.upperBound
  }

  /// Replaces the cells from `column` on by those of `other`, which has as many. Leaves no half of a
  /// wide character in the row.
  mutating func replace(from column: Int, with other: CanvasRow) {
    let columns = column..<cells.count
    guard !columns.isEmpty, other.cells.count == columns.count else { return }
    clearHalves(around: columns)
    cells.replaceSubrange(columns, with: other.cells)
  }

  /// Returns `former` if it has the same cells, otherwise this row. Two rows that share their cells
  /// compare quickly.
  func sharing(_ former: CanvasRow?) -> CanvasRow {
    if let former, former.cells == cells { former } else { self }
  }

  /// Calls `body` for each run of changed cells of one look, as
  /// ``Canvas/forEachChange(since:_:)`` does. Both rows are equally wide.
  func forEachChange(
    since shown: CanvasRow, _ body: (_ cells: Swift.Span<Cell>, _ column: Int) -> Void
  ) {
    // Arrays that share their storage are equal without a look at their elements.
    guard cells != shown.cells else { return }
    var column = 0
    while column < cells.count {
      let start = column
      column += 1
      guard cells[start] != shown.cells[start] else { continue }
      while column < cells.count, cells[column] != shown.cells[column],
        cells[column].style == cells[start].style
      {
        column += 1
      }
      body(cells.span.extracting(start..<column), start)
    }
  }

  /// Blanks the other half of each wide character that writing `columns` would split. `columns`
  /// isn't empty.
  private mutating func clearHalves(around columns: Range<Int>) {
    if cells[columns.lowerBound].width == 0 { clear(columns.lowerBound - 1) }
    if cells[columns.upperBound - 1].width == 2 { clear(columns.upperBound) }
  }

  private mutating func clear(_ column: Int) {
    if cells.indices.contains(column) { cells[column] = .blank }
  }
}

/// The look of a cell.
package enum CellStyle: Hashable, Sendable {
  /// The look that the theme has for a role.
  case role(StyleRole)
  /// The look that a task's command has chosen for its output.
  case output(GraphicRendition)
}

/// A cell of a canvas.
package struct Cell: Hashable, Sendable {
  private let cluster: CellCluster
  package let style: CellStyle

  init(_ cluster: CellCluster, _ style: CellStyle) {
    (self.cluster, self.style) = (cluster, style)
  }

  /// The width in columns: 1 or 2. The right half of a wide cell has the width 0.
  package var width: Int { cluster.width }

  /// The base character and its combining marks. Empty in the right half of a wide cell.
  package var text: String { cluster.text }

  /// The base character of a cell without combining marks. Nil for a cell with marks, and in the
  /// right half of a wide cell.
  package var onlyScalar: Unicode.Scalar? { cluster.onlyScalar }

  /// The cell in another style.
  func styled(_ style: CellStyle) -> Cell { Cell(cluster, style) }

  static let blank = Cell(.blank, .role(.plain))

  /// The right half of a wide cell.
  static func rightHalf(_ style: CellStyle) -> Cell { Cell(.none, style) }
}
