import HeadwayCore

/// One row of a canvas. Rows that share their cells are equal at a glance.
struct CanvasRow: Hashable, Sendable {
  private(set) var cells: [Cell]

  init(columns: Int) { cells = Array(repeating: .blank, count: max(0, columns)) }

  /// As ``Canvas/write(_:_:row:column:end:)``.
  @discardableResult
  mutating func write(
    _ text: String, _ style: CellStyle, column: Int, end: Int = .max
  ) -> Int {
    let end = min(end, cells.count)
    guard column >= 0 else { return column }
    var column = column
    for cluster in CellClusters(text) {
      guard column <= end - cluster.width else { break }
      put(cluster, style, column)
      column += cluster.width
    }
    return column
  }

  /// Calls `body` with every cell, and its column, that isn't the same in `shown`.
  func forEachChange(since shown: CanvasRow, _ body: (_ cell: Cell, _ column: Int) -> Void) {
    for (column, (cell, former)) in zip(cells, shown.cells).enumerated() where cell != former {
      body(cell, column)
    }
  }

  /// There is room for all of it.
  private mutating func put(_ cluster: CellCluster, _ style: CellStyle, _ column: Int) {
    let last = column + cluster.width - 1
    if cells[column].width == 0 { clear(column - 1) }
    if cells[last].width == 2 { clear(last + 1) }
    cells[column] = Cell(cluster, style)
    if cluster.width == 2 { cells[last] = .rightHalf(style) }
  }

  private mutating func clear(_ column: Int) {
    if cells.indices.contains(column) { cells[column] = .blank }
  }
}
