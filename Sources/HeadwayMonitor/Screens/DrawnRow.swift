import HeadwayCore

/// What stands in one row of the screen.
struct RowContent: Hashable {
  var line: Line
  /// Of the line.
  var columns: Range<Int>
  /// The bar of the selected card is before it.
  var isSelected = false
  /// Where the sign of a marked card is.
  var markColumn: Int?
}

/// A row as it was drawn last, to be drawn again only where its content is another.
struct DrawnRow {
  let cells: CanvasRow
  private let content: RowContent

  private init(_ content: RowContent, width: Int, _ glyphs: Glyphs) {
    self.content = content
    var cells = CanvasRow(columns: width)
    if content.isSelected { cells.write(glyphs.selection, .role(.selection), column: 0) }
    if let column = content.markColumn {
      cells.write(glyphs.marked, .role(.selection), column: column)
    }
    cells.draw(content.line, columns: content.columns, ellipsis: glyphs.ellipsis)
    self.cells = cells
  }

  /// `content` in a row of `width` cells: `former` if that shows it.
  static func showing(
    _ content: RowContent, width: Int, _ glyphs: Glyphs, former: DrawnRow?
  ) -> DrawnRow {
    if let former, former.cells.cells.count == width, former.content == content { return former }
    return DrawnRow(content, width: width, glyphs)
  }
}
