/// The division of the screen into header, cards and footer. Rows and columns count from 0 at the
/// top left.
struct ScreenAreas: Hashable {
  let size: CanvasSize
  /// The density of cards that suits the size, or the one that the user wants.
  let density: CardDensity
  /// The row of the header. Nil on a screen with no row to spare.
  let header: Int?
  /// The rows for cards.
  let body: Range<Int>
  /// The rows of the footer. Empty if there is none.
  let footer: Range<Int>
  /// The columns for cards, right of the marks of selected cards.
  let cardColumns: Range<Int>

  /// Divides a screen of `size`.
  ///
  /// A screen below four rows has no footer unless `footerLines` asks for one. A long notice takes
  /// rows from the cards but doesn't change their density, so cards don't change their shape while
  /// a notice is shown.
  init(size: CanvasSize, density wanted: CardDensity?, footerLines: Int) {
    self.size = size
    let usualLines = size.rows >= 4 ? 1 : 0
    let footerRows = min(max(footerLines, usualLines), size.rows)
    let headerRows = size.rows > footerRows ? 1 : 0
    density = wanted ?? .fitting(rows: size.rows - headerRows - min(footerRows, 1))
    let margin = density == .full && size.rows >= 16 ? 1 : 0
    header = headerRows > 0 ? 0 : nil
    footer = size.rows - footerRows..<size.rows
    let start = min(headerRows + margin, footer.lowerBound)
    body = start..<max(start, footer.lowerBound - margin)
    let gutter = min(size.columns, size.columns >= 40 ? 2 : 1)
    cardColumns = gutter..<size.columns
  }

  /// The column for the sign of a marked card. On a narrow screen it is the column of the
  /// selection, too.
  var markColumn: Int { max(0, cardColumns.lowerBound - 1) }
}
