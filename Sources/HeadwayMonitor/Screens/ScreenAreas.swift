/// How a screen is divided: header, cards, footer.
struct ScreenAreas: Hashable {
  let size: CanvasSize
  let density: CardDensity
  let header: Int?
  let body: Range<Int>
  let footer: Int?
  /// The columns right of the mark of the selected card.
  let cardColumns: Range<Int>

  /// Below four rows the footer is left out unless it has something to ask or to say.
  init(size: CanvasSize, density wanted: CardDensity?, needsFooter: Bool) {
    self.size = size
    let hasFooter = size.rows >= 4 || (needsFooter && size.rows >= 1)
    let footerRows = hasFooter ? 1 : 0
    let headerRows = size.rows > footerRows ? 1 : 0
    density = wanted ?? .fitting(rows: size.rows - headerRows - footerRows)
    let margin = density == .full && size.rows >= 16 ? 1 : 0
    header = headerRows > 0 ? 0 : nil
    footer = hasFooter ? size.rows - 1 : nil
    let start = headerRows + margin
    body = start..<max(start, size.rows - footerRows - margin)
    let gutter = min(size.columns, size.columns >= 40 ? 2 : 1)
    cardColumns = gutter..<size.columns
  }

  /// The mark of a marked card, beside that of the selected one where there is room.
  var markColumn: Int { max(0, cardColumns.lowerBound - 1) }
}
