import HeadwayCore

/// One row of a canvas. Rows that share their cells are equal at a glance.
struct CanvasRow: Hashable, Sendable {
  private(set) var cells: [Cell]

  init(columns: Int) { cells = Array(repeating: .blank, count: max(0, columns)) }

  /// As often as the span says; else as ``write(_:_:column:end:)``.
  mutating func write(_ span: Span, column: Int, end: Int) -> Int {
    let end = min(end, cells.count)
    guard span.count != 1 else {
      return span.isPlain
        ? writePlain(span.text, span.style, column, end)
        : writeClusters(span.text, span.style, column, end)
    }
    var clusters = CellClusters(span.text)
    guard let cluster = clusters.next(), cluster.width == 1, clusters.next() == nil else {
      return writeClusters(String(span.text, times: span.count), span.style, column, end)
    }
    let cell = Cell(cluster, span.style)
    return fill(column, end, span.count) { _ in cell }
  }

  /// As ``Canvas/write(_:_:row:column:end:)``.
  @discardableResult
  mutating func write(
    _ text: String, _ style: CellStyle, column: Int, end: Int = .max
  ) -> Int {
    writeClusters(text, style, column, min(end, cells.count))
  }

  private mutating func writeClusters(
    _ text: String, _ style: CellStyle, _ column: Int, _ end: Int
  ) -> Int {
    guard column >= 0 else { return column }
    var column = column
    for cluster in CellClusters(text) {
      guard column <= end - cluster.width else { break }
      put(cluster, style, column)
      column += cluster.width
    }
    return column
  }

  /// Of printable ASCII each byte is a cell.
  private mutating func writePlain(
    _ text: String, _ style: CellStyle, _ column: Int, _ end: Int
  ) -> Int {
    var text = text
    return text.withUTF8 { bytes in
      fill(column, end, bytes.count) { place in
        Cell(CellCluster(Unicode.Scalar(bytes[place]), width: 1), style)
      }
    }
  }

  /// Puts `count` cells of one column from `column` on, as far as they come before `end`, and returns
  /// the column after them.
  @inline(__always)
  private mutating func fill(
    _ column: Int, _ end: Int, _ count: Int, _ cell: (_ place: Int) -> Cell
  ) -> Int {
    let count = min(count, end - column)
    guard count > 0, column >= 0 else { return column }
    clearHalves(around: column..<column + count)
    cells.withUnsafeMutableBufferPointer { cells in
      for place in 0..<count { cells[column + place] = cell(place) }
    }
    return column + count
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
    clearHalves(around: column..<column + cluster.width)
    cells[column] = Cell(cluster, style)
    if cluster.width == 2 { cells[column + 1] = .rightHalf(style) }
  }

  /// What `columns`, which aren't empty, are to be written over halves of.
  private mutating func clearHalves(around columns: Range<Int>) {
    if cells[columns.lowerBound].width == 0 { clear(columns.lowerBound - 1) }
    if cells[columns.upperBound - 1].width == 2 { clear(columns.upperBound) }
  }

  private mutating func clear(_ column: Int) {
    if cells.indices.contains(column) { cells[column] = .blank }
  }
}
