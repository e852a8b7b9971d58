/// The size of a canvas in cells.
package struct CanvasSize: Hashable, Sendable {
  package let columns: Int
  package let rows: Int

  /// Clamped to 0…1000 each way: a terminal that claims more costs no memory.
  package init(columns: Int, rows: Int) {
    self.columns = min(max(columns, 0), Self.limit)
    self.rows = min(max(rows, 0), Self.limit)
  }

  private static let limit = 1000
}
