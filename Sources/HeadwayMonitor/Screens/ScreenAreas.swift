/// How a screen is divided: header, cards, footer.
struct ScreenAreas: Hashable {
  let size: CanvasSize
  let density: CardDensity
  let header: Int?
  let body: Range<Int>
  /// Empty where there is none.
  let footer: Range<Int>
  /// The columns right of the mark of the selected card.
  let cardColumns: Range<Int>

  /// Below four rows the footer is left out unless it has something to ask or to say. That takes
  /// `footerLines`, which don't change how cards are drawn.
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

  /// The mark of a marked card, beside that of the selected one where there is room.
  var markColumn: Int { max(0, cardColumns.lowerBound - 1) }
}
