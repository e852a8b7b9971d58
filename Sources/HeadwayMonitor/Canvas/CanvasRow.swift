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
    if let column = writePlain(text, style, column, end) { return column }
    var column = column
    for cluster in CellClusters(text) {
      guard column <= end - cluster.width else { break }
      put(cluster, style, column)
      column += cluster.width
    }
    return column
  }

  /// Most text is printable ASCII, a cell for each byte. Nil for other text, of which nothing is
  /// written.
  private mutating func writePlain(
    _ text: String, _ style: CellStyle, _ column: Int, _ end: Int
  ) -> Int? {
    let written = text.utf8.withContiguousStorageIfAvailable { bytes -> Int? in
      guard bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
      let last = min(bytes.count, max(0, end - column))
      for place in 0..<last {
        put(CellCluster(Unicode.Scalar(bytes[place]), width: 1), style, column + place)
      }
      return column + last
    }
    return written ?? nil
  }

  /// Calls `body` with every cell, and its column, that isn't the same in `shown`.
  func forEachChange(since shown: CanvasRow, _ body: (_ cell: Cell, _ column: Int) -> Void) {
    cells.withUnsafeBytes { ours in
      shown.cells.withUnsafeBytes { theirs in
        guard ours.baseAddress != theirs.baseAddress else { return }
        for column in 0..<min(cells.count, shown.cells.count)
        where !Cell.hasSameBits(at: column, ours, theirs) && cells[column] != shown.cells[column] {
          body(cells[column], column)
        }
      }
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
